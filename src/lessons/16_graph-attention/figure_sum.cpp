// One node's sum: the story, the flights from the nodes into the sum, and the sum as a formula.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/16_graph-attention/explanations.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figure_sum.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/sum_study.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// Finds the node and the column of the number that the hand is on, whichever of the pictures it is in.
void find_hot(const Canvas& canvas, SumView* v) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  for (const std::string_view id : {"features", "products", "row", "node", "term", "sees"})
    if (hot.name == id) v->hot_node = hot.row;
  for (const std::string_view id : {"features", "products", "mixed", "bias", "before-bend", "new-row"})
    if (hot.name == id) v->hot_col = hot.col;
  if ((hot.name == "weights" || hot.name == "scores") && hot.row == v->p.node) v->hot_node = hot.col;
}

// ---- flights --------------------------------------------------------------------------------------------------------------------------

Point between(Point a, Point b, float t) { return a + t * (b - a); }

/// A row on its way from `from` to the place `to`, whose size it takes on.
void draw_flight(Canvas& canvas, const SumView& v, Point from, float size, Rect to, const Mat& row, float t) {
  if (t <= 0 || t >= 1) return;
  const Point at = between(from, to.center(), t);
  const float width = size + t * (to.width - size), height = 8 + t * (std::max(8.0f, to.height - 2) - 8);
  draw_strip(canvas, {at.x - width / 2, at.y - height / 2, width, height}, row, v.limit);
}

void draw_flights(Canvas& canvas, const SumView& v, const Star& star, const SumRows& rows) {
  if (v.story.all() || rows.sum.width <= 0) return;
  for (size_t k = 0; k < v.seen.size(); ++k) {
    const float t = v.told(sum_stop::sum, static_cast<int>(k));
    const Mat row = v.products.row(v.seen[k]);
    const Rect place = rows.products[k];
    draw_flight(canvas, v, star.at[k], 3 * star.mark, place, row, std::min(1.0f, 1.8f * t));
    draw_flight(canvas, v, place.center(), place.width, rows.sum, row, std::max(0.0f, 2.25f * t - 1.25f));
  }
  const float t = v.story.told(sum_stop::next, 0, 0.9f);
  const Rect node{star.center.x - 2 * star.mark, star.center.y - star.mark - 14, 4 * star.mark, 9};
  draw_flight(canvas, v, rows.next.center(), rows.next.width, node, v.next.row(v.p.node), t);
}

// ---- the formula ----------------------------------------------------------------------------------------------------------------------

/// A line of text that is written piece by piece.
struct Line {
  Canvas& canvas;
  Point pen;
  float size;

  float write(std::string_view text, Color color, canvas::Font font = canvas::Font::kMath, float scale = 1, float down = 0) {
    const canvas::TextStyle style{.color = color, .size = scale * size, .font = font};
    canvas.text({pen.x, pen.y + down}, text, style);
    const float width = canvas.measure(text, style).width;
    pen.x += width;
    return width;
  }
};

/// The sum with its numbers, a term for each node that it sees, of which those with the largest weights are written where not all have
/// room.
void draw_formula(Canvas& canvas, Rect line, const SumView& v, Params& edit) {
  if (v.seen.empty() || line.height < 14) return;
  Line out{canvas, {line.x, line.center().y}, 0.58f * line.height};
  const Color ink = canvas.color(Role::kInk), muted = canvas.color(Role::kMuted);
  const bool bends = v.s.bend.has_value() && v.story.told(sum_stop::bend) > 0, sums = v.story.told(sum_stop::sum) > 0;
  if (!sums) return;
  out.write("h", canvas.color(Role::kOutput), canvas::Font::kMathItalic);
  out.write("\u2032", canvas.color(Role::kOutput));
  out.write(v.name(v.p.node), canvas.color(Role::kOutput), canvas::Font::kMath, 0.72f, 4);
  out.write(" = " + (bends ? std::string(bend_name(*v.s.bend)) + "(" : std::string()), ink);
  const std::string tail = std::string(v.story.told(sum_stop::bend) > 0 ? " + b" : "") + (bends ? ")" : "");
  const float term = canvas.measure("0.00 g", {.color = ink, .size = out.size, .font = canvas::Font::kMath}).width +
                     canvas.measure(v.name(v.seen.back()) + " + ", {.color = ink, .size = out.size, .font = canvas::Font::kMath}).width;
  const int room = std::max(1, static_cast<int>((line.right() - out.pen.x - 70) / term));
  const int count = std::min(room, static_cast<int>(v.seen.size()));
  std::vector<int> order(v.seen);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return v.s.weights(v.p.node, a) > v.s.weights(v.p.node, b); });
  order.resize(static_cast<size_t>(count));
  std::sort(order.begin(), order.end());
  for (int k = 0; k < count; ++k) {
    const int j = order[static_cast<size_t>(k)];
    if (k > 0) out.write(" + ", muted);
    const std::string id = "term[" + std::to_string(j) + "]";
    const float from = out.pen.x;
    const bool hot = v.hot_node == j;
    out.write(canvas::shown_fixed(static_cast<double>(v.s.weights(v.p.node, j)), 2), hot ? canvas.color(Role::kAccent) : ink);
    out.pen.x += 3;
    out.write("g", canvas.color(hot ? Role::kAccent : Role::kValue), canvas::Font::kMathItalic);
    out.write(v.name(j), canvas.color(hot ? Role::kAccent : Role::kValue), canvas::Font::kMath, 0.72f, 4);
    const Rect place{from - 2, line.y, out.pen.x - from + 4, line.height};
    if (hot) canvas.line({place.x, line.bottom() - 1}, {place.right(), line.bottom() - 1}, {canvas.color(Role::kAccent), 2});
    if (canvas.region(id, place, Grip::kClick, "the part of node " + v.name(j) + ", press to see its own sum").pressed) choose(v, j, edit);
  }
  if (count < static_cast<int>(v.seen.size())) out.write(" + \u2026", muted);
  out.write(tail, ink);
}

