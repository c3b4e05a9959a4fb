// A head that moves on by its shift alone, over and over: what becomes of its place.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

std::vector<double> row_of(const Mat& m) {
  std::vector<double> out;
  for (Index t = 0; t < m.cols(); ++t) out.push_back(static_cast<double>(m(0, t)));
  return out;
}

void draw_points(Canvas& canvas, const charts::Axes& axes, std::string_view id, const Mat& values, canvas::Color color, Role shape) {
  for (int t = 0; t <= kMoves; t += 4) {
    const Point at = axes.to_pixel(t, static_cast<double>(values(0, t)));
    const std::string cell = canvas::cell_id(id, 0, t);
    charts::draw_mark(canvas, at, shape, 3.5f, color);
    if (canvas.is_hot(cell)) canvas.ring(at, 7, {canvas.color(Role::kAccent), 2});
    canvas.region(cell, {at.x - 6, at.y - 6, 12, 12}, Grip::kHover, "largest weight after so many moves");
  }
}

/// The shift, which can be dragged, and how wide the head's weighting is after the moves that the handle shows.
void draw_top(Canvas& canvas, Rect top, const Params& p, const Result& r, Params& edit) {
  const SmearResult& s = r.smear;
  const Rect shift = top.cut_left(std::min(110.0f, 0.3f * top.width));
  draw_shift(canvas, shift, "moves", s.shift, &edit.shift);
  top.cut_left(18);
  const std::string gamma = "\u03b3 = " + canvas::shown_rounded(static_cast<double>(p.sharpen), 3);
  const std::string moves = counted(p.after, "move");
  const double spread = std::exp(static_cast<double>(s.shown.entropy(0, p.after)));
  const std::string largest = canvas::shown_fixed(static_cast<double>(s.shown.largest(0, p.after)), 2),
                    cells = canvas::shown_fixed(spread, 1) + (spread < 1.05 ? " cell" : " cells");
  draw_fitting(canvas, {top.x, top.y + 10}, top.width, {"shift by these shares at every step, then sharpen with " + gamma, gamma},
               charts::quiet(canvas, 12));
  draw_fitting(canvas, {top.x, top.y + 31}, top.width,
               {"after " + moves + ": largest weight " + largest + ", as wide as " + cells, moves + ": " + largest + ", " + cells,
                largest + ", " + cells},
               charts::strong(canvas, 14));
}

}  // namespace

void draw_smear(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  draw_top(canvas, area.cut_top(std::clamp(0.14f * area.height, 44.0f, 72.0f)), p, r, edit);
  area.cut_top(8);
  Rect map = area.cut_top(0.5f * area.height);
  area.cut_top(6);
  const canvas::Color shown = canvas.color(Role::kOutput), blunt = canvas.color(Role::kMuted);
  const std::string mine = "this head";
  const std::array<charts::LegendEntry, 2> legend{
      charts::LegendEntry{mine, shown, charts::LegendEntry::Look::kMark, Role::kOutput},
      charts::LegendEntry{"without sharpening (\u03b3 = 1)", blunt, charts::LegendEntry::Look::kMark, Role::kValue}};
  if (area.width > 420) charts::draw_color_scale(canvas, {area.right() - 100, area.y + 3, 100, 12}, charts::CellMatrix::Colors::kWeights);
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 2);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "moves", .min = -0.5, .max = kMoves + 0.5},
                                              {.label = "largest weight", .min = 0, .max = 1.05, .room = 40}, 12);
  std::vector<double> moves;
  for (int t = 0; t <= kMoves; ++t) moves.push_back(t);
  charts::draw_curve(canvas, axes, moves, row_of(r.smear.blunt.largest), {blunt, 2, true});
  charts::draw_curve(canvas, axes, moves, row_of(r.smear.shown.largest), {shown, 2.5f});
  draw_points(canvas, axes, "largest-blunt", r.smear.blunt.largest, blunt, Role::kValue);
  draw_points(canvas, axes, "largest", r.smear.shown.largest, shown, Role::kOutput);

  map.x = axes.plot.x, map.width = axes.plot.width;
  const canvas::TextStyle side = charts::quiet(canvas, 12, canvas::Align::kRight);
  for (const int i : {1, kRing / 2, kRing})
    canvas.text({map.x - 7, map.cell(i - 1, 0, kRing, 1).center().y}, (i == 1 ? "cell " : "") + std::to_string(i), side);
  const Interaction hand =
      draw_weights(canvas, map, "smear", r.smear.shown.weights, Grip::kDrag, "weights of the ring's cells after each move");
  if (hand.held && hand.col >= 0) edit.after = std::clamp(hand.col, 0, kMoves);
  const float x = axes.to_pixel(p.after, 0).x;
  const Rect column{x - map.width / (kMoves + 1) / 2, map.y, map.width / (kMoves + 1), map.height};
  canvas.border(column.inset(-1, -1), {canvas.color(Role::kInk), 1.5f});
  canvas.line({x, axes.plot.y}, {x, axes.plot.bottom()}, {canvas.color(Role::kInk), 1.5f});
  if (const auto to = charts::draw_step_handle(canvas, axes.x, p.after, axes.plot.y,
                                               {.id = "after", .label = "moves, drag sideways", .role = Role::kInk, .radius = 7}))
    edit.after = *to;
}

}  // namespace attn::lessons::neural_turing_machine
