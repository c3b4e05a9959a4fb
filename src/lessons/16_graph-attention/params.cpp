#include "lessons/16_graph-attention/params.h"

#include <algorithm>

#include "base/resized.h"
#include "base/rng.h"
#include "course/lesson.h"
#include "kernels/mask.h"
#include "lessons/16_graph-attention/edits.h"
#include "lessons/16_graph-attention/mask_study.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::graph_attention {
namespace {

std::vector<params::Choice> tasks_to_choose() {
  std::vector<params::Choice> out;
  for (const tasks::GraphTask& task : tasks::graph_tasks()) out.push_back({task.name, task.label});
  return out;
}

tasks::GraphExample drawn(const tasks::GraphTask& task, int example) {
  Rng rng(static_cast<std::uint64_t>(example));
  return task.draw(tasks::Split::kHeldOut, rng);
}

int nodes_of(const Params& p) {
  if (task_of(p).one_graph) return task_of(p).name == "ties" ? tasks::kCommunities * tasks::kCommunityMembers : tasks::kKarateMembers;
  if (task_of(p).name == "molecules") return static_cast<int>(atoms_of(p).size());
  return drawn(task_of(p), p.example).nodes();
}

int classes_of(const Params& p) { return static_cast<int>(task_of(p).classes.size()); }

/// The labels that training is told where the reader gives none.
std::vector<Label> usual_labels(const Params& p) {
  const tasks::GraphExample example = task_of(p).name == "karate" ? tasks::karate_two() : tasks::karate_four();
  std::vector<Label> out;
  for (const int node : example.given) out.emplace_back(node, example.classes[static_cast<size_t>(node)]);
  std::sort(out.begin(), out.end());
  return out;
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences) out += (out.empty() ? "" : " ") + sentence;
  return out;
}

/// Reads `own`. If it cannot be read, the last graph that could stays.
void read_own(Params* p) {
  p->own_refused.clear();
  if (p->own.empty()) {
    p->own_graph = {};
  } else {
    tasks::GraphText graph = tasks::graph_from_line(p->own);
    if (graph.accepted())
      p->own_graph = std::move(graph);
    else
      p->own_refused = joined(graph.messages);
  }
  const int nodes = p->own_graph.accepted() ? p->own_graph.nodes() : tasks::kKarateMembers;
  p->source = std::min(p->source, nodes - 1);
}

/// Reads the changes of molecule number `example`.
void read_molecule(Params* p) {
  p->made_atoms.clear(), p->made_bonds.clear();
  p->atoms_refused.clear(), p->bonds_refused.clear();
  if (p->atoms.empty() && p->bonds.empty()) return;
  const int atoms = drawn(*tasks::find_graph_task("molecules"), p->example).nodes() + kMostAdded;
  p->atoms_refused = read_labels(p->atoms, atoms, kGone + 1, &p->made_atoms);
  p->bonds_refused = read_changes(p->bonds, atoms, &p->made_bonds);
}

bool same(const Mat& a, const Mat& b) { return a.rows() == b.rows() && a == b; }

/// Drops the edits of an example when another one is shown, unless the same edit of the parameters brings new ones.
void forget_edits(const Params& before, Params* after) {
  const bool other_example = before.example != after->example;
  if ((other_example || before.task != after->task) && same(before.moved, after->moved)) after->moved = Mat(0, 3);
  if (before.own != after->own && same(before.own_dragged, after->own_dragged)) after->own_dragged = Mat(0, 3);
  if (!other_example) return;
  if (before.atoms == after->atoms) after->atoms.clear();
  if (before.bonds == after->bonds) after->bonds.clear();
  if (same(before.painted, after->painted)) after->painted = Mat(0, tasks::kImageSide);
}

std::vector<Label> labels_in_force(const Params& p) { return p.given.empty() ? usual_labels(p) : p.given; }

}  // namespace

Params::Params()
    : text("Hang them not let them go"),
      mask(kernels::causal_mask(6, 6)),
      dragged(0, 3),
      moved(0, 3),
      own_dragged(0, 3),
      painted(0, tasks::kImageSide) {
  learning_rate = Real(0.01), batch = 16;
}

const tasks::GraphTask& task_of(const Params& p) { return tasks::graph_tasks()[static_cast<size_t>(p.task)]; }

bool is_club(const Params& p) { return task_of(p).name == "karate" || task_of(p).name == "karate-four"; }

bool can_move_nodes(const Params& p) { return task_of(p).name != "pixels"; }

const Mat& dragged_of(const Params& p) { return is_club(p) ? p.dragged : p.moved; }

bool loops_of(const Params& p) { return p.self_loops && usual_self_loops(task_of(p)); }

