#include "lessons/16_graph-attention/learner.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/later.h"
#include "kernels/graph.h"

namespace attn::lessons::graph_attention {
namespace {

using tasks::GraphAsks;

constexpr std::uint64_t kHeldOutSeed = 1601;         ///< seed of the first held-out graph
constexpr int kStudied = 96, kStudiedAtOnce = 8;     ///< graphs in the study for the reader, and in a piece of it
constexpr int kMostMeasured = 400, kMostLarge = 60;  ///< most graphs that are measured at once, and most of more than a hundred nodes

tasks::GraphExample example_of(const Choice& choice, const tasks::TieQuestion& question) {
  Rng rng(kHeldOutSeed);
  tasks::GraphExample example = choice.task->asks == GraphAsks::ties ? question.graph : choice.task->draw(tasks::Split::kHeldOut, rng);
  if (!choice.task->one_graph) return example;
  if (choice.ties) example.ties = *choice.ties;
  if (choice.labels.empty()) return example;
  example.given.clear();
  for (const auto& [node, label] : choice.labels) example.given.push_back(node);
  return example;
}

Neighbours graph_of(const tasks::GraphExample& example, bool self_loops) {
  return neighbours(example.nodes(), example.ties, example.kind, self_loops);
}

models::GraphRun run(autodiff::Tape& tape, const models::GraphNetwork& network, const models::GraphInput& input) {
  tape.set_recording(false);
  return network.run(tape, input);
}

int likeliest(const Mat& logits, Index row) {
  Index best = 0;
  logits.row(row).maxCoeff(&best);
  return static_cast<int>(best);
}

Count count_right(const Mat& logits, std::span<const int> targets) {
  Count count;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] < 0) continue;
    ++count.asked;
    count.right += likeliest(logits, static_cast<Index>(i)) == targets[i];
  }
  return count;
}

bool is_given(const tasks::GraphExample& example, int node) {
  return std::find(example.given.begin(), example.given.end(), node) != example.given.end();
}

/// The class of each given node, and -1 for the others.
std::vector<int> labels_of(const Choice& choice, const tasks::GraphExample& example) {
  std::vector<int> targets(static_cast<std::size_t>(example.nodes()), -1);
  for (const int node : example.given) targets[static_cast<std::size_t>(node)] = example.classes[static_cast<std::size_t>(node)];
  for (const auto& [node, label] : choice.labels) targets[static_cast<std::size_t>(node)] = label;
  return targets;
}

/// A few given labels are soon learned by heart. So training on the one graph drops much, as in Velickovic et al. 2018 (section 3.3).
models::GraphNetwork::RunOptions dropped(const Choice& choice, Rng* rng) {
  if (!choice.task->one_graph || choice.task->asks != GraphAsks::nodes) return {};
  return {.dropout = Real(0.3), .attention_dropout = Real(0.6), .rng = rng};
}

/// Asks about all ties, and about as many pairs that are not tied.
void ask_for_ties(const tasks::GraphExample& example, Rng& rng, GraphBatch* batch) {
  batch->pairs = example.ties;
  batch->targets.assign(example.ties.size(), 1);
  std::set<std::pair<int, int>> tied;
  for (const Tie& tie : example.ties) tied.insert({tie.from, tie.to});
  const auto nodes = static_cast<std::uint64_t>(example.nodes());
  while (batch->pairs.size() < 2 * example.ties.size()) {
    const int a = static_cast<int>(rng.below(nodes)), b = static_cast<int>(rng.below(nodes));
    if (a == b || tied.contains({std::min(a, b), std::max(a, b)})) continue;
    batch->pairs.push_back({std::min(a, b), std::max(a, b)});
    batch->targets.push_back(0);
  }
}

}  // namespace

GraphBatch side_by_side(std::span<const tasks::GraphExample> examples, bool self_loops) {
  GraphBatch batch;
  std::vector<Neighbours> graphs;
  batch.first = {0};
  for (const tasks::GraphExample& example : examples) {
    graphs.push_back(graph_of(example, self_loops));
    batch.first.push_back(batch.first.back() + example.nodes());
    if (example.answer >= 0)
      batch.targets.push_back(example.answer);
    else
      batch.targets.insert(batch.targets.end(), example.classes.begin(), example.classes.end());
  }
  batch.graph = attn::side_by_side(graphs);
  batch.x.resize(batch.first.back(), examples.empty() ? 0 : examples[0].features.cols());
  for (std::size_t i = 0; i < examples.size(); ++i) batch.x.middleRows(batch.first[i], examples[i].nodes()) = examples[i].features;
  return batch;
}

