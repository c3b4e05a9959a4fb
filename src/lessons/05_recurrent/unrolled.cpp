#include "lessons/05_recurrent/unrolled.h"

#include <algorithm>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "lessons/05_recurrent/figure_parts.h"

namespace attn::lessons::recurrent {

canvas::Rect span_of(canvas::Rect band, int first, int count, int steps) {
  const float width = band.width / static_cast<float>(steps);
  return {band.x + width * static_cast<float>(first), band.y, width * static_cast<float>(count), band.height};
}

canvas::Rect box_of(canvas::Rect band, int step, int steps) {
  const canvas::Rect cell = band.cell(0, step, 1, steps);
  const float width = std::min((cell.width < 60 ? 0.78f : 0.66f) * cell.width, 64.0f);
  return {cell.center().x - width / 2, cell.y, width, cell.height};
}

void draw_states(canvas::Canvas& canvas, canvas::Rect band, std::string_view id, const Mat& h, bool backward, std::string_view label) {
  const int t = static_cast<int>(h.cols()), u = static_cast<int>(h.rows());
  for (int s = 0; s < t; ++s) {
    const canvas::Rect box = box_of(band, s, t);
    for (int i = 0; i < u; ++i) draw_number_cell(canvas, box.cell(i, 0, u, 1), {.value = h(i, s), .digits = 2});
    canvas.border(box, {canvas.color(canvas::Role::kMuted), 1}, 2);
    if (s + 1 == t) continue;
    const canvas::Rect next = box_of(band, s + 1, t);
    const float y = band.center().y;
    const canvas::Point a{box.right() + 2, y}, b{next.x - 2, y};
    charts::draw_arrow(canvas, backward ? b : a, backward ? a : b, {canvas.color(canvas::Role::kMuted), 1.5f});
  }
  canvas.grid(id, band, u, t, canvas::Grip::kHover, label);
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name == id && hot.row >= 0 && hot.col >= 0)
    canvas.border(box_of(band, hot.col, t).cell(hot.row, 0, u, 1).inset(1, 1), {canvas.color(canvas::Role::kAccent), 2});
}

void draw_inputs(canvas::Canvas& canvas, canvas::Rect band, const Mat& x, int first, int count, int steps, Mat* edited) {
  const canvas::Rect mine = span_of(band, first, count, steps);
  const int rows = static_cast<int>(x.rows());
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < rows; ++i)
      draw_number_cell(canvas, box_of(band, first + k, steps).cell(i, 0, rows, 1), {.value = x(i, first + k), .limit = 1.5f, .digits = -1});
  const canvas::Interaction hand = canvas.grid("x", mine, rows, count, canvas::Grip::kDrag, "inputs, drag up or down");
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name == "x" && hot.row >= 0 && hot.col >= 0 && hot.col < count)
    canvas.border(box_of(band, first + hot.col, steps).cell(hot.row, 0, rows, 1), {canvas.color(canvas::Role::kAccent), 2});
  charts::edit_cells(hand, x, edited, kStep, kInputLimit);
}

void draw_side_label(canvas::Canvas& canvas, canvas::Rect band, const Letter& letter, canvas::Role role) {
  draw_letter(canvas, {band.x - 13, band.center().y}, letter, role, 15);
}

void draw_influence(canvas::Canvas& canvas, canvas::Rect area, std::string_view title, std::string_view id, const Mat& lengths,
                    int first_output, int first_input) {
  const canvas::Rect head = area.cut_top(20);
  const canvas::TextStyle style = charts::strong(canvas, 12);
  canvas.text({head.x, head.center().y - 1}, canvas::elided(canvas, title, style, head.width), style);
  const Mat shares = recurrent::shares(lengths);
  const Mask reached = (shares.array() > Real(0)).matrix();
  const std::vector<std::string> rows = numbered("y", shares.rows(), first_output + 1),
                                 cols = numbered("x", shares.cols(), first_input + 1);
  charts::draw_cell_matrix(canvas, area,
                           {.id = id,
                            .values = shares,
                            .allowed = &reached,
                            .rows = rows,
                            .cols = cols,
                            .row_role = canvas::Role::kOutput,
                            .col_role = canvas::Role::kInk,
                            .label = title,
                            .square = true,
                            .largest_cell = 44});
}

void draw_share_foot(canvas::Canvas& canvas, canvas::Rect* area, std::string_view hint) {
  canvas::Rect foot = area->cut_bottom(20);
  area->cut_bottom(4);
  charts::draw_color_scale(canvas, foot.cut_left(std::min(110.0f, 0.3f * foot.width)).inset(0, 3), charts::CellMatrix::Colors::kWeights);
  const canvas::TextStyle quiet = charts::quiet(canvas, 11);
  foot.cut_left(10);
  canvas::draw_hint(canvas, foot, hint, quiet);
}

}  // namespace attn::lessons::recurrent
