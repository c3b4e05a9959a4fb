// What a reader of the lesson on graphs may change.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "course/trained.h"
#include "lessons/16_graph-attention/changes.h"
#include "lessons/16_graph-attention/figure_scale.h"
#include "lessons/16_graph-attention/settings.h"
#include "models/graph_network.h"
#include "params/story.h"
#include "tasks/graph_text.h"
#include "tasks/graphs.h"

namespace attn::course {
struct Import;
}

namespace attn::lessons::graph_attention {

inline constexpr int kTokens = 12;    ///< most nodes of the painted graph
inline constexpr int kExamples = 99;  ///< examples that can be shown of a task that draws its graphs
inline constexpr int kSumStops = 7;   ///< of the story of one node's sum

/// What the hand does to the nodes of the club, or to the atoms of a molecule. With all tools but `tie` a drag moves a node. `move` does
/// the same as `look`; older links contain it. `add` is for the molecule that is taken apart, and does the same as `look` elsewhere.
enum class Tool { look, move, tie, label, add };
/// What stands beside the graph.
enum class Pane { steps, matrix };

struct Params : course::TrainingChoices {
  Params();

  // The mask that is a graph.
  std::string text;  ///< its tokens are the nodes
  Mask mask;         ///< [n,n] true: the row's node may look at the column's

  // How far layers see.
  int depth = 2;    ///< layers
  int source = 0;   ///< the node whose reach is lit
  std::string own;  ///< the reader's own graph, which replaces the club (tasks::graph_from_line()); empty for the club

  // The model. A change of any of these restarts training.
  int task = 0;  ///< place in tasks::graph_tasks()
  models::GraphLayerKind network = models::GraphLayerKind::attention;
  bool self_loops = true;  ///< whether nodes see themselves, in tasks that leave this open
  std::string labels;      ///< "1:0 34:1", the nodes whose class the club's model is told; empty for the usual ones

  std::string learnt;  ///< changes of the club's ties with which the model is trained, written as `changes`

  // How it is looked at and used.
  int node = 2;     ///< the node selected, from 0
  int layer = 2;    ///< the layer whose weights are shown, from 1
  int head = 1;     ///< the head shown, from 1; 0 for the mean of all heads
  int example = 1;  ///< which drawn graph is shown
  Tool tool = Tool::look;
  Pane pane = Pane::steps;
  std::string changes;                          ///< "cut 1-2, tie 1-34": ties of the club that are added and cut after training
  Mat dragged;                                  ///< [k,3] node, x, y of the club's nodes that were dragged
  Mat moved;                                    ///< the same for the graph of another task; dropped when another graph is shown
  Mat own_dragged;                              ///< the same for the reader's own graph
  bool unfolded = true;                         ///< whether the sum of `node` stands between the rows of the layers
  Real walk = params::end_of_story(kSumStops);  ///< how much of that sum has been told; the stops are those of figure_sum.h
  int renumber = 0;                             ///< number of a random order of the nodes; 0 is the order as given

  // What the reader makes of the molecule and of the image number `example`; dropped when another example is shown.
  std::string atoms;  ///< "3:2 5:0": atoms of another kind (tasks::Atom)
  std::string bonds;  ///< "cut 1-2, tie 1-4": bonds that are made and cut
  Mat painted;        ///< [s,s] 1 where painted bright, -1 where painted dark, 0 as drawn; [0,s] where nothing is painted

  ScaleView scale;  ///< the graph of ten thousand nodes

  // Set by settle() from the texts above.
  std::vector<Change> made, learnt_changes, made_bonds;  ///< `changes`, `learnt` and `bonds`, as last they could be read
  std::vector<Label> made_atoms;                         ///< `atoms`
  std::vector<Label> given;                              ///< `labels`; empty for the usual ones
  tasks::GraphText own_graph;                            ///< `own`; without nodes for the club
  std::string changes_refused, learnt_refused, labels_refused, own_refused, atoms_refused, bonds_refused;

  static params::Table<Params> table();
};

const tasks::GraphTask& task_of(const Params& p);
/// Whether the graph is the karate club, whose ties, places and labels can be changed.
bool is_club(const Params& p);

/// Whether the nodes of the task's graph can be moved. Pixels cannot.
bool can_move_nodes(const Params& p);
/// Where the reader put the nodes of the task's graph, for with_dragged().
const Mat& dragged_of(const Params& p);

/// Whether nodes see themselves, in the task of the parameters.
bool loops_of(const Params& p);
/// The club's ties after `changes`, each with its smaller node first.
std::vector<Tie> ties_of(const std::vector<Change>& changes);
/// What a model of kind `kind` is made for, in the task of the parameters.
Choice choice_of(const Params& p, models::GraphLayerKind kind);
/// The changes that the graph shown has. For a learned convolution these are the ones that it was trained with, because each of its numbers
/// belongs to one of those ties.
const std::vector<Change>& changes_shown(const Params& p);

/// Makes sure that the mask fits the text and that node, layer and head exist, and reads changes and labels. Where one cannot be read, the
/// last that could stays. Idempotent.
void settle(const Params& before, Params& after);

/// Takes an edge list or GraphML of the reader's as `own`.
course::Import take_graph(Params& p, std::string_view text);

/// The class that training is told of a node of the club, or -1.
int label_of(const Params& p, int node);
/// Changes the label of a node to the next class, and after the last class to none. The last label of all cannot be taken away.
void give_next_label(const Params& p, int node, Params* edit);

}  // namespace attn::lessons::graph_attention
