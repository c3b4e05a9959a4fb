#include "lessons/17_neural-turing-machine/figure_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

constexpr float kShades = 24;  ///< more shades cannot be told apart, and cost bytes in a still
constexpr Real kNudge = Real(0.05);
constexpr float kKnobRoom = 7;   ///< room for a bar's knob to either side
constexpr float kShiftKnob = 4;  ///< radius of a shift's knob

Interaction finish(Canvas& canvas, Rect r, std::string_view id, In values, Grip grip, std::string_view label) {
  const bool lit = canvas.is_hot(id);
  canvas.border(r, {canvas.color(lit ? Role::kAccent : Role::kMuted), lit ? 2.0f : 1.0f});
  const Interaction hand = canvas.grid(id, r, static_cast<int>(values.rows()), static_cast<int>(values.cols()), grip, label);
  charts::draw_hot_cell(canvas, id, r, static_cast<int>(values.rows()), static_cast<int>(values.cols()), -0.5f);
  return hand;
}

/// Fine lines between the cells, if those are large enough.
void draw_gaps(Canvas& canvas, Rect r, Index rows, Index cols, Color color) {
  const float wide = r.width / static_cast<float>(cols), high = r.height / static_cast<float>(rows);
  if (std::min(wide, high) < 7) return;
  for (Index i = 1; i < rows; ++i)
    canvas.line({r.x, r.y + high * static_cast<float>(i)}, {r.right(), r.y + high * static_cast<float>(i)}, {color, 1});
  for (Index j = 1; j < cols; ++j)
    canvas.line({r.x + wide * static_cast<float>(j), r.y}, {r.x + wide * static_cast<float>(j), r.bottom()}, {color, 1});
}

}  // namespace

void draw_fitting(Canvas& canvas, Point at, float width, std::initializer_list<std::string_view> ways, const canvas::TextStyle& style) {
  for (const std::string_view way : ways)
    if (canvas.measure(way, style).width <= width) return canvas.text(at, way, style);
  canvas::TextStyle smaller = style;
  smaller.size = std::clamp(style.size * (width - 1) / canvas.measure(*(ways.end() - 1), style).width, 10.0f, style.size);
  canvas.text(at, canvas::elided(canvas, *(ways.end() - 1), smaller, width), smaller);
}

void draw_values(Canvas& canvas, Rect r, In values, float limit) {
  const auto rows = static_cast<int>(values.rows()), cols = static_cast<int>(values.cols());
  std::vector<Color> colors;
  for (Index i = 0; i < values.rows(); ++i)
    for (Index j = 0; j < values.cols(); ++j)
      colors.push_back(canvas.theme().diverging(std::round(kShades * static_cast<float>(values(i, j)) / limit) / kShades));
  canvas.cells(r, rows, cols, colors);
  draw_gaps(canvas, r, rows, cols, canvas.color(Role::kFaint));
  const Rect cell = r.cell(0, 0, rows, cols);
  canvas::TextStyle style{.color = {}, .size = std::min({0.55f * cell.height, 0.36f * cell.width, 15.0f}), .align = canvas::Align::kCenter};
  if (style.size < 10) return;
  // Two digits where the widest number keeps away from the sides of its cell, if need be somewhat smaller.
  const float room = cell.width - 8, wide = canvas.measure("\u22120.00", style).width;
  const int digits = 10 * wide <= room * style.size ? 2 : 1;
  if (digits == 2) style.size = std::min(style.size, style.size * room / wide);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) {
      style.color = canvas.theme().on(colors[static_cast<size_t>(i * cols + j)]);
      canvas.text(r.cell(i, j, rows, cols).center(), canvas::shown_fixed(values(i, j), digits), style);
    }
}

Interaction draw_numbers(Canvas& canvas, Rect r, std::string_view id, In values, Grip grip, std::string_view label, float limit) {
  draw_values(canvas, r, values, limit);
  return finish(canvas, r, id, values, grip, label);
}

Bars::Bars(Rect r, Index count, Grip grip) : rows_in(r), rows(static_cast<int>(count)) {
  const float row = r.height / static_cast<float>(rows), room = grip == Grip::kDrag ? kKnobRoom : 0;
  numbers = r.width > 74 && row >= 14, number_size = std::clamp(0.4f * row, 10.0f, 13.0f);
  x = r.x + room, reach = r.width - room - (numbers ? 32.0f : std::max(room, 4.0f));
}

Rect Bars::part(int row, Real from, Real to) const {
  const Rect line = rows_in.cell(row, 0, rows, 1);
  const float high = std::clamp(0.55f * line.height, 4.0f, 26.0f);
  return {x + static_cast<float>(from) * reach, line.center().y - high / 2, static_cast<float>(to - from) * reach, high};
}