std::string heading_of(const SumView& v) {
  return "Node " + v.name(v.p.node) + (v.s.heads > 1 ? ", head " + std::to_string(v.p.head) : "") +
         (v.s.layers > 1 ? ", layer " + std::to_string(v.p.layer) : "");
}

}  // namespace

float SumView::told(int stop, int k) const {
  const float share = static_cast<float>(k) / static_cast<float>(std::max<size_t>(1, seen.size()));
  return story.told(stop, 0.55f * share, 0.55f * share + 0.45f);
}

SumView sum_view(const Canvas& canvas, const Params& p, const GraphStudy& s, const HeadRun& head) {
  const charts::Story story(static_cast<double>(p.walk), kSumStops);
  const std::span<const int> seen = s.shown.graph.of(p.node);
  SumView v{.p = p, .s = s, .head = head, .story = story, .unfolded = p.unfolded || !story.all(), .seen = {seen.begin(), seen.end()}};
  v.products = products_of(p, s), v.bias = bias_of(p, s), v.biased = before_bend(p, s), v.next = new_rows(p, s);
  v.limit = std::max(0.1f, static_cast<float>(v.next.row(p.node).cwiseAbs().maxCoeff()));
  for (const int j : v.seen) v.limit = std::max(v.limit, static_cast<float>(head.features.row(j).cwiseAbs().maxCoeff()));
  find_hot(canvas, &v);
  return v;
}

void choose(const SumView& v, int node, Params& edit) {
  if (node != v.p.node) {
    edit.node = node, edit.unfolded = true;
  } else if (v.story.all()) {
    edit.unfolded = !v.p.unfolded;
  } else {
    edit.walk = params::end_of_story(kSumStops);
  }
}

void draw_strip(Canvas& canvas, Rect place, const Mat& row, float limit, float alpha) {
  std::vector<Color> colors;
  for (Index c = 0; c < row.size(); ++c)
    colors.push_back(canvas.theme().diverging(static_cast<float>(row.data()[c]) / limit).with_alpha(alpha));
  canvas.cells(place, 1, static_cast<int>(colors.size()), colors);
  canvas.border(place, {canvas.color(Role::kMuted).with_alpha(0.6f * alpha), 1});
}

void draw_sum(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const HeadRun* head = head_shown(p, r.graph);
  if (!head) {
    const Rect line = area.cut_top(30);
    canvas.text({line.x, line.center().y}, "Each head has a sum of its own.", charts::quiet(canvas, 13));
    if (charts::draw_small_button(canvas, area.cut_top(26).cut_left(120), "first-head", "Show head 1", "show the sum of head 1"))
      edit.head = 1;
    return;
  }
  SumView v = sum_view(canvas, p, r.graph, *head);
  const std::vector<std::string> told = sum_sentences(v);
  const std::vector<std::string_view> sentences(told.begin(), told.end());
  charts::draw_story(canvas, &area, v.story, sentences, "one node\u2019s sum", &edit.walk);
  area.cut_bottom(4);
  Rect line = area.height > 150 ? area.cut_bottom(std::clamp(area.width / 30, 24.0f, 32.0f)) : Rect{};
  if (line.height > 0) draw_next_example(canvas, &line, p, edit);
  Rect top = area.cut_top(22);
  const std::string hint = v.unfolded ? "press a node or its row: its own sum unfolds" : "press a row: its sum unfolds";
  draw_heading(canvas, &top, heading_of(v), charts::fitting(canvas, charts::quiet(canvas, 12), 0.6f * top.width, {hint, "press a row"}));
  const Halves both = halves(area, 0.28f);
  const Star star = draw_star(canvas, both.first.inset(2, 2), v, edit);
  const SumRows rows = draw_rows(canvas, both.second, &v, edit);
  draw_flights(canvas, v, star, rows);
  if (v.unfolded) draw_formula(canvas, line, v, edit);
}

}  // namespace attn::lessons::graph_attention