GraphLearner::GraphLearner(Choice choice, const training::Plan& plan)
    : SeededTrainee(plan),
      choice_(std::move(choice)),
      question_(choice_.task->asks == GraphAsks::ties ? tasks::tie_question() : tasks::TieQuestion()),
      example_(example_of(choice_, question_)),
      graph_(graph_of(example_, choice_.self_loops)),
      network_(settings_of(choice_), random().weights) {}

void GraphLearner::draw(int) {
  if (!choice_.task->one_graph) {
    std::vector<tasks::GraphExample> examples;
    for (int i = 0; i < batch(); ++i) examples.push_back(choice_.task->draw(tasks::Split::kTraining, random().examples));
    drawn_ = side_by_side(examples, choice_.self_loops);
    return;
  }
  drawn_ = {.graph = graph_, .x = example_.features, .first = {0, example_.nodes()}, .targets = {}, .pairs = {}};
  if (choice_.task->asks == GraphAsks::ties)
    ask_for_ties(example_, random().examples, &drawn_);
  else
    drawn_.targets = labels_of(choice_, example_);
}

autodiff::Var GraphLearner::loss(autodiff::Tape& tape, int) { return later<loss_of_batch>(*this, tape); }

autodiff::Var GraphLearner::loss_of_batch(GraphLearner& self, autodiff::Tape& tape) {
  const GraphBatch& batch = self.drawn_;
  const models::GraphRun run = self.network_.run(tape, batch.input(), dropped(self.choice_, &self.random().examples));
  if (batch.pairs.empty()) return models::graph_loss(run, batch.targets);
  return models::pair_loss(models::pair_logits(run, batch.pairs), batch.targets);
}

double GraphLearner::guessing() const { return std::log(static_cast<double>(choice_.task->classes.size())); }

int GraphLearner::held_out(int examples) const {
  if (choice_.task->asks == GraphAsks::ties) return static_cast<int>(question_.held_out.size() * question_.non_ties.size());
  if (choice_.task->one_graph) return example_.nodes() - static_cast<int>(example_.given.size());
  return std::min(examples, example_.nodes() > 100 ? kMostLarge : kMostMeasured);
}

std::vector<training::Score> GraphLearner::scores(const Count& count) const {
  if (choice_.task->asks == GraphAsks::ties)
    return {{"auc", "held_out_auc", "hidden ties above pairs that are not tied (AUC)",
             area_under_curve(logits_of(network_, example_.features, graph_), question_)}};
  if (choice_.task->asks == GraphAsks::graph) return {{"graphs-right", "held_out_graphs_right", "molecules right", count.share()}};
  return {{"nodes-right", "held_out_nodes_right", "nodes right", count.share()}};
}

std::vector<training::Score> GraphLearner::measure(int examples) const {
  if (!choice_.task->one_graph) return scores(count_drawn(network_, choice_, 0, held_out(examples)));
  if (choice_.task->asks == GraphAsks::ties) return scores({});
  return scores(count_held_out(network_, example_, graph_));
}

std::vector<training::Score> GraphLearner::evaluate(const training::Effort& effort) const {
  std::vector<training::Score> out = measure(effort.examples);
  if (!choice_.task->one_graph || choice_.task->asks != GraphAsks::nodes) return out;
  const Count count = count_held_out(network_, example_, graph_);
  const auto given = static_cast<double>(example_.given.size());
  out.push_back({"members-right", "members_right", "members right, with those given", count.right + given, false});
  if (models::is_attention(network_.settings().kind))
    out.push_back({"mean-evenness", "evenness", "entropy of the weights, as a share of that of equal ones",
                   evenness(network_, example_.features, graph_)});
  return out;
}

bool GraphLearner::study() {
  const int all = choice_.task->one_graph ? 1 : held_out(kStudied), at_once = example_.nodes() > 100 ? 1 : kStudiedAtOnce;
  if (!choice_.task->one_graph) {
    const Count more = count_drawn(network_, choice_, studied_graphs_, std::min(at_once, all - studied_graphs_));
    studied_.right += more.right, studied_.asked += more.asked;
  }
  studied_graphs_ += at_once;
  return studied_graphs_ < all;
}

