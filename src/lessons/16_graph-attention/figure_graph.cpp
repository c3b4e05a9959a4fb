// The graph, with a node's weights as ties, and beside it the sum of that node step by step, or all weights as a matrix.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/graph_layout.h"
#include "charts/small_button.h"
#include "lessons/16_graph-attention/edits.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Align, canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// The weight whose tie has the full width.
float full_weight(const GraphStudy& s, int node) {
  return node < 0 ? 1 : std::max(0.25f, static_cast<float>(s.weights.row(node).maxCoeff()));
}

std::vector<charts::GraphNode> nodes_of(const Params& p, const GraphStudy& s) {
  const tasks::GraphExample& example = s.shown.example;
  std::vector<charts::GraphNode> nodes;
  for (int i = 0; i < example.nodes(); ++i) {
    const auto at = static_cast<size_t>(i);
    charts::GraphNode node{.name = s.shown.names[at]};
    if (s.shown.task->asks == tasks::GraphAsks::nodes) {
      const bool asked = example.classes[at] >= 0;
      node.group = asked ? s.model.chosen[at] : -1;
      node.known = std::find(example.given.begin(), example.given.end(), i) != example.given.end();
      node.wrong = asked && !node.known && s.model.chosen[at] != example.classes[at];
    } else if (s.shown.task->asks == tasks::GraphAsks::ties) {
      node.group = example.classes[at];
    }
    nodes.push_back(node);
  }
  if (is_club(p) && !p.labels.empty())
    for (size_t i = 0; i < nodes.size(); ++i) nodes[i].known = label_of(p, static_cast<int>(i)) >= 0;
  return nodes;
}

void edit_graph(const charts::GraphHand& hand, const Params& p, const GraphStudy& s, Params& edit) {
  const Tool tool = tool_of(p);
  if (hand.pressed >= 0) edit.node = hand.pressed;
  if (hand.moved >= 0 && task_of(p).name != "molecules")
    charts::put_dragged(is_club(p) ? &edit.dragged : &edit.moved, hand.moved, hand.place);
  if (is_club(p)) {
    if (hand.clicked >= 0 && tool == Tool::label) give_next_label(p, hand.clicked, &edit);
    if (hand.from >= 0) edit.changes = write_changes(toggled(p.made, changed(s.shown.ties, p.made), hand.from, hand.to));
  } else if (task_of(p).name == "molecules") {
    edit_molecule(hand, tool, p, &edit);
  }
}

charts::GraphTool graph_tool(const Params& p) {
  if (!can_move_nodes(p)) return charts::GraphTool::kLook;
  return tool_of(p) == Tool::tie ? charts::GraphTool::kTie : charts::GraphTool::kMove;
}

void draw_picture(Canvas& canvas, Rect area, const Params& p, const GraphStudy& s, Params& edit) {
  const std::string right = s.model.asked ? std::to_string(s.model.right) + " of " + std::to_string(s.model.asked) + " right" : "";
  draw_heading(canvas, &area, s.shown.task->label, right);
  draw_tools(canvas, &area, p, edit);
  std::vector<std::string> groups;
  if (s.shown.task->asks == tasks::GraphAsks::nodes) groups = class_names(*s.shown.task);
  const float full = full_weight(s, p.node);
  const bool some_wrong = s.model.right < s.model.asked;
  const charts::GraphLegend legend{.groups = groups,
                                   .known = !s.shown.example.given.empty(),
                                   .wrong = some_wrong,
                                   .weights = area.height > 150 ? "weight" : "",
                                   .full_weight = full};
  if (area.height > 120) {
    area.cut_top(charts::draw_graph_legend(canvas, area, legend));
    area.cut_top(4);
  }
  const std::vector<charts::GraphNode> nodes = nodes_of(p, s);
  std::vector<charts::GraphTie> ties = charts::graph_ties(dense(s.shown.graph), s.weights, p.node);
  std::erase_if(ties, [&p](const charts::GraphTie& tie) { return tie.from == tie.to && tie.from != p.node; });
  const charts::GraphHand hand = charts::draw_graph(canvas, area,
                                                    {.id = "node",
                                                     .tie_id = "weights",
                                                     .places = s.shown.places,
                                                     .nodes = nodes,
                                                     .ties = ties,
                                                     .groups = groups,
                                                     .selected = p.node,
                                                     .tool = graph_tool(p),
                                                     .full_weight = full});
  edit_graph(hand, p, s, edit);
}