std::vector<Tie> ties_of(const std::vector<Change>& changes) {
  constexpr int n = tasks::kKarateMembers;
  const Mask mask = changed(dense(neighbours(n, tasks::karate_ties(), TieKind::both_ways, false)), changes);
  std::vector<Tie> ties;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      if (mask(i, j)) ties.push_back({i, j});
  return ties;
}

Choice choice_of(const Params& p, models::GraphLayerKind kind) {
  Choice choice{.task = &task_of(p), .kind = kind, .self_loops = loops_of(p)};
  if (!is_club(p)) return choice;
  choice.labels = p.given;
  if (!p.learnt_changes.empty()) choice.ties = ties_of(p.learnt_changes);
  return choice;
}

const std::vector<Change>& changes_shown(const Params& p) {
  return p.network == models::GraphLayerKind::learned_convolution ? p.learnt_changes : p.made;
}

void settle(const Params& before, Params& after) {
  forget_edits(before, &after);
  if (after.walk != before.walk && after.walk < kSumStops) after.unfolded = true;  // a sum that is told is unfolded, and stays so
  const auto tokens = static_cast<Index>(sentence::tokens(after.text, kTokens).size());
  if (after.mask.rows() != tokens || after.mask.cols() != tokens) after.mask = resized(after.mask, tokens, tokens, true);
  if (after.network == models::GraphLayerKind::learned_convolution && !task_of(after).one_graph)
    after.network = models::GraphLayerKind::convolution;
  constexpr int n = tasks::kKarateMembers;
  after.changes_refused = read_changes(after.changes, n, &after.made);
  after.learnt_refused = read_changes(after.learnt, n, &after.learnt_changes);
  if (is_club(after)) after.labels_refused = read_labels(after.labels, n, classes_of(after), &after.given);
  read_own(&after);
  read_molecule(&after);
  if (after.painted.rows() > 0 && after.painted.rows() < tasks::kImageSide) {
    const Mat top = after.painted;
    after.painted = Mat::Zero(tasks::kImageSide, tasks::kImageSide);
    after.painted.topRows(top.rows()) = top;
  }
  after.node = std::min(after.node, nodes_of(after) - 1);
  const models::GraphNetworkSettings settings = settings_of(choice_of(after, after.network));
  after.layer = std::min(after.layer, settings.layers);
  after.head = std::min(after.head, head_count(settings, after.layer - 1));
}

course::Import take_graph(Params& p, std::string_view text) {
  const tasks::GraphText graph = tasks::parse_graph(text);
  const std::string message = joined(graph.messages);
  if (!graph.accepted()) return {false, message};
  p.own = tasks::graph_to_line(graph), p.source = 0;
  return {true, message};
}

int label_of(const Params& p, int node) {
  for (const auto& [labelled, label] : labels_in_force(p))
    if (labelled == node) return label;
  return -1;
}

void give_next_label(const Params& p, int node, Params* edit) {
  std::vector<Label> labels = labels_in_force(p);
  const int next = label_of(p, node) + 1;
  std::erase_if(labels, [node](const Label& label) { return label.first == node; });
  if (next < classes_of(p)) labels.emplace_back(node, next);
  if (labels.empty()) return;  // training needs at least one label
  std::sort(labels.begin(), labels.end());
  edit->labels = labels == usual_labels(p) ? "" : write_labels(labels);
}

