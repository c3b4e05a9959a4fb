// A graph as a picture: nodes are marks, ties are lines whose width and colour show a weight, and the hand can edit them.
//
// Places are points of the box [-1, 1] x [-1, 1], y up, which is stretched over the area (charts/graph_layout.h makes them). Groups differ
// by shape and letter as well as by colour, and none of their colours is that of a role. An arrow points to the node that is looked at: the
// tie i -> j has the weight with which node i attends to node j.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::charts {

struct GraphNode {
  std::string name = {};  ///< inside the mark or else below it; in a crowd only the selected or hovered node shows its name
  int group = -1;         ///< its class; -1: none
  float value = -1;       ///< from 0 to 1, shown as a colour of the map of weights where there is no group
  bool known = false;     ///< its class was given, which a second outline shows
  bool faint = false;     ///< it is drawn faintly
  bool lit = false;       ///< it has a halo, as the selected node has
  bool wrong = false;     ///< the model's class is not the true one, which a cross shows
};

struct GraphTie {
  int from = 0, to = 0;  ///< equal for a node's tie to itself, which is drawn as a loop
  float weight = -1;     ///< from 0 to 1: how much `from` attends to `to`; negative: nothing is shown in this direction
  float back = -1;       ///< the same in the other direction
  bool one_way = false;  ///< without weights: drawn as an arrow instead of a line
  bool faint = false;    ///< without weights: drawn faintly
};

/// What pressing and dragging a node does. Each tool reports a press on a node.
enum class GraphTool {
  kLook,  ///< nothing else
  kMove,  ///< a dragged node follows the hand, and arrow keys move the selected one
  kTie,   ///< a drag from node to node, or a press on a second node, adds or cuts a tie; ties can be pressed in their middle
};

struct Graph {
  std::string_view id = "node";  ///< the nodes are the regions id[i]
  std::string_view tie_id = {};  ///< ties that have a weight or can be pressed are the regions tie_id[from,to]; empty: they have none
  const Mat& places;             ///< [n,2]
  std::span<const GraphNode> nodes;
  std::span<const GraphTie> ties;
  std::span<const std::string> groups = {};  ///< names, for screen readers and the legend
  int selected = -1;
  GraphTool tool = GraphTool::kLook;
  float radius = 0;           ///< of a node in pixels; 0: chosen by the room
  bool keeps_places = false;  ///< marks stay at graph_pixel(), since more is drawn there; else overlapping ones are moved apart
  float full_weight = 1;      ///< the weight that has the widest line and the strongest colour
};

/// What the hand did in this frame.
struct GraphHand {
  int clicked = -1;          ///< this node was pressed and released without a drag; never with kTie
  int pressed = -1;          ///< this node was pressed; with kTie only if the press tied nothing: the first node, or the selected one again
  int moved = -1;            ///< this node should be at `place`
  canvas::Point place = {};  ///< a point of the box
  int from = -1, to = -1;    ///< these two should be tied or, if they are tied, cut; -1: none
};

/// Converts a place of the box to the pixel where it is drawn in `area`, and back. Nodes and loops stay inside the area. Overlapping nodes
/// are drawn a little beside their places.
canvas::Point graph_pixel(canvas::Rect area, canvas::Point place);
canvas::Point graph_place(canvas::Rect area, canvas::Point pixel);

/// Draws the graph over all of `area` and declares its regions, ties below nodes.
GraphHand draw_graph(canvas::Canvas& canvas, canvas::Rect area, const Graph& graph, canvas::Place caller = canvas::Place::here());

/// The ties of a graph that is given as a matrix: node i may look at node j where allowed(i, j). Each tie gets the `weights` [n,n] of its
/// two directions, unless they are [0,0]. With a node selected, only the ties that leave it get weights, and the others are faint.
std::vector<GraphTie> graph_ties(const Mask& allowed, In weights, int selected = -1);

/// The colour of a group, which is not that of any role, and the letter by which words name it: A, B, C, ...
canvas::Color group_color(const canvas::Theme& theme, int group);
std::string group_letter(int group);
/// Draws the group's shape: circle, square, diamond, triangle, pentagon, star, and again.
void draw_group_mark(canvas::Canvas& canvas, canvas::Point center, int group, float radius, canvas::Color fill,
                     canvas::Place caller = canvas::Place::here());

struct GraphLegend {
  std::span<const std::string> groups = {};  ///< names
  bool known = false;                        ///< explains the second outline
  bool wrong = false;                        ///< explains the cross
  std::string_view weights = {};             ///< names the scale of the ties, "attention weight"; empty: there is none
  float full_weight = 1;
  bool arrows = false;  ///< explains the arrows
};
/// Draws the entries side by side from the top left of `area`, wrapping, and returns the height they took.
float draw_graph_legend(canvas::Canvas& canvas, canvas::Rect area, const GraphLegend& legend, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
