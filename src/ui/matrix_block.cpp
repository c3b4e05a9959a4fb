#include "ui/matrix_block.h"
#include "ui/paragraph.h"

#include <algorithm>

namespace attn::ui {
namespace {

TextStyle quiet(const Canvas& canvas) { return {.color = canvas.color(Role::kMuted), .size = 11}; }

CellMatrix matrix_of(const MatrixBlock& b) {
  return {.id = b.id,
          .values = b.values,
          .colors = b.colors,
          .limit = b.limit,
          .rows = b.rows,
          .cols = b.cols,
          .row_role = b.row_role,
          .grip = b.grip,
          .label = b.id,
          .largest_cell = 76,
          .digits = b.digits,
          .band = b.band};
}

void draw_caption(Canvas& canvas, Rect at, const MatrixBlock& b) {
  const bool word = b.letter.size() > 2;
  const TextStyle letter{.color = canvas.color(b.role), .size = word ? 12.0f : 15.0f, .font = word ? Font::kStrong : Font::kMathItalic};
  const TextStyle below{.color = canvas.color(b.role), .size = 11, .font = Font::kMathItalic};
  const std::string name = elided(canvas, b.letter, letter, at.width);
  canvas.text({at.x, at.center().y}, name, letter);
  float x = at.x + canvas.measure(name, letter).width + 1;
  canvas.text({x, at.center().y + 4}, b.subscript, below);
  x += canvas.measure(b.subscript, below).width + 7;
  const std::string shape = shape_text(b.values.rows(), b.values.cols());
  if (x + canvas.measure(shape, quiet(canvas)).width <= at.right()) canvas.text({x, at.center().y}, shape, quiet(canvas));
}

}  // namespace

std::string shape_text(Index n, Index m) { return std::to_string(n) + " \u00d7 " + std::to_string(m); }

Rect block_cells(const Canvas& canvas, Rect area, const MatrixBlock& block) {
  area.cut_top(kBlockCaption);
  return cells_in(canvas, area, matrix_of(block));
}

Interaction draw_matrix_block(Canvas& canvas, Rect area, const MatrixBlock& block) {
  const Rect cells = block_cells(canvas, area, block), caption = area.cut_top(kBlockCaption);
  draw_caption(canvas, {cells.x, caption.y, std::max(0.0f, caption.right() - cells.x), caption.height}, block);
  return draw_cell_matrix(canvas, area, matrix_of(block));
}

void draw_operator(Canvas& canvas, Point at, std::string_view sign) {
  canvas.text(at, sign, {.color = canvas.color(Role::kMuted), .size = 17, .font = Font::kMath, .align = Align::kCenter});
}

void draw_signed_foot(Canvas& canvas, Rect foot, float limit, std::string_view note) {
  const Rect scale = foot.cut_left(std::min(140.0f, 0.36f * foot.width)).inset(0, 3);
  draw_color_scale(canvas, scale, CellMatrix::Colors::kSigned, limit);
  foot.cut_left(10);
  draw_hint(canvas, foot, note, quiet(canvas));
}

bool draw_small_button(Canvas& canvas, Rect r, std::string_view id, std::string_view text, std::string_view label) {
  const bool hot = canvas.is_hot(id);
  const TextStyle style{.color = canvas.color(Role::kAccent), .size = 12, .align = Align::kCenter};
  canvas.frame(r, {canvas.color(hot ? Role::kAccent : Role::kFaint), hot ? 2.0f : 1.0f}, 6);
  canvas.text(r.center(), elided(canvas, text, style, r.width - 6), style);
  return canvas.region(id, r, Grip::kClick, label).pressed;
}

}  // namespace attn::ui