Color bar_color(const Canvas& canvas, Real weight) { return canvas.theme().sequential(0.25f + 0.75f * static_cast<float>(weight)); }

Interaction draw_bars(Canvas& canvas, Rect r, std::string_view id, In weights, Grip grip, std::string_view label) {
  const auto rows = static_cast<int>(weights.rows());
  const Bars bars(r, rows, grip);
  canvas.line({bars.x, r.y}, {bars.x, r.bottom()}, {canvas.color(Role::kMuted), 1});
  const canvas::TextStyle number{.color = canvas.color(Role::kInk), .size = bars.number_size};
  for (int i = 0; i < rows; ++i) {
    const Real w = weights(i, 0);
    const Rect bar = bars.part(i, 0, w);
    canvas.rect(bar, bar_color(canvas, w), std::min(2.0f, bar.width / 2));
    if (grip == Grip::kDrag) {
      const Point knob{bar.right(), bar.center().y};
      const float radius = std::clamp(0.17f * r.height / static_cast<float>(rows), 3.0f, 6.0f);
      canvas.circle(knob, radius, canvas.color(Role::kBackground));
      canvas.ring(knob, radius, {canvas.color(Role::kInk), 1.5f});
    }
    const float after = bar.right() + (grip == Grip::kDrag ? 9.0f : 4.0f);
    if (bars.numbers) canvas.text({std::min(after, r.right() - 24), bar.center().y}, canvas::shown_fixed(w, 2), number);
  }
  const Interaction hand = canvas.grid(id, r, rows, 1, grip, label);
  if (canvas.is_hot(id)) canvas.border(r, {canvas.color(Role::kAccent), 1.5f}, 3);
  charts::draw_hot_cell(canvas, id, r, rows, 1, -0.5f);
  return hand;
}

void draw_bar_axis(Canvas& canvas, Rect r, Index rows, Grip grip) {
  const Bars bars(r, rows, grip);
  const canvas::TextStyle style = charts::quiet(canvas, 10.5f, canvas::Align::kCenter);
  for (const float end : {0.0f, 1.0f}) {
    const float x = bars.x + end * bars.reach;
    canvas.line({x, r.bottom()}, {x, r.bottom() + 3}, {canvas.color(Role::kMuted), 1});
    canvas.text({x, r.bottom() + 9}, end > 0 ? "1" : "0", style);
  }
}

std::optional<Real> dragged_bar(const Interaction& hand, Rect r, In weights) {
  const int row = hand.held ? hand.first_row : hand.row;
  if (row < 0 || row >= weights.rows()) return {};
  const bool drags = hand.held && (hand.pressed || hand.delta.x != 0);
  const int nudge = hand.selected ? hand.nudge_x : 0;
  if (!drags && nudge == 0) return {};
  const Bars bars(r, weights.rows(), Grip::kDrag);
  const auto at = drags ? static_cast<Real>((hand.position.x - bars.x) / bars.reach) : weights(row, 0) + kNudge * static_cast<Real>(nudge);
  return std::clamp(std::round(at / kNudge) * kNudge, Real(0), Real(1));
}

void give_share(Mat* shares, Index i, Real value) {
  const Index n = shares->size();
  const Real rest = shares->sum() - shares->data()[i];
  for (Index j = 0; j < n; ++j) {
    Real& share = shares->data()[j];
    share = j == i ? value : rest > 0 ? share * (1 - value) / rest : (1 - value) / static_cast<Real>(n - 1);
    share = std::round(share * 1000) / 1000;
  }
}

