#include "lessons/16_graph-attention/graph_study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>

#include "autodiff/tape.h"
#include "base/check.h"
#include "base/rng.h"
#include "base/text.h"
#include "charts/graph_layout.h"
#include "kernels/entropy.h"
#include "kernels/graph.h"
#include "kernels/matmul.h"
#include "kernels/softmax.h"
#include "lessons/16_graph-attention/answers_study.h"
#include "lessons/16_graph-attention/edits.h"
#include "lessons/16_graph-attention/learner.h"
#include "models/logits.h"
#include "training/models.h"

namespace attn::lessons::graph_attention {
namespace {

/// Places of a task's graph, without the reader's changes. They are kept, because a layout takes milliseconds and is needed once a frame
/// while a model trains.
const Mat& laid_out(const tasks::GraphTask& task, int example, const tasks::GraphExample& graph) {
  static std::map<std::pair<std::string_view, int>, Mat> known;
  if (known.size() > 64) known.clear();
  Mat& places = known[{task.name, example}];
  if (places.rows() == graph.nodes()) return places;
  const int n = graph.nodes();
  if (task.name == "pixels") {
    const int side = tasks::kImageSide;
    places = Mat(n, 2);
    for (int i = 0; i < n; ++i)
      places.row(i) << static_cast<Real>(2.0 * (i % side) / (side - 1) - 1), static_cast<Real>(1 - 2.0 * (i / side) / (side - 1));
    return places;
  }
  if (task.name == "ties") return places = community_places();
  if (task.name == "lookup") {
    const int k = n / 2;
    places = Mat(n, 2);
    for (int i = 0; i < n; ++i) places.row(i) << static_cast<Real>(2.0 * (i % k) / (k - 1) - 1), static_cast<Real>(i < k ? 0.8 : -0.8);
    return places;
  }
  std::vector<charts::GraphTie> ties;
  for (const Tie& tie : graph.ties) ties.push_back({.from = tie.from, .to = tie.to});
  constexpr std::uint64_t kClubSeed = 55;  // of 400 the one that keeps marks, and member 3 from those whom it sees, farthest apart
  places = charts::graph_layout(n, ties, task.one_graph ? kClubSeed : 1);
  if (!task.one_graph) return places;
  for (Index c = 0; c < 2; ++c) {  // the club fills its picture in both directions
    const Real low = places.col(c).minCoeff(), high = places.col(c).maxCoeff();
    places.col(c) = (2 * (places.col(c).array() - low) / (high - low) - 1).matrix().eval();
  }
  return places;
}

std::vector<std::string> names_of(const tasks::GraphTask& task, const tasks::GraphExample& graph) {
  const int n = graph.nodes();
  std::vector<std::string> names = numbered("", n);
  if (task.name == "molecules")
    for (int i = 0; i < n; ++i) names[static_cast<size_t>(i)] = atom_letter(atom_of(graph, i));
  if (task.name == "lookup")
    for (int i = 0; i < n / 2; ++i) {
      names[static_cast<size_t>(i)] = "k" + std::to_string(i + 1);
      names[static_cast<size_t>(n / 2 + i)] = "q" + std::to_string(i + 1);
    }
  return names;
}

HeadRun head_run(const models::GraphLayerRun& layer, const Neighbours& graph, int head, int heads) {
  HeadRun out;
  const Index width = layer.features.cols() / heads;
  out.features = layer.features.value().middleCols(head * width, width);
  const Mat weights = layer.weights.value();
  out.weights = kernels::dense(graph, weights, head);
  out.mixed = kernels::product(out.weights, out.features);
  if (!layer.scores) return out;
  const Mat scores = layer.scores.value();
  out.scores = Mat::Constant(graph.nodes(), graph.nodes(), std::numeric_limits<Real>::quiet_NaN());
  for (int i = 0, e = 0; i < graph.nodes(); ++i)
    for (const int j : graph.of(i)) out.scores(i, j) = scores(e++, head);
  return out;
}

const Mat& parameter(const models::GraphNetwork& network, int layer, const char* name) {
  const nn::Parameter* found = network.parameters().find("layers." + std::to_string(layer) + "." + name);
  CHECK(found, "a network without ", name, " in layer ", layer);
  return found->value;
}

/// The quantities from which scores are computed, as far as the run of the layer does not record them.
void study_scores(const models::GraphNetwork& network, const models::GraphLayerRun& layer, int at, GraphStudy* out) {
  out->slope = network.settings().slope;
  out->input = layer.input.value();
  out->projection = parameter(network, at, "w");
  out->bias = parameter(network, at, "b");
  if (!models::is_attention(out->kind)) return;
  const Mat& source = parameter(network, at, "a_source");
  const Index width = source.cols(), n = out->input.rows();
  if (out->kind == models::GraphLayerKind::attention_v2) {
    const Mat asking = kernels::product(out->input, parameter(network, at, "w_source"));
    out->mixers = source;
    for (int h = 0; h < out->heads; ++h) out->head[static_cast<size_t>(h)].asking = asking.middleCols(h * width, width);
    return;
  }
  const Mat& target = parameter(network, at, "a_target");
  out->gates = Mat(n, 2 * out->heads);
  for (int h = 0; h < out->heads; ++h) {
    const Mat& features = out->head[static_cast<size_t>(h)].features;
    out->gates.col(2 * h) = kernels::product_bt(features, source.row(h));
    out->gates.col(2 * h + 1) = kernels::product_bt(features, target.row(h));
  }
}

std::vector<int> random_order(int n, int seed) {
  std::vector<int> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  Rng rng(static_cast<std::uint64_t>(seed));
  if (seed > 0) rng.shuffle(&order);
  return order;
}

/// The largest change of a node's logits when all nodes are renumbered.
double moved_by(const std::vector<int>& order, const models::GraphNetwork& network, const ShownGraph& shown, const Mat& logits) {
  const Mat& x = shown.example.features;
  Mat turned(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i) turned.row(i) = x.row(order[static_cast<size_t>(i)]);
  const Mat now = logits_of(network, turned, permuted(shown.graph, order));
  if (now.rows() != x.rows()) return static_cast<double>((now - logits).cwiseAbs().maxCoeff());
  Real most = 0;
  for (Index i = 0; i < x.rows(); ++i)
    most = std::max(most, (now.row(i) - logits.row(order[static_cast<size_t>(i)])).cwiseAbs().maxCoeff());
  return static_cast<double>(most);
}

void study_layer(const Params& p, const models::GraphNetwork& network, autodiff::MakeEngine engine, GraphStudy* out) {
  autodiff::Tape tape(engine());
  tape.set_recording(false);
  const Mat& x = out->shown.example.features;
  const models::GraphRun run = network.run(tape, {&out->shown.graph, &x});
  const int at = std::min(p.layer, run.count) - 1;
  const models::GraphLayerRun& layer = run.layers[static_cast<size_t>(at)];
  tape.bring(std::array{layer.input, layer.features, layer.scores, layer.weights});
  out->layers = run.count;
  out->heads = static_cast<int>(layer.weights.cols());
  for (int h = 0; h < out->heads; ++h) out->head.push_back(head_run(layer, out->shown.graph, h, out->heads));
  study_scores(network, layer, at, out);
  const models::GraphNetworkSettings& settings = network.settings();
  const bool is_answer = settings.answer != models::GraphAnswer::graphs && !settings.linear_answer && at + 1 == run.count;
  if (!is_answer) out->bend = settings.activation;
  const Index n = x.rows();
  if (p.head > 0 && p.head <= out->heads) {
    out->weights = out->head[static_cast<size_t>(p.head - 1)].weights;
  } else {
    out->weights = Mat::Zero(n, n);
    for (const HeadRun& head : out->head) out->weights += head.weights / static_cast<Real>(out->heads);
  }
  out->uniform = Mat::Zero(n, 1);
  for (int i = 0; i < n; ++i)
    if (const size_t degree = out->shown.graph.of(i).size(); degree > 0)
      out->uniform(i, 0) = static_cast<Real>(std::log(static_cast<double>(degree)));
  out->shares = out->weights;
  if (!models::is_attention(out->kind))
    for (Index i = 0; i < n; ++i)
      if (const Real sum = out->shares.row(i).sum(); sum > 0) out->shares.row(i) /= sum;
  out->entropy = kernels::entropy_rows(out->shares);
  const auto whole = static_cast<double>(out->uniform.sum());
  out->evenness = whole > 0 ? static_cast<double>(out->entropy.sum()) / whole : 1;
}

}  // namespace

ShownGraph shown_graph(const Params& p) {
  ShownGraph out;
  out.task = &task_of(p);
  const bool club = is_club(p);
  out.example = shown_example(p);
  const int n = out.example.nodes();
  if (club && !p.given.empty()) {
    out.example.given.clear();
    for (const auto& [node, label] : p.given) out.example.given.push_back(node);
  }
  out.ties = dense(neighbours(n, out.example.ties, out.example.kind, false));
  Mask mask = club ? changed(out.ties, changes_shown(p)) : out.ties;
  if (loops_of(p)) mask.diagonal().setConstant(true);
  out.graph = neighbours(mask);
  out.names = names_of(*out.task, out.example);
  // A molecule is laid out as it was drawn, so that its atoms keep still while the reader changes bonds.
  out.places = laid_out(*out.task, out.task->one_graph ? 0 : p.example, out.task->name == "molecules" ? drawn_molecule(p) : out.example);
  if (out.task->name == "molecules")
    out.places = molecule_places(out.places, p);
  else if (can_move_nodes(p))
    out.places = charts::with_dragged(out.places, dragged_of(p));
  return out;
}

Answers answers_of(const models::GraphNetwork& network, const tasks::GraphExample& example, const Neighbours& graph,
                   autodiff::MakeEngine engine) {
  Answers a;
  a.logits = logits_of(network, example.features, graph, engine);
  a.probabilities = kernels::softmax_rows(a.logits);
  for (Index i = 0; i < a.logits.rows(); ++i) a.chosen.push_back(models::likeliest(a.logits.row(i)));
  if (network.settings().answer == models::GraphAnswer::graphs) {
    a.asked = 1, a.right = a.chosen.front() == example.answer;
    return a;
  }
  if (network.settings().answer != models::GraphAnswer::nodes) return a;
  for (int i = 0; i < example.nodes(); ++i) {
    const bool given = std::find(example.given.begin(), example.given.end(), i) != example.given.end();
    if (given || example.classes[static_cast<size_t>(i)] < 0) continue;
    ++a.asked;
    a.right += a.chosen[static_cast<size_t>(i)] == example.classes[static_cast<size_t>(i)];
  }
  return a;
}

GraphStudy study_graph(const Params& p, const training::Models& models, autodiff::MakeEngine engine) {
  GraphStudy out;
  const models::GraphNetwork& network = learner_of(models.trainer).network();
  out.shown = shown_graph(p);
  out.kind = network.settings().kind;
  study_layer(p, network, engine, &out);
  out.model = out.before = answers_of(network, out.shown.example, out.shown.graph, engine);
  if (is_club(p) && changes_shown(p) != p.learnt_changes) {
    Mask mask = changed(out.shown.ties, p.learnt_changes);
    if (loops_of(p)) mask.diagonal().setConstant(true);
    out.before = answers_of(network, out.shown.example, neighbours(mask));
    for (size_t i = 0; i < out.model.chosen.size(); ++i) out.switched += out.model.chosen[i] != out.before.chosen[i];
  }
  out.order = random_order(out.shown.example.nodes(), p.renumber);
  if (out.kind != models::GraphLayerKind::learned_convolution)  // its learned numbers belong to ties by their place in the list
    out.moved = moved_by(out.order, network, out.shown, out.model.logits);
  for (const auto& [name, rival] : models.beside) {
    out.rival_kind = learner_of(rival).network().settings().kind;
    out.rival = answers_of(learner_of(rival).network(), out.shown.example, out.shown.graph);
  }
  out.provenance = models.trainer.provenance();
  return out;
}

}  // namespace attn::lessons::graph_attention