// ---- the selected node's sum ----------------------------------------------------------------------------------------------------------

/// The columns of the steps. There is a row for each neighbour, with its name, score, weight and features.
struct Steps {
  Rect area;
  float name, score, weight, row;
  int columns;  ///< columns of features
  float cell, letters;

  float top(int i) const { return area.y + row * static_cast<float>(i); }
  Rect score_at(int i) const { return {area.x + name, top(i), score, row}; }
  Rect weight_at(int i) const { return {area.x + name + score, top(i), weight, row}; }
  Rect feature_at(int i, int c) const { return {area.x + name + score + weight + 8 + cell * static_cast<float>(c), top(i), cell, row}; }
};

constexpr float kNumberGap = 6;  ///< gap on the right of a number

Steps laid_out(Rect area, int rows, const HeadRun* head) {
  const bool narrow = area.width < 220, scores = head && head->scores.size();
  Steps s{area, narrow ? 26.0f : 34.0f, !scores ? 0.0f : narrow ? 38.0f : 52.0f, 0, 0, 0, 0, narrow ? 11.0f : 12.0f};
  s.weight = std::min(narrow ? 54.0f : area.width < 300 ? 72.0f : 96.0f, area.width - s.name - s.score);
  s.row = std::min(24.0f, area.height / static_cast<float>(rows));
  const float room = area.width - s.name - s.score - s.weight - 8;
  if (head) s.columns = std::max(0, std::min(static_cast<int>(head->features.cols()), static_cast<int>(room / 18)));
  if (s.columns > 0) s.cell = std::min(44.0f, room / static_cast<float>(s.columns));
  return s;
}

void draw_number(Canvas& canvas, Rect place, double value, float letters, std::string_view id, std::string_view label) {
  const bool hot = canvas.is_hot(id);
  if (hot) canvas.border(place.inset(1, 1), {canvas.color(Role::kAccent), 2}, 3);
  canvas.text({place.right() - kNumberGap, place.center().y}, canvas::shown_fixed(value, 2),
              {.color = canvas.color(Role::kInk), .size = letters, .align = Align::kRight});
  canvas.region(id, place, Grip::kHover, label);
}

/// A weight as a bar. A weight of `largest` has the longest bar, one of `full` the strongest colour.
void draw_weight(Canvas& canvas, Rect place, double value, float largest, float full, float letters, std::string_view id) {
  const float room = kNumberGap + 4 + canvas.measure("0.00", {.color = canvas.color(Role::kInk), .size = letters}).width;
  const Rect bar{place.x, place.y + 0.2f * place.height, std::max(0.0f, place.width - room) * static_cast<float>(value) / largest,
                 0.6f * place.height};
  canvas.rect(bar, canvas.theme().sequential(0.25f + 0.75f * static_cast<float>(value) / full), 2);
  draw_number(canvas, place, value, letters, id, "weight");
}

void draw_feature(Canvas& canvas, Rect place, double value, float limit, std::string_view id, Role role) {
  const Rect cell = place.inset(0.5f, 1);
  const Color fill = canvas.theme().diverging(static_cast<float>(value) / limit);
  canvas.rect(cell, fill, 2);
  if (canvas.is_hot(id)) canvas.border(cell, {canvas.color(Role::kAccent), 2}, 2);
  if (place.width >= 30 && place.height >= 13)
    canvas.text(cell.center(), canvas::shown_fixed(value, 1), {.color = canvas.theme().on(fill), .size = 11, .align = Align::kCenter});
  canvas.region(id, cell, Grip::kHover, role == Role::kValue ? "a number of what the neighbour says" : "a number of the weighted sum");
}

/// The neighbours that are shown: all, or, if there is room for `fit` only, those with the largest weights.
std::vector<int> shown_neighbours(const GraphStudy& s, int node, size_t fit) {
  const std::span<const int> seen = s.shown.graph.of(node);
  std::vector<int> all(seen.begin(), seen.end());
  if (all.size() <= fit) return all;
  std::stable_sort(all.begin(), all.end(), [&](int a, int b) { return s.weights(node, a) > s.weights(node, b); });
  all.resize(fit);
  std::sort(all.begin(), all.end());
  return all;
}

