// A graph as a picture: nodes as marks, ties as lines whose width and colour are a weight, and what the hand does with them.
//
// Places are points of the box [-1, 1] x [-1, 1], y up, which is stretched over the area (a layout makes them: charts/graph_layout.h). A
// group is told by its shape and its letter as well as by its colour, and its colours are no role's. An arrow points to the node that is
// looked at: the tie i -> j has the weight with which node i attends to node j.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::charts {

struct GraphNode {
  std::string name = {};  ///< inside the mark where it fits, else below it; in a crowd that of the node selected or pointed at alone
  int group = -1;         ///< its class; -1: none
  float value = -1;       ///< 0 to 1: filled by the map of weights, where there is no group
  bool known = false;     ///< its class was given: a second outline
  bool faint = false;     ///< stands back
  bool lit = false;       ///< a halo, as the selected node has
  bool wrong = false;     ///< a cross: the model's class is not the true one
};

struct GraphTie {
  int from = 0, to = 0;  ///< equal for a node's tie to itself, which is drawn as a loop
  float weight = -1;     ///< 0 to 1: how much `from` attends to `to`; negative: nothing to show in this direction
  float back = -1;       ///< the other way
  bool one_way = false;  ///< without weights: an arrow instead of a line
  bool faint = false;    ///< stands back; without weights only
};

/// What pressing and dragging a node does. A press on a node is reported with each of them.
enum class GraphTool {
  kLook,  ///< nothing more
  kMove,  ///< a dragged node follows the hand; arrow keys move the one selected
  kTie,   ///< a drag from node to node, or a press on a second node, adds a tie or cuts it; ties can be pressed in their middle
};

struct Graph {
  std::string_view id = "node";  ///< the nodes are the regions id[i]
  std::string_view tie_id = {};  ///< the ties that have a weight, or can be pressed, are the regions tie_id[from,to]; empty: none
  const Mat& places;             ///< [n,2]
  std::span<const GraphNode> nodes;
  std::span<const GraphTie> ties;
  std::span<const std::string> groups = {};  ///< names, for the ear and the legend
  int selected = -1;
  GraphTool tool = GraphTool::kLook;
  float radius = 0;           ///< of a node in pixels; 0: as the room allows
  bool keeps_places = false;  ///< marks may lie on each other, since more is drawn at graph_pixel(); else they are moved apart
  float full_weight = 1;      ///< the weight that has the widest line and the strongest colour
};

/// What the hand did in this frame.
struct GraphHand {
  int clicked = -1;  ///< this node was pressed and let go where it was; never with kTie
  int pressed = -1;  ///< this node was pressed; with kTie only where the press tied nothing: the first node, or the selected one again
  int moved = -1;    ///< this node should be at `place`
  canvas::Point place = {};  ///< of the box
  int from = -1, to = -1;    ///< these two should be tied, or cut where they are tied; -1: none
};

/// Where a place of the box lies when the graph is drawn into `area`, and back. Nodes and loops stay inside of it. Nodes that would lie on
/// each other are drawn a little beside their places.
canvas::Point graph_pixel(canvas::Rect area, canvas::Point place);
canvas::Point graph_place(canvas::Rect area, canvas::Point pixel);

/// Draws it over the whole of `area` and declares its regions, ties below nodes.
GraphHand draw_graph(canvas::Canvas& canvas, canvas::Rect area, const Graph& graph, canvas::Place caller = canvas::Place::here());

/// The ties of a graph that is a matrix: allowed(i, j) where node i may look at node j. With `weights` [n,n] (or none: [0,0]) each tie
/// has those of its two directions; with a node selected only those that leave it, and the other ties stand back.
std::vector<GraphTie> graph_ties(const Mask& allowed, In weights, int selected = -1);

/// Colour of a group, different from all roles; and the letter that tells it in words: A, B, C, ...
canvas::Color group_color(const canvas::Theme& theme, int group);
std::string group_letter(int group);
/// Draws the group's shape: circle, square, diamond, triangle, pentagon, star, and again.
void draw_group_mark(canvas::Canvas& canvas, canvas::Point center, int group, float radius, canvas::Color fill,
                     canvas::Place caller = canvas::Place::here());

struct GraphLegend {
  std::span<const std::string> groups = {};  ///< names
  bool known = false;                        ///< says what the second outline is
  bool wrong = false;                        ///< and the cross
  std::string_view weights = {};             ///< "attention weight": the scale of the ties; empty: none
  float full_weight = 1;
  bool arrows = false;  ///< says what an arrow is
};
/// Draws the entries side by side from the top left of `area`, wrapping, and returns the height they took.
float draw_graph_legend(canvas::Canvas& canvas, canvas::Rect area, const GraphLegend& legend, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