params::Table<Params> Params::table() {
  static constexpr params::Extent kSide = {1, kTokens};
  return params::Table<Params>{}
      .text(&Params::text, {.id = "text", .label = "Nodes", .help = "A sentence; each of its first 12 words and signs is a node."})
      .mask(&Params::mask, {.id = "mask",
                            .label = "Mask",
                            .help = "1: this row's node may look at this column's. Paint it, or draw it as ties.",
                            .rows = kSide,
                            .cols = kSide})
      .integer(&Params::depth, {.id = "depth",
                                .label = "Number of layers",
                                .help = "So many times each node takes the mean of whom it sees.",
                                .min = 0,
                                .max = 16,
                                .step = 1,
                                .walked = true})
      .integer(&Params::source, {.id = "source",
                                 .label = "From node, counted from 0",
                                 .help = "Whose number is followed, counted from 0: 16 is node 17.",
                                 .min = 0,
                                 .max = tasks::kMaxGraphNodes - 1,
                                 .step = 1})
      .choice(&Params::task,
              {.id = "task", .label = "Task", .help = "What the model answers, and on which graph.", .restarts_training = true},
              tasks_to_choose())
      .choice(&Params::network,
              {.id = "network", .label = "Network", .help = "How a layer weighs the nodes that a node sees.", .restarts_training = true},
              {{"gcn", "convolution"}, {"learned", "convolution, learned"}, {"gat", "attention"}, {"gatv2", "attention, version 2"}})
      .boolean(&Params::self_loops,
               {.id = "self-loops", .label = "Self-loops", .help = "Whether each node sees itself, too.", .restarts_training = true})
      .text(&Params::labels, {.id = "labels",
                              .label = "Labels",
                              .help = "Whose club is told: 1:0 34:1 gives node 1 the first club, node 34 the second.",
                              .restarts_training = true})
      .text(&Params::learnt, {.id = "learnt",
                              .label = "Ties learned",
                              .help = "Ties of the club added and cut before training: cut 1-2, tie 1-34.",
                              .restarts_training = true})
      .integer(&Params::node, {.id = "node",
                               .label = "Node, counted from 0",
                               .help = "Whose sum is shown, counted from 0: 9 is node 10.",
                               .min = 0,
                               .max = 143,
                               .step = 1})
      .integer(&Params::layer,
               {.id = "layer", .label = "Layer", .help = "The layer whose weights are shown.", .min = 1, .max = 2, .step = 1})
      .integer(&Params::head,
               {.id = "head", .label = "Head", .help = "The head shown; 0 for the mean of all heads.", .min = 0, .max = 8, .step = 1})
      .integer(&Params::example, {.id = "example",
                                  .label = "Example",
                                  .help = "Which drawn graph is shown, of tasks that draw theirs.",
                                  .min = 1,
                                  .max = kExamples,
                                  .step = 1})
      .choice(&Params::tool,
              {.id = "tool", .label = "Your hand on a node", .help = "What a press and a drag do to a member of the club, or to an atom."},
              {{"look", "chooses or moves it"},
               {"move", "moves or chooses it"},
               {"tie", "ties it or cuts it off"},
               {"label", "gives it a label, or makes it another atom"},
               {"add", "adds an atom, or takes it away"}})
      .choice(&Params::pane, {.id = "pane", .label = "Beside the graph", .help = "What is shown next to the picture of the graph."},
              {{"steps", "one node\u2019s sum"}, {"matrix", "all weights"}})
      .boolean(&Params::unfolded,
               {.id = "unfolded", .label = "Sum unfolded", .help = "Whether the node\u2019s sum stands between the rows of the layers."})
      .number(&Params::walk, {.id = "walk",
                              .label = "Walk",
                              .help = "How much of one node\u2019s sum has been told.",
                              .min = 0,
                              .max = params::end_of_story(kSumStops),
                              .step = 0.05,
                              .walked = true})
      .text(&Params::changes,
            {.id = "changes", .label = "Ties changed", .help = "Ties of the club added and cut after training: cut 1-2, tie 1-34."})
      .matrix(&Params::dragged, {.id = "dragged",
                                 .label = "Places",
                                 .help = "Nodes of the club that were moved: number, x, y.",
                                 .min = -1,
                                 .max = tasks::kKarateMembers,
                                 .step = 0.01,
                                 .rows = {0, tasks::kKarateMembers},
                                 .cols = {3, 3}})
      .matrix(&Params::moved, {.id = "moved",
                               .label = "Places in this graph",
                               .help = "Nodes of another graph that were moved: number, x, y.",
                               .min = -1,
                               .max = 143,
                               .step = 0.01,
                               .rows = {0, 144},
                               .cols = {3, 3}})
      .matrix(&Params::own_dragged, {.id = "own-dragged",
                                     .label = "Places in your graph",
                                     .help = "Nodes of your own graph that were moved: number, x, y.",
                                     .min = -1,
                                     .max = tasks::kMaxGraphNodes - 1,
                                     .step = 0.01,
                                     .rows = {0, tasks::kMaxGraphNodes},
                                     .cols = {3, 3}})
      .text(&Params::atoms,
            {.id = "atoms",
             .label = "Atoms changed",
             .help = "Atoms of the molecule: 3:2 makes atom 3 oxygen (0 carbon, 1 nitrogen, 3 sulphur); 3:4 takes it away."})
      .text(&Params::bonds, {.id = "bonds", .label = "Bonds changed", .help = "Bonds of the molecule made and cut: cut 1-2, tie 1-4."})
      .matrix(&Params::painted, {.id = "painted",
                                 .label = "Pixels painted",
                                 .help = "1: painted bright, -1: painted dark, 0: as drawn.",
                                 .min = -1,
                                 .max = 1,
                                 .step = 1,
                                 .rows = {0, tasks::kImageSide},
                                 .cols = {tasks::kImageSide, tasks::kImageSide}})
      .integer(&Params::renumber, {.id = "renumber",
                                   .label = "Numbering",
                                   .help = "Number of a random order of the nodes; 0 is the order as given.",
                                   .min = 0,
                                   .max = 999,
                                   .step = 1})
      .text(&Params::own, {.id = "own",
                           .label = "Your graph",
                           .help = "Stands in the club's place: ties as a,b with ; between. A file or a pasted table becomes one.",
                           .max_length = 30000})
      .include(&Params::scale, scale_table())
      .include(course::training_table());
}

}  // namespace attn::lessons::graph_attention