void draw_steps_head(Canvas& canvas, const Steps& steps, bool features, std::string_view letter) {
  canvas::TextStyle style = charts::quiet(canvas, 11, Align::kRight);
  if (steps.score > 0) canvas.text({steps.score_at(0).right() - kNumberGap, steps.score_at(0).center().y}, "score", style);
  canvas.text({steps.weight_at(0).right() - kNumberGap, steps.weight_at(0).center().y}, "weight", style);
  style.align = Align::kLeft;
  if (features && steps.columns > 0) {
    style.color = canvas.color(Role::kValue);
    const float room = steps.cell * static_cast<float>(steps.columns);
    const bool fits = canvas.measure(letter, style).width <= room;
    canvas.text({steps.feature_at(0, 0).x, steps.feature_at(0, 0).center().y}, fits ? std::string(letter) : "g", style);
  }
}

void draw_steps(Canvas& canvas, Rect area, const Params& p, const GraphStudy& s) {
  const int i = p.node;
  const std::span<const int> seen = s.shown.graph.of(i);
  const std::string name = s.shown.names[static_cast<size_t>(i)];
  draw_heading(canvas, &area,
               charts::fitting(canvas, charts::strong(canvas, 13), area.width,
                               {"Node " + name + " sees itself and " + counted(static_cast<int>(seen.size()) - 1, "other", "others"),
                                "Node " + name + " sees " + std::to_string(seen.size()), "Node " + name}),
               p.head > 0 && s.heads > 1 ? "head " + std::to_string(p.head)
               : s.heads > 1             ? "mean of the heads"
                                         : "");
  if (seen.empty()) {
    canvas.text(area.center(), "sees nobody: its output is zero", charts::quiet(canvas, 12, Align::kCenter));
    return;
  }
  const HeadRun* head = p.head > 0 ? &s.head[static_cast<size_t>(p.head - 1)] : s.heads == 1 ? &s.head.front() : nullptr;
  const auto fit = static_cast<size_t>(std::max(1.0f, area.height / 15 - 3));
  const std::vector<int> shown = shown_neighbours(s, i, fit);
  const bool some = shown.size() < seen.size();
  const int rows = static_cast<int>(shown.size());
  const Steps steps = laid_out(area, rows + 2 + some, head);
  const float full = full_weight(s, i), largest = std::max(1e-6f, static_cast<float>(s.weights.row(i).maxCoeff()));
  float limit = 0.1f;
  if (head)
    for (const int j : shown) limit = std::max(limit, static_cast<float>(head->features.row(j).cwiseAbs().maxCoeff()));
  draw_steps_head(canvas, steps, head != nullptr, steps.columns > 0 ? "what it says" : "");
  canvas::TextStyle key = charts::strong(canvas, 12);
  key.color = canvas.color(Role::kKey);
  for (int k = 0; k < rows; ++k) {
    const int j = shown[static_cast<size_t>(k)];
    canvas.text({steps.area.x + 2, steps.top(k + 1) + steps.row / 2}, s.shown.names[static_cast<size_t>(j)], key);
    const std::string cell = "[" + std::to_string(i) + "," + std::to_string(j) + "]";
    if (steps.score > 0)
      draw_number(canvas, steps.score_at(k + 1), static_cast<double>(head->scores(i, j)), steps.letters, "scores" + cell, "score");
    draw_weight(canvas, steps.weight_at(k + 1), static_cast<double>(s.weights(i, j)), largest, full, steps.letters, "weights" + cell);
    for (int c = 0; c < steps.columns; ++c)
      draw_feature(canvas, steps.feature_at(k + 1, c), static_cast<double>(head->features(j, c)), limit, canvas::cell_id("features", j, c),
                   Role::kValue);
  }
  int at = rows + 1;
  if (some)
    canvas.text({steps.area.x + 2, steps.top(at++) + steps.row / 2}, "and " + std::to_string(seen.size() - shown.size()) + " with less",
                charts::quiet(canvas, 11));
  canvas.line({area.x, steps.top(at)}, {area.right(), steps.top(at)}, {canvas.color(Role::kMuted), 1});
  canvas::TextStyle sum = charts::strong(canvas, 12);
  sum.color = canvas.color(Role::kOutput);
  canvas.text({steps.area.x + 2, steps.top(at) + steps.row / 2}, steps.columns > 0 ? "sum" : "all", sum);
  canvas.text({steps.weight_at(at).right() - kNumberGap, steps.weight_at(at).center().y},
              canvas::shown_fixed(static_cast<double>(s.weights.row(i).sum()), 2), charts::quiet(canvas, steps.letters, Align::kRight));
  for (int c = 0; c < steps.columns; ++c)
    draw_feature(canvas, steps.feature_at(at, c), static_cast<double>(head->mixed(i, c)), limit, canvas::cell_id("mixed", i, c),
                 Role::kOutput);
}