void draw_shift(Canvas& canvas, Rect r, std::string_view id, In shares, Mat* edit) {
  const canvas::TextStyle name = charts::quiet(canvas, 11, canvas::Align::kCenter);
  const Rect names = r.cut_bottom(16);
  constexpr std::array<const char*, 3> kNames{"\u22121", "0", "+1"};
  const float wide = r.width / 3;
  canvas.line({r.x, r.bottom()}, {r.right(), r.bottom()}, {canvas.color(Role::kMuted), 1});
  for (int k = 0; k < 3; ++k) {
    const auto share = static_cast<float>(shares(0, k));
    const float middle = r.x + wide * (static_cast<float>(k) + 0.5f), top = r.bottom() - share * (r.height - 5);
    const float half = std::min(0.3f * wide, 9.0f);
    canvas.rect({middle - half, top, 2 * half, r.bottom() - top}, canvas.theme().sequential(0.25f + 0.75f * share));
    canvas.circle({middle, top}, kShiftKnob, canvas.color(Role::kBackground));
    canvas.ring({middle, top}, kShiftKnob, {canvas.color(Role::kInk), 1.5f});
    canvas.text({middle, names.center().y + 3}, kNames[static_cast<size_t>(k)], name);
  }
  const Rect touched{r.x, r.y, r.width, r.height + kShiftKnob + 2};  // a knob at 0 can be taken by its lower half, too
  const Interaction hand = canvas.grid(id, touched, 1, 3, Grip::kDrag, "shares of the shift: one back, none, one on; drag up or down");
  charts::draw_hot_cell(canvas, id, touched, 1, 3, -0.5f);
  const int k = hand.held ? hand.first_col : hand.col;
  if (k < 0 || k > 2) return;
  const bool drags = hand.held && (hand.pressed || hand.delta.y != 0);
  const int nudge = hand.selected ? hand.nudge_x - hand.nudge_y : 0;
  if (!drags && nudge == 0) return;
  const Real at =
      drags ? static_cast<Real>((r.bottom() - hand.position.y) / (r.height - 5)) : shares(0, k) + kNudge * static_cast<Real>(nudge);
  Mat next = shares;
  give_share(&next, k, std::clamp(std::round(at / kNudge) * kNudge, Real(0), Real(1)));
  *edit = next;
}

Color grey(const Canvas& canvas, Real value) {
  const float t = std::isfinite(value) ? std::clamp(static_cast<float>(value), 0.0f, 1.0f) : 0.0f;
  return canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kInk), 0.8f * std::round(kShades * t) / kShades);
}

Interaction draw_bits(Canvas& canvas, Rect r, std::string_view id, In values, Grip grip, std::string_view label) {
  std::vector<Color> colors;
  for (Index i = 0; i < values.rows(); ++i)
    for (Index j = 0; j < values.cols(); ++j)
      colors.push_back(std::isfinite(values(i, j)) ? grey(canvas, values(i, j)) : canvas.color(Role::kSurface));
  canvas.cells(r, static_cast<int>(values.rows()), static_cast<int>(values.cols()), colors);
  draw_gaps(canvas, r, values.rows(), values.cols(), canvas.color(Role::kFaint));
  return finish(canvas, r, id, values, grip, label);
}

void draw_vector(Canvas& canvas, Rect r, In bits) {
  std::vector<Color> colors;
  for (Index b = 0; b < bits.cols(); ++b) colors.push_back(grey(canvas, bits(0, b)));
  canvas.cells(r, 1, static_cast<int>(bits.cols()), colors);
  draw_gaps(canvas, r, 1, bits.cols(), canvas.color(Role::kFaint));
  canvas.border(r, {canvas.color(Role::kMuted), 1});
}

void draw_head(Canvas& canvas, Rect side, const Mat& weights, int at, bool reads, float told) {
  const auto rows = static_cast<int>(weights.rows());
  const Color color = canvas.color(head_role(reads));
  for (int i = 0; i < rows; ++i) {
    const float grown = std::min(1.0f, told * static_cast<float>(rows) - static_cast<float>(i));
    if (grown <= 0) break;
    const Rect row = side.cell(i, 0, rows, 1);
    const float length = row.width * static_cast<float>(weights(i, at)) * grown;
    const float thick = std::min(0.62f * row.height, 16.0f);
    canvas.rect({reads ? row.x : row.right() - length, row.center().y - thick / 2, length, thick}, color, 2);
    canvas.region(canvas::cell_id(reads ? "read-weights" : "write-weights", i, at), row, Grip::kHover,
                  reads ? "weight with which this cell is read" : "weight with which this cell is written");
  }
}

void draw_cross(Canvas& canvas, Rect cell) {
  const float half = std::clamp(0.32f * std::min(cell.width, cell.height), 1.5f, 7.0f);
  const Point c = cell.center();
  for (const float thick : {3.5f, 2.0f}) {
    const canvas::Stroke stroke{canvas.color(thick > 3 ? Role::kBackground : Role::kWarning), half < 3 ? thick - 1 : thick};
    if (half < 3 && thick > 3) continue;
    canvas.line(c - Point{half, half}, c + Point{half, half}, stroke);
    canvas.line(c - Point{half, -half}, c + Point{half, -half}, stroke);
  }
}

Interaction draw_weights(Canvas& canvas, Rect r, std::string_view id, In weights, Grip grip, std::string_view label) {
  std::vector<Color> colors;
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j)
      colors.push_back(canvas.theme().sequential(std::round(kShades * static_cast<float>(weights(i, j))) / kShades));
  canvas.cells(r, static_cast<int>(weights.rows()), static_cast<int>(weights.cols()), colors);
  return finish(canvas, r, id, weights, grip, label);
}

}  // namespace attn::lessons::neural_turing_machine
