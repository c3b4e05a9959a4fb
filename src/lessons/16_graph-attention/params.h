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
#include "tasks/graph_text.h"
#include "tasks/graphs.h"

namespace attn::course {
struct Import;
}

namespace attn::lessons::graph_attention {

inline constexpr int kTokens = 12;    ///< nodes of the painted graph, at most
inline constexpr int kExamples = 99;  ///< that can be shown of a task that draws its graphs

/// What the hand does to the nodes of the club, or to the atoms of a molecule. With each but `tie` a drag moves a node; `move` is `look`,
/// as older links call it.
enum class Tool { look, move, tie, label };
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
  std::string own;  ///< the reader's own graph in the club's place, see tasks::graph_from_line(); empty: the club

  // The model; all of these restart training.
  int task = 0;  ///< place in tasks::graph_tasks()
  models::GraphLayerKind network = models::GraphLayerKind::attention;
  bool self_loops = true;  ///< of the nodes of tasks that have no loops of their own
  std::string labels;      ///< "1:0 34:1", whose class the club's model is told; empty: as the task has it

  std::string learnt;  ///< changes of the club's ties as below, which the model is trained with

  // How it is looked at and used.
  int node = 0;     ///< the node selected, from 0
  int layer = 1;    ///< whose weights are shown, from 1
  int head = 1;     ///< 0: the mean of the heads; else the head shown, from 1
  int example = 1;  ///< which drawn graph is shown
  Tool tool = Tool::look;
  Pane pane = Pane::steps;
  std::string changes;  ///< "+1-34 -1-2": ties of the club added and cut, which the trained model is applied to
  Mat dragged;          ///< [k,3] node, x, y of the club's nodes that were dragged
  Mat moved;            ///< the same of the graph of another task; given up with that graph
  Mat own_dragged;      ///< and of the reader's own graph
  int renumber = 0;     ///< number of a random order of the nodes; 0 is the order as given

  // What the reader makes of the molecule and of the image number `example`; given up with them.
  std::string atoms;  ///< "3:2 5:0": other kinds of atoms, see tasks::Atom
  std::string bonds;  ///< "+1-4 -1-2": as `changes`
  Mat painted;        ///< [s,s] 1: painted bright, -1: dark, 0: as drawn; or [0,s]

  ScaleView scale;  ///< the graph of ten thousand nodes

  // Follow from the others, see settle().
  std::vector<Change> made, learnt_changes, made_bonds;  ///< the last ones that could be read
  std::vector<Label> made_atoms;
  std::vector<Label> given;    ///< and labels; empty: as the task has them
  tasks::GraphText own_graph;  ///< without nodes: the club
  std::string changes_refused, learnt_refused, labels_refused, own_refused, atoms_refused, bonds_refused;

  static params::Table<Params> table();
};

const tasks::GraphTask& task_of(const Params& p);
/// Whether the graph is the karate club, whose ties, places and labels can be changed.
bool is_club(const Params& p);

/// Whether the task's graph is drawn, so that its nodes can be moved: pixels lie where they lie.
bool can_move_nodes(const Params& p);
/// Where the reader put the nodes of the task's graph, for with_dragged().
const Mat& dragged_of(const Params& p);

/// Whether nodes see themselves.
bool loops_of(const Params& p);
/// The club's ties with these changes, the lower number first.
std::vector<Tie> ties_of(const std::vector<Change>& changes);
/// What a model of the parameters' task is made for.
Choice choice_of(const Params& p, models::GraphLayerKind kind);
/// Those that the graph shown has: a number for each tie, as learned convolutions have, belongs to the ties that it was trained with.
const std::vector<Change>& changes_shown(const Params& p);

/// The mask fits the text; the node, layer and head exist; changes and labels are read, and what cannot be read leaves the last that could.
/// Idempotent.
void settle(const Params& before, Params& after);

/// Takes a reader's edge list or GraphML as `own`.
course::Import take_graph(Params& p, std::string_view text);

/// The class given to a node of the club, or -1.
int label_of(const Params& p, int node);
/// The node's label gives way to the next class, and after the last one to none; at least one node of each class keeps one.
void give_next_label(const Params& p, int node, Params* edit);

}  // namespace attn::lessons::graph_attention