// ---- all weights ----------------------------------------------------------------------------------------------------------------------

void draw_matrix(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const GraphStudy& s = r.graph;
  const int n = s.shown.example.nodes();
  draw_heading(canvas, &area, "All weights", "a row for each node that looks");
  Rect foot = area.cut_bottom(26);
  if (charts::draw_small_button(canvas, foot.cut_left(std::min(96.0f, 0.5f * foot.width)).inset(0, 1), "renumber-again", "Renumber",
                                "give all nodes other numbers"))
    edit.renumber = p.renumber % 999 + 1;
  foot.cut_left(10);
  const std::string moved = "moved by " + canvas::shown_rounded(s.moved, 2);
  const bool wide = foot.width > 100;
  if (p.renumber > 0 && s.moved < 1e-4)
    canvas::draw_hint(canvas, foot, wide ? "same answers, up to rounding" : "answers as before", charts::quiet(canvas, 11));
  else if (p.renumber > 0)
    canvas::draw_hint(canvas, foot, wide ? "an answer has " + moved : moved, charts::quiet(canvas, 11));
  const float names = n <= 40 ? 18.0f : 4.0f;
  const float side = std::max(20.0f, std::min(area.width - names, area.height - names - 6));
  const Rect cells{area.x + names, area.y + names, side, side};
  const float full = std::max(0.25f, static_cast<float>(s.weights.maxCoeff()));
  std::vector<Color> colors;
  for (Index c = 0; c < r.matrix.size(); ++c)
    colors.push_back(canvas.theme().sequential(std::round(24 * static_cast<float>(r.matrix.data()[c]) / full) / 24));
  canvas.cells(cells, n, n, colors);
  canvas.border(cells, {canvas.color(canvas.is_hot("matrix") ? Role::kAccent : Role::kMuted), 1});
  canvas::TextStyle style = charts::quiet(canvas, 10);
  const int stride = n <= 40 ? static_cast<int>(std::ceil(13 * static_cast<float>(n) / side)) : n;  // keeps numbers of two digits apart
  for (int i = 0; i < n; ++i) {
    const int node = s.order[static_cast<size_t>(i)];
    const Rect row = cells.cell(i, 0, n, n), col = cells.cell(0, i, n, n);
    if (node == p.node) canvas.border({cells.x - 1, row.y - 1, cells.width + 2, row.height + 2}, {canvas.color(Role::kQuery), 1.5f});
    if (i % stride != 0 || n > 40) continue;
    style.align = Align::kRight, style.color = canvas.color(Role::kQuery);
    canvas.text({cells.x - 4, row.center().y}, s.shown.names[static_cast<size_t>(node)], style);
    style.align = Align::kCenter, style.color = canvas.color(Role::kKey);
    canvas.text({col.center().x, cells.y - 8}, s.shown.names[static_cast<size_t>(node)], style);
  }
  const canvas::Interaction hand = canvas.grid("matrix", cells, n, n, Grip::kClick, "weights, a row for each node that looks");
  if (hand.pressed && hand.row >= 0) edit.node = s.order[static_cast<size_t>(hand.row)];
}

}  // namespace

void draw_graph(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  Rect foot = area.cut_bottom(24);
  const Halves both = halves(area, 0.55f);
  draw_picture(canvas, both.first, p, r.graph, edit);
  if (p.pane == Pane::matrix)
    draw_matrix(canvas, both.second, p, r, edit);
  else
    draw_steps(canvas, both.second, p, r.graph);
  draw_next_example(canvas, &foot, p, edit);
  canvas::draw_hint(canvas, foot, hint_of(p), charts::quiet(canvas, 11));
}

}  // namespace attn::lessons::graph_attention
