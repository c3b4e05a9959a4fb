#include "lessons/17_neural-turing-machine/sequence_strips.h"

#include <algorithm>
#include <limits>

#include "charts/cell_matrix.h"
#include "charts/handle.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/words.h"

namespace attn::lessons::neural_turing_machine {

using canvas::Canvas, canvas::Grip, canvas::Interaction, canvas::Rect, canvas::Role;

Mat only_answer(const tasks::BitExample& e, const Mat& values) {
  Mat out = values.transpose();
  out.leftCols(e.answer).setConstant(std::numeric_limits<Real>::quiet_NaN());
  return out;
}

void draw_answer(Canvas& canvas, Rect r, std::string_view id, const Answer& answer, const tasks::BitExample& e, std::string_view label) {
  const Mat shown = only_answer(e, answer.said);
  draw_bits(canvas, r, id, shown, Grip::kHover, label);
  const auto rows = static_cast<int>(shown.rows()), cols = static_cast<int>(shown.cols());
  for (int t = e.answer; t < cols; ++t)
    for (int b = 0; b < rows; ++b) {
      if ((answer.said(t, b) >= Real(0.5)) == (e.targets(t, b) >= Real(0.5))) continue;
      const Rect cell = r.cell(b, t, rows, cols);
      if (std::min(cell.width, cell.height) >= 5)
        draw_cross(canvas, cell);
      else
        canvas.rect(cell.inset(0.15f * cell.width, 0.15f * cell.height), canvas.color(Role::kWarning));
    }
}

void paint_input(Canvas& canvas, Rect strip, const Params& p, const tasks::BitExample& e, Params& edit) {
  const Mask before = (e.inputs.transpose().array() > Real(0.5)).matrix();
  const auto rows = static_cast<int>(before.rows()), bits = static_cast<int>(task_of(p).bits);
  int steps = e.steps();
  while (steps > 0 && vector_at(p, e, steps - 1) < 0) --steps;
  const Rect own{strip.x, strip.y, strip.width * static_cast<float>(steps) / static_cast<float>(e.steps()),
                 strip.height * static_cast<float>(bits) / static_cast<float>(rows)};
  const Interaction pen = canvas.grid("input", own, bits, steps, Grip::kPaint,
                                      "what goes in, a column for each step; press to draw, on a mark to go to its step");
  if (pen.first_row >= bits || pen.first_col >= steps) return;  // the press began beside the bits
  if (pen.first_col >= 0 && vector_at(p, e, pen.first_col) < 0) {
    if (pen.pressed) edit.at = pen.first_col + 1;
    return;
  }
  Mask after = before;
  if (!charts::paint_cells(pen, strip, &after)) return;
  for (int t = 0; t < steps; ++t)
    for (int b = 0; b < bits; ++b) {
      const int vector = vector_at(p, e, t);
      if (vector >= 0 && after(b, t) != before(b, t)) edit.flipped = turned_over(edit.flipped, vector, b);
    }
}

void draw_time(Canvas& canvas, Rect line, float top, const Params& p, int steps, Params& edit) {
  const charts::Scale scale{.min = 0.5, .max = steps + 0.5, .from = line.x, .to = line.right()};
  const float step = line.width / static_cast<float>(steps), x = scale.to_pixel(p.at);
  const Rect column{x - std::max(step, 2.0f) / 2 - 1, top, std::max(step, 2.0f) + 2, line.y - top};
  canvas.border(column, {canvas.color(Role::kInk), 1.5f}, 1);
  canvas.line({line.x, line.center().y}, {line.right(), line.center().y}, {canvas.color(Role::kFaint), 3});
  if (const auto to = charts::draw_step_handle(canvas, scale, p.at, line.center().y,
                                               {.id = "at", .label = "step, drag sideways", .role = Role::kInk, .radius = 7}))
    edit.at = *to;
}

}  // namespace attn::lessons::neural_turing_machine
