// The head writing: erase, then add, and the memory before and after.
#include <algorithm>
#include <cmath>
#include <string>

#include "canvas/number_text.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

/// Hatches what is to be erased.
void hatch(Canvas& canvas, Rect r) {
  const canvas::Stroke stroke{canvas.color(Role::kInk).with_alpha(0.55f), 1.5f};
  for (float t = 6; t < r.width + r.height; t += 6)
    canvas.line({r.x + std::min(t, r.width), r.y + std::max(0.0f, t - r.width)},
                {r.x + std::max(0.0f, t - r.height), r.y + std::min(t, r.height)}, stroke);
}

/// The erase vector. The hatched part of each cell is the fraction to be erased.
Interaction draw_erase(Canvas& canvas, Rect r, In erase) {
  for (int j = 0; j < kWidth; ++j) {
    const Rect cell = r.cell(0, j, 1, kWidth);
    const float full = cell.height * static_cast<float>(erase(0, j));
    hatch(canvas, {cell.x, cell.bottom() - full, cell.width, full});
    const canvas::TextStyle style{.color = canvas.color(Role::kInk),
                                  .size = std::clamp(0.4f * cell.height, 10.0f, 14.0f),
                                  .font = canvas::Font::kStrong,
                                  .align = canvas::Align::kCenter};
    const std::string text = canvas::shown_rounded(static_cast<double>(erase(0, j)), 2);
    const float width = canvas.measure(text, style).width;
    if (width + 4 < cell.width) {
      canvas.rect({cell.center().x - width / 2 - 3, cell.center().y - style.size / 2 - 1, width + 6, style.size + 2},
                  canvas.color(Role::kBackground), 3);
      canvas.text(cell.center(), text, style);
    }
    canvas.border(cell, {canvas.color(Role::kMuted), 1});
  }
  const Interaction hand = canvas.grid("erase", r, 1, kWidth, Grip::kDrag, "erase: how much of each number goes, drag up or down");
  charts::draw_hot_cell(canvas, "erase", r, 1, kWidth, 0);
  return hand;
}

void draw_title(Canvas& canvas, Rect column, float y, std::string_view name, std::string_view narrow) {
  draw_fitting(canvas, {column.x, y}, column.width, {name, narrow}, charts::strong(canvas, 12));
}

}  // namespace

void draw_writing(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  if (area.height > 300) {
    charts::draw_signed_foot(canvas, area.cut_bottom(24), 1, "the numbers in the cells; hatched: to be erased");
    area.cut_bottom(8);
  }
  const float title = 18;
  Rect top = area.cut_top(std::clamp(0.2f * area.height, 48.0f, 96.0f));
  area.cut_top(title + 6);
  Rect rows = area;
  const Rect names = rows.cut_left(std::clamp(0.03f * area.width, 16.0f, 28.0f));
  const float gap = std::clamp(0.05f * area.width, 16.0f, 44.0f);
  const Rect weights = rows.cut_left(std::clamp(0.17f * area.width, 40.0f, 150.0f));
  const float wide = (rows.width - 3 * gap) / 3;
  const auto column = [&](int k) { return Rect{rows.x + gap + static_cast<float>(k) * (wide + gap), rows.y, wide, rows.height}; };
  const canvas::TextStyle name = charts::quiet(canvas, std::clamp(0.4f * rows.height / kCells, 10.0f, 13.0f), canvas::Align::kRight);
  for (int i = 0; i < kCells; ++i) canvas.text({names.right() - 6, rows.cell(i, 0, kCells, 1).center().y}, std::to_string(i + 1), name);

  const float at = rows.y - title / 2 - 4;
  draw_title(canvas, weights, at, "weights w", "w");
  draw_bars(canvas, weights, "weights", r.hand.head.at.weights.transpose(), Grip::kHover, "weights of the head");
  draw_title(canvas, column(0), at, "memory before", "before");
  const Interaction on_memory =
      draw_numbers(canvas, column(0), "memory", p.memory, Grip::kDrag, "memory, a row for each cell, drag up or down");
  charts::edit_cells(on_memory, p.memory, &edit.memory, Real(kStep), 1);
  draw_title(canvas, column(1), at, "after erasing", "erased");
  draw_numbers(canvas, column(1), "erased", r.hand.erased, Grip::kHover, "memory after erasing");
  draw_title(canvas, column(2), at, "after adding", "added");
  draw_numbers(canvas, column(2), "written", r.hand.after, Grip::kHover, "memory after adding");

  const float high = std::min(0.5f * top.height, 40.0f), y = top.bottom() - high;
  const auto above = [&](int k) { return Rect{column(k).x, y, column(k).width, high}; };
  if (const Interaction hand = draw_erase(canvas, above(1), p.erase); charts::edit_cells(hand, p.erase, &edit.erase, Real(kStep), 1))
    edit.erase = edit.erase.cwiseMax(Real(0));
  const Interaction on_add = draw_numbers(canvas, above(2), "add", p.add, Grip::kDrag, "add: what comes in, drag up or down");
  charts::edit_cells(on_add, p.add, &edit.add, Real(kStep), 1);
  const canvas::TextStyle quiet_line = charts::quiet(canvas, 12);
  draw_fitting(canvas, {above(1).x, y - 11}, wide + gap - 4, {"erase e:  M (1 \u2212 w e)", "erase e"}, quiet_line);
  draw_fitting(canvas, {above(2).x, y - 11}, wide, {"add a:  + w a", "add a"}, quiet_line);
  const float middle = rows.center().y;
  charts::draw_operator(canvas, {column(1).x - gap / 2, middle}, "\u2192");
  charts::draw_operator(canvas, {column(2).x - gap / 2, middle}, "\u2192");
  const std::string largest = canvas::shown_fixed(static_cast<double>(r.hand.head.at.weights.maxCoeff()), 2);
  draw_fitting(
      canvas, {top.x, top.y + 9}, column(1).x - top.x - 8,
      {"The writing head stands where the address has put it: largest weight " + largest, "largest weight " + largest, "w " + largest},
      quiet_line);
}

}  // namespace attn::lessons::neural_turing_machine
