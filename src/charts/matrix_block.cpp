#include "charts/matrix_block.h"
#include "canvas/paragraph.h"
#include "charts/figure_text.h"

#include <algorithm>

namespace attn::charts {
namespace {

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

void draw_caption(canvas::Canvas& canvas, canvas::Rect at, const MatrixBlock& b) {
  const bool word = b.letter.size() > 2;
  canvas::TextStyle letter{
      .color = canvas.color(b.role), .size = word ? 12.0f : 15.0f, .font = word ? canvas::Font::kStrong : canvas::Font::kMathItalic};
  const canvas::TextStyle below{.color = canvas.color(b.role), .size = 11, .font = canvas::Font::kMathItalic};
  if (word) letter.size = std::clamp((letter.size * at.width - 1) / canvas.measure(b.letter, letter).width, 9.5f, letter.size);
  const std::string name = canvas::elided(canvas, b.letter, letter, at.width);
  canvas.text({at.x, at.center().y}, name, letter);
  float x = at.x + canvas.measure(name, letter).width + 1;
  canvas.text({x, at.center().y + 4}, b.subscript, below);
  x += canvas.measure(b.subscript, below).width + 7;
  const std::string shape = shape_text(b.values.rows(), b.values.cols());
  if (x + canvas.measure(shape, quiet(canvas, 11)).width <= at.right()) canvas.text({x, at.center().y}, shape, quiet(canvas, 11));
}

}  // namespace

std::string shape_text(Index n, Index m) { return std::to_string(n) + " \u00d7 " + std::to_string(m); }

canvas::Rect block_cells(const canvas::Canvas& canvas, canvas::Rect area, const MatrixBlock& block) {
  area.cut_top(kBlockCaption);
  return cells_in(canvas, area, matrix_of(block));
}

canvas::Interaction draw_matrix_block(canvas::Canvas& canvas, canvas::Rect area, const MatrixBlock& block, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::Rect cells = block_cells(canvas, area, block), caption = area.cut_top(kBlockCaption);
  draw_caption(canvas, {cells.x, caption.y, std::max(0.0f, caption.right() - cells.x), caption.height}, block);
  return draw_cell_matrix(canvas, area, matrix_of(block));
}

void draw_operator(canvas::Canvas& canvas, canvas::Point at, std::string_view sign, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  canvas.text(at, sign,
              {.color = canvas.color(canvas::Role::kMuted), .size = 17, .font = canvas::Font::kMath, .align = canvas::Align::kCenter});
}

void draw_signed_foot(canvas::Canvas& canvas, canvas::Rect foot, float limit, std::string_view note, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::Rect scale = foot.cut_left(std::min(140.0f, 0.36f * foot.width)).inset(0, 3);
  draw_color_scale(canvas, scale, CellMatrix::Colors::kSigned, limit);
  foot.cut_left(10);
  canvas::draw_hint(canvas, foot, note, quiet(canvas, 11));
}

}  // namespace attn::charts
