#include "ui/recurrent_parts.h"

#include <algorithm>

#include "ui/cell_matrix.h"
#include "ui/number_text.h"
#include "ui/regions.h"

namespace attn::ui {

Rect recurrent_page(const Canvas& canvas) { return canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 22.0f), 8); }

TextStyle recurrent_caption(const Canvas& canvas, Role role, float size) { return {.color = canvas.color(role), .size = size}; }

void draw_letter(Canvas& canvas, Point at, const Letter& letter, Role role, float size) {
  const bool word = letter.letter.size() > 1 && letter.letter.find(' ') != std::string_view::npos;
  const TextStyle style{.color = canvas.color(role), .size = size, .font = word ? Font::kMath : Font::kMathItalic};
  const TextStyle below{.color = canvas.color(role), .size = 0.72f * size, .font = Font::kMath};
  const float main = canvas.measure(letter.letter, style).width, sub = canvas.measure(letter.subscript, below).width;
  const float left = at.x - (main + sub) / 2;
  canvas.text({left, at.y}, letter.letter, style);
  if (!letter.subscript.empty()) canvas.text({left + main + 0.5f, at.y + 0.3f * size}, letter.subscript, below);
}

void draw_number_cell(Canvas& canvas, Rect r, const NumberCell& cell) {
  const auto value = static_cast<float>(cell.value);
  const Color fill = cell.is_gate ? canvas.theme().sequential(value) : canvas.theme().diverging(value / cell.limit);
  canvas.rect(r, fill);
  canvas.frame(r, {canvas.color(Role::kFaint), 1});
  const auto number = static_cast<double>(cell.value);
  const std::string text = cell.digits < 0 ? shown_rounded(number, 2) : shown_fixed(number, cell.digits);
  // One size for all cells of a grid: that at which the longest number fits.
  const bool is_short = cell.digits < 0;
  const std::string longest = is_short ? "\u22120.9" : "\u22120." + std::string(static_cast<size_t>(cell.digits), '0');
  TextStyle style{.color = canvas.theme().on(fill), .size = std::min(14.0f, 0.68f * r.height), .align = Align::kCenter};
  style.size *= std::min(1.0f, (r.width - 3) / canvas.measure(longest, style).width);
  if (style.size >= (is_short ? 6.5f : 7.5f)) canvas.text(r.center(), text, style);
}

Interaction draw_named_cell(Canvas& canvas, Rect r, const NumberCell& cell, std::string_view id, std::string_view label) {
  draw_number_cell(canvas, r, cell);
  if (id.empty()) return {};
  if (canvas.is_hot(id)) canvas.frame(r.inset(1, 1), {canvas.color(Role::kAccent), 2});
  return canvas.region(id, r, Grip::kHover, label);
}

bool draw_number_grid(Canvas& canvas, Rect r, std::string_view id, const Mat& values, Real step, Real limit, Mat* edited,
                      std::string_view label) {
  const int rows = static_cast<int>(values.rows()), cols = static_cast<int>(values.cols());
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) draw_number_cell(canvas, r.cell(i, j, rows, cols), {.value = values(i, j), .limit = 1.5f, .digits = -1});
  canvas.frame(r, {canvas.color(canvas.is_hot(id) ? Role::kAccent : Role::kMuted), 1});
  const Interaction hand = canvas.grid(id, r, rows, cols, Grip::kDrag, label);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      if (canvas.hot() == cell_id(id, i, j)) canvas.frame(r.cell(i, j, rows, cols).inset(1, 1), {canvas.color(Role::kAccent), 2});
  return edit_cells(hand, values, edited, step, limit);
}

void mark_column(Canvas& canvas, Rect r, int col, int cols) {
  const Rect column = r.cell(0, col, 1, cols);
  canvas.frame({column.x - 1, column.y - 1, column.width + 2, column.height + 2}, {canvas.color(Role::kAccent), 2.5f}, 3);
}

std::vector<std::string> numbered(std::string_view letter, int first, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(std::string(letter) + std::to_string(first + i));
  return names;
}

}  // namespace attn::ui
