// One head over a painted memory: how its weighting comes about, stage by stage, and what it reads.
#include <algorithm>
#include <string>

#include "canvas/number_text.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

constexpr int kPanels = 5;

/// The name of a stage above its panel, and below the name the number that decides it.
void draw_caption(Canvas& canvas, Rect head, std::string_view name, std::string_view narrow, const std::string& number, bool last) {
  const float size = head.height > 55 ? 13.0f : 11.0f;
  canvas::TextStyle style = charts::strong(canvas, size);
  if (!last) style.font = canvas::Font::kText;
  draw_fitting(canvas, {head.x, head.y + size / 2 + 1}, head.width, {name, narrow}, style);
  if (!number.empty()) canvas.text({head.x, head.y + 1.5f * size + 6}, number, charts::quiet(canvas, size));
}

void draw_scale(Canvas& canvas, Rect right) {
  charts::draw_color_scale(canvas, {right.x, right.center().y, right.width, 13}, charts::CellMatrix::Colors::kSigned);
}

void draw_names(Canvas& canvas, Rect names, Rect rows, float right, bool with_title) {
  const canvas::TextStyle title = charts::quiet(canvas, 10.5f, canvas::Align::kRight);
  if (with_title) canvas.text({names.right() - 6, rows.y - 7}, "cell", title);
  const canvas::TextStyle style = charts::quiet(canvas, std::clamp(0.4f * rows.height / kCells, 10.0f, 13.0f), canvas::Align::kRight);
  for (int i = 0; i < kCells; ++i) {
    const Rect row = rows.cell(i, 0, kCells, 1);
    canvas.text({names.right() - 6, row.center().y}, std::to_string(i + 1), style);
    if (i > 0) canvas.line({rows.right(), row.y}, {right, row.y}, {canvas.color(Role::kFaint).with_alpha(0.6f), 1});
  }
}

/// What is read, below the columns of the memory, and how sharp the weighting is.
void draw_reading(Canvas& canvas, Rect foot, Rect columns, const Result& r) {
  const float high = std::min(foot.height - 4, 34.0f);
  const Rect cells{columns.x, foot.bottom() - high, columns.width, high};
  draw_numbers(canvas, cells, "read", r.hand.read, Grip::kHover, "what the head reads: the weighted mean of the cells");
  canvas::TextStyle letter{
      .color = canvas.color(Role::kOutput), .size = 16, .font = canvas::Font::kMathItalic, .align = canvas::Align::kRight};
  canvas.text({cells.x - 7, cells.center().y}, "r", letter);
  const std::string largest = canvas::shown_fixed(static_cast<double>(r.hand.head.at.weights.maxCoeff()), 2),
                    spread = canvas::shown_fixed(static_cast<double>(r.hand.effective), 1);
  draw_fitting(canvas, {cells.right() + 14, cells.center().y}, foot.right() - cells.right() - 14,
               {"read: the weighted mean of the cells. Largest weight " + largest + ", as wide as " + spread + " cells",
                "largest weight " + largest + ", as wide as " + spread + " cells", "largest weight " + largest},
               charts::quiet(canvas, 12));
}

}  // namespace

void draw_addressing(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const Head& head = r.hand.head;
  const Rect top = area.cut_top(std::clamp(0.15f * area.height, 50.0f, 84.0f));
  const bool roomy = area.height > 270;  // enough for the names of axes
  area.cut_top(roomy ? 16 : 8);
  Rect foot = area.cut_bottom(std::clamp(0.1f * area.height, 22.0f, 46.0f));
  if (foot.width > 560) draw_scale(canvas, foot.cut_right(118));
  area.cut_bottom(roomy ? 16 : 2);
  Rect rows = area;
  const Rect names = rows.cut_left(std::clamp(0.035f * area.width, 18.0f, 30.0f));
  const Rect memory = rows.cut_left(std::min(0.27f * area.width, 4 * 64.0f));
  draw_names(canvas, names, memory, area.right(), roomy);

  const float high = std::min({0.42f * top.height, memory.height / kCells, 36.0f});
  const Rect key{memory.x, top.bottom() - high, memory.width, high};
  const Interaction on_key = draw_numbers(canvas, key, "key", p.key, Grip::kDrag, "key: what the head looks for, drag up or down");
  charts::edit_cells(on_key, p.key, &edit.key, Real(kStep), 1);
  canvas.text({key.x - 7, key.center().y}, "k",
              {.color = canvas.color(Role::kKey), .size = 16, .font = canvas::Font::kMathItalic, .align = canvas::Align::kRight});
  draw_fitting(canvas, {key.x, key.y - 10}, key.width, {"key, above the memory", "key, memory"}, charts::quiet(canvas, 11));
  const Interaction on_memory =
      draw_numbers(canvas, memory, "memory", p.memory, Grip::kDrag, "memory, a row for each cell, drag up or down");
  charts::edit_cells(on_memory, p.memory, &edit.memory, Real(kStep), 1);

  const float gap = std::clamp(0.018f * area.width, 6.0f, 18.0f), wide = (rows.width - kPanels * gap) / kPanels;
  const auto panel = [&](int k) { return Rect{rows.x + gap + static_cast<float>(k) * (wide + gap), rows.y, wide, rows.height}; };
  const auto caption = [&](int k) { return Rect{panel(k).x, top.y, wide, top.height}; };
  draw_caption(canvas, caption(0), "content", "content", "\u03b2 = " + canvas::shown_rounded(static_cast<double>(p.strength), 3), false);
  draw_bars(canvas, panel(0), "content", head.at.content.transpose(), Grip::kHover, "weights by content");
  for (int k = 0; roomy && k < kPanels; ++k) draw_bar_axis(canvas, panel(k), kCells, k == 1 ? Grip::kDrag : Grip::kHover);
  draw_caption(canvas, caption(1), "step before", "before", "", false);
  const Mat before = head.previous.transpose();
  const Interaction on_before = draw_bars(canvas, panel(1), "before", before, Grip::kDrag, "weights of the step before, drag sideways");
  if (const auto to = dragged_bar(on_before, panel(1), before)) {
    edit.previous = before;
    give_share(&edit.previous, on_before.held ? on_before.first_row : on_before.row, *to);
  }
  draw_caption(canvas, caption(2), "gated", "gated", "g = " + canvas::shown_rounded(static_cast<double>(p.gate), 2), false);
  draw_bars(canvas, panel(2), "gated", head.at.gated.transpose(), Grip::kHover, "weights after the gate");
  draw_caption(canvas, caption(3), "shifted", "shifted", "", false);
  const Rect shift = caption(3);
  draw_shift(canvas, {shift.x, shift.y + 15, std::min(shift.width, 90.0f), shift.height - 15}, "moves", head.says.shift, &edit.shift);
  draw_bars(canvas, panel(3), "shifted", head.at.shifted.transpose(), Grip::kHover, "weights after the shift");
  draw_caption(canvas, caption(4), "sharpened", "sharp", "\u03b3 = " + canvas::shown_rounded(static_cast<double>(p.sharpen), 3), true);
  draw_bars(canvas, panel(4), "weights", head.at.weights.transpose(), Grip::kHover, "weights after sharpening, those of the head");
  draw_reading(canvas, foot, memory, r);
}

}  // namespace attn::lessons::neural_turing_machine