void GraphLearner::forget_study() { studied_ = {}, studied_graphs_ = 0; }

std::vector<training::Metric> GraphLearner::found() const {
  if (studied_graphs_ == 0) return {};
  std::vector<training::Metric> out;
  for (const training::Score& score : choice_.task->one_graph ? evaluate({}) : scores(studied_)) out.push_back({score.name, score.value});
  return out;
}

training::Wording GraphLearner::wording() const {
  if (choice_.task->asks == GraphAsks::ties)
    return {.example = "comparison",
            .right = "with the hidden tie above the pair that is not tied",
            .loss = "nats a pair",
            .loss_note = "Mean of -ln p of the right answer over the ties and as many pairs that are not tied"};
  if (choice_.task->asks == GraphAsks::graph)
    return {
        .example = "molecule", .loss = "nats a molecule", .loss_note = "Mean of -ln p of the right answer over the molecules of a batch"};
  if (choice_.task->one_graph)
    return {.example = "member",
            .loss = "nats a member",
            .loss_note = "Mean of -ln p of the right class over the members whose class is given"};
  return {.example = "graph",
          .right = "right, of all their nodes",
          .loss = "nats a node",
          .loss_note = "Mean of -ln p of the right class over the nodes of a batch that are asked"};
}

std::map<std::string, std::string> GraphLearner::metadata() const {
  return {{"task", std::string(choice_.task->name)}, {"network", std::string(kind_id(choice_.kind))}};
}

Mat logits_of(const models::GraphNetwork& network, const Mat& features, const Neighbours& graph, autodiff::MakeEngine engine) {
  autodiff::Tape tape(engine ? engine() : nullptr);
  return run(tape, network, {.graph = &graph, .x = &features}).logits.value();
}

Count count_drawn(const models::GraphNetwork& network, const Choice& choice, int first, int count) {
  std::vector<tasks::GraphExample> examples;
  for (int i = first; i < first + count; ++i) {
    Rng rng(kHeldOutSeed + static_cast<std::uint64_t>(i));
    examples.push_back(choice.task->draw(tasks::Split::kHeldOut, rng));
  }
  if (examples.empty()) return {};
  const GraphBatch batch = side_by_side(examples, choice.self_loops);
  autodiff::Tape tape;
  return count_right(run(tape, network, batch.input()).logits.value(), batch.targets);
}

Count count_held_out(const models::GraphNetwork& network, const tasks::GraphExample& example, const Neighbours& graph) {
  std::vector<int> targets = example.classes;
  for (int i = 0; i < example.nodes(); ++i)
    if (is_given(example, i)) targets[static_cast<std::size_t>(i)] = -1;
  return count_right(logits_of(network, example.features, graph), targets);
}

double area_under_curve(const Mat& numbers, const tasks::TieQuestion& question) {
  const auto logit = [&numbers](const Tie& pair) { return numbers.row(pair.from).dot(numbers.row(pair.to)); };
  double won = 0;
  for (const Tie& tie : question.held_out)
    for (const Tie& other : question.non_ties) {
      const Real a = logit(tie), b = logit(other);
      won += a > b ? 1 : a == b ? 0.5 : 0;
    }
  return won / static_cast<double>(question.held_out.size() * question.non_ties.size());
}

double evenness(const models::GraphNetwork& network, const Mat& features, const Neighbours& graph) {
  autodiff::Tape tape;
  const models::GraphRun all = run(tape, network, {.graph = &graph, .x = &features});
  double sum = 0;
  int count = 0;
  for (int layer = 0; layer < all.count; ++layer) {
    const Mat entropy = kernels::neighbour_entropy(graph, all.layers[static_cast<std::size_t>(layer)].weights.value());
    for (int i = 0; i < graph.nodes(); ++i) {
      if (graph.of(i).size() < 2) continue;
      sum += static_cast<double>(entropy.row(i).sum()) / std::log(static_cast<double>(graph.of(i).size()));
      count += static_cast<int>(entropy.cols());
    }
  }
  return count ? sum / count : 1;
}

}  // namespace attn::lessons::graph_attention
