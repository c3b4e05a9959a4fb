// Gates and states of a recurrent cell over a whole sequence.
#include <algorithm>
#include <cmath>

#include "ui/cell_matrix.h"
#include "ui/paragraph.h"
#include "ui/recurrent_parts.h"

namespace attn::ui {
namespace {

struct Grid {
  int rows, cols;
};

/// The arrangement of `count` blocks whose cells come out largest.
Grid arranged(Rect area, int count) {
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

/// Those that the heat maps show; the others are made from them.
std::vector<RecurrentPart> shown_parts(const RecurrentRun& run) {
  std::vector<RecurrentPart> parts;
  for (int k = 0; k < kRecurrentParts; ++k) {
    const auto part = static_cast<RecurrentPart>(k);
    if (part != kNewShare && part != kSquashedCell && part_of(run, part).rows() > 0) parts.push_back(part);
  }
  const auto place = [&run](RecurrentPart part) { return name_of(part).block(run) < 0 ? kRecurrentParts : name_of(part).block(run); };
  std::stable_sort(parts.begin(), parts.end(), [&](RecurrentPart a, RecurrentPart b) { return place(a) < place(b); });
  return parts;
}

void draw_block(Canvas& canvas, Rect area, RecurrentPart which, const StepPicture& picture, RecurrentEdit& edit) {
  const RecurrentPartName& part = name_of(which);
  const Mat values = part_of(picture.run, which);
  const Rect head = area.cut_top(18);
  const int t = static_cast<int>(values.cols());
  const CellMatrix matrix{.id = part.id,
                          .values = values,
                          .colors = part.is_gate ? CellMatrix::Colors::kWeights : CellMatrix::Colors::kSigned,
                          .limit = 1,
                          .grip = Grip::kClick,
                          .label = part.label,
                          .largest_cell = 72,
                          .digits = 1};
  const Rect cells = cells_in(canvas, area, matrix);
  constexpr float kLetter = 18;
  draw_letter(canvas, {head.x + 9, head.center().y - 2}, letter_of(picture.run, which), Role::kInk, 14);
  const TextStyle style = recurrent_caption(canvas, Role::kMuted);
  canvas.text({head.x + kLetter + 4, head.center().y - 1}, elided(canvas, part.label, style, head.width - kLetter - 4), style);
  const Interaction hand = draw_cell_matrix(canvas, area, matrix);
  if (hand.pressed && hand.col >= 0) edit.step = hand.col + 1;
  mark_column(canvas, cells, picture.step, t);
}

void draw_inputs(Canvas& canvas, Rect area, const StepPicture& picture, RecurrentEdit& edit) {
  const Rect head = area.cut_top(18);
  const TextStyle style = recurrent_caption(canvas, Role::kMuted);
  draw_letter(canvas, {head.x + 9, head.center().y - 2}, {"x"}, Role::kInk, 14);
  canvas.text({head.x + 22, head.center().y - 1}, elided(canvas, "inputs: value, flag", style, head.width - 22), style);
  const int t = static_cast<int>(picture.x.cols());
  const Rect cells{area.x, area.y, std::min(area.width, 72.0f * static_cast<float>(t)), std::min(area.height / 2, 100.0f)};
  draw_number_grid(canvas, cells, "x", picture.x, picture.step_size, picture.input_limit, &edit.x,
                   "inputs, a value and a flag for each step; drag up or down");
  mark_column(canvas, cells, picture.step, t);
}

}  // namespace

void draw_recurrent_gates(Canvas& canvas, const StepPicture& picture, RecurrentEdit& edit) {
  Rect area = recurrent_page(canvas);
  Rect foot = area.cut_bottom(20);
  area.cut_bottom(4);
  const std::vector<RecurrentPart> parts = shown_parts(picture.run);
  const int count = static_cast<int>(parts.size()) + 1;
  const Grid grid = arranged(area, count);
  for (int k = 0; k < count; ++k) {
    Rect place = area.cell(k / grid.cols, k % grid.cols, grid.rows, grid.cols);
    if (grid.cols > 1) place.width -= 14;
    place.height -= 6;
    if (k == 0)
      draw_inputs(canvas, place, picture, edit);
    else
      draw_block(canvas, place, parts[static_cast<size_t>(k - 1)], picture, edit);
  }
  const float scale = std::min(110.0f, 0.3f * foot.width);
  draw_color_scale(canvas, foot.cut_left(scale).inset(0, 3), CellMatrix::Colors::kWeights);
  foot.cut_left(10);
  draw_color_scale(canvas, foot.cut_left(scale + 12).inset(0, 3), CellMatrix::Colors::kSigned);
  const TextStyle quiet{.color = canvas.color(Role::kMuted), .size = 11};
  foot.cut_left(10);
  draw_hint(canvas, foot, "rows: units; columns: steps, press one to look at it", quiet);
}

}  // namespace attn::ui
