// Gates and states of a recurrent cell over a whole sequence.
#include <algorithm>
#include <cmath>

#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "lessons/05_recurrent/figure_parts.h"
#include "lessons/05_recurrent/figures.h"

namespace attn::lessons::recurrent {
namespace {

struct Grid {
  int rows, cols;
};

/// The arrangement of `count` blocks that makes their cells largest.
Grid arranged(canvas::Rect area, int count) {
  Grid best{count, 1};
  float largest = -1;
  for (int cols = 1; cols <= 4 && cols <= count; ++cols) {
    const int rows = (count + cols - 1) / cols;
    const float width = area.width / static_cast<float>(cols) / 8, height = (area.height / static_cast<float>(rows) - 24) / 4;
    const float size = std::min(width, 1.6f * height);
    if (size > largest) largest = size, best = {rows, cols};
  }
  return best;
}

/// The parts that have a heat map, gates first. The parts 1 - z and tanh c have none, as they follow from z and c.
std::vector<Part> shown_parts(const Reading& reading) {
  std::vector<Part> parts;
  for (int k = 0; k < kParts; ++k) {
    const auto part = static_cast<Part>(k);
    if (part != kNewShare && part != kSquashedCell && part_of(reading, part).rows() > 0) parts.push_back(part);
  }
  const auto place = [&](Part part) { return name_of(part).block(reading.cell) < 0 ? kParts : name_of(part).block(reading.cell); };
  std::stable_sort(parts.begin(), parts.end(), [&](Part a, Part b) { return place(a) < place(b); });
  return parts;
}

void draw_block(canvas::Canvas& canvas, canvas::Rect area, Part which, const Params& p, const Result& r, Params& edit) {
  const PartName& part = name_of(which);
  const Mat values = part_of(r.study.forward, which);
  const canvas::Rect head = area.cut_top(18);
  const int t = static_cast<int>(values.cols());
  const charts::CellMatrix matrix{.id = part.id,
                                  .values = values,
                                  .colors = part.is_gate ? charts::CellMatrix::Colors::kWeights : charts::CellMatrix::Colors::kSigned,
                                  .limit = 1,
                                  .grip = canvas::Grip::kClick,
                                  .label = part.label,
                                  .largest_cell = 72,
                                  .digits = 1};
  const canvas::Rect cells = charts::cells_in(canvas, area, matrix);
  constexpr float kLetter = 18;
  draw_letter(canvas, {head.x + 9, head.center().y - 2}, letter_of(p.cell, which), canvas::Role::kInk, 14);
  const canvas::TextStyle style = charts::quiet(canvas, 12);
  canvas.text({head.x + kLetter + 4, head.center().y - 1}, canvas::elided(canvas, part.label, style, head.width - kLetter - 4), style);
  const canvas::Interaction hand = charts::draw_cell_matrix(canvas, area, matrix);
  if (hand.pressed && hand.col >= 0) edit.step = hand.col + 1;
  mark_column(canvas, cells, p.step - 1, t);
}

void draw_inputs(canvas::Canvas& canvas, canvas::Rect area, const Params& p, Params& edit) {
  const canvas::Rect head = area.cut_top(18);
  const canvas::TextStyle style = charts::quiet(canvas, 12);
  draw_letter(canvas, {head.x + 9, head.center().y - 2}, {"x"}, canvas::Role::kInk, 14);
  canvas.text({head.x + 22, head.center().y - 1}, canvas::elided(canvas, "inputs: value, flag", style, head.width - 22), style);
  const int t = static_cast<int>(p.x.cols());
  const canvas::Rect cells{area.x, area.y, std::min(area.width, 72.0f * static_cast<float>(t)), std::min(area.height / 2, 100.0f)};
  draw_number_grid(canvas, cells, "x", p.x, &edit.x, "inputs, a value and a flag for each step; drag up or down");
  mark_column(canvas, cells, p.step - 1, t);
}

}  // namespace

void draw_gates(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  canvas::Rect foot = area.cut_bottom(20);
  area.cut_bottom(4);
  const std::vector<Part> parts = shown_parts(r.study.forward);
  const int count = static_cast<int>(parts.size()) + 1;
  const Grid grid = arranged(area, count);
  for (int k = 0; k < count; ++k) {
    canvas::Rect place = area.cell(k / grid.cols, k % grid.cols, grid.rows, grid.cols);
    if (grid.cols > 1) place.width -= 14;
    place.height -= 6;
    if (k == 0)
      draw_inputs(canvas, place, p, edit);
    else
      draw_block(canvas, place, parts[static_cast<size_t>(k - 1)], p, r, edit);
  }
  const float scale = std::min(110.0f, 0.3f * foot.width);
  charts::draw_color_scale(canvas, foot.cut_left(scale).inset(0, 3), charts::CellMatrix::Colors::kWeights);
  foot.cut_left(10);
  charts::draw_color_scale(canvas, foot.cut_left(scale + 12).inset(0, 3), charts::CellMatrix::Colors::kSigned);
  const canvas::TextStyle quiet = charts::quiet(canvas, 11);
  foot.cut_left(10);
  canvas::draw_hint(canvas, foot, "rows are units; press a step to look at it", quiet);
}

}  // namespace attn::lessons::recurrent
