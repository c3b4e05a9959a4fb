#include "lessons/05_recurrent/pieces.h"

#include <algorithm>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"

namespace attn::lessons::recurrent {
namespace {

struct LetterStyles {
  canvas::TextStyle main, below;
};

LetterStyles styles_of(const canvas::Canvas& canvas, const Letter& letter, canvas::Role role, float size) {
  const bool word = letter.letter.size() > 1;
  return {{.color = canvas.color(role), .size = size, .font = word ? canvas::Font::kMath : canvas::Font::kMathItalic},
          {.color = canvas.color(role), .size = 0.72f * size, .font = canvas::Font::kMath}};
}

}  // namespace

canvas::Rect page(const canvas::Canvas& canvas) { return canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 22.0f), 8); }

canvas::TextStyle caption(const canvas::Canvas& canvas, canvas::Role role, float size) {
  return {.color = canvas.color(role), .size = size};
}

float letter_width(const canvas::Canvas& canvas, const Letter& letter, float size) {
  const LetterStyles styles = styles_of(canvas, letter, canvas::Role::kInk, size);
  return canvas.measure(letter.letter, styles.main).width + canvas.measure(letter.subscript, styles.below).width;
}

void draw_letter(canvas::Canvas& canvas, canvas::Point at, const Letter& letter, canvas::Role role, float size) {
  const LetterStyles styles = styles_of(canvas, letter, role, size);
  const float left = at.x - letter_width(canvas, letter, size) / 2;
  canvas.text({left, at.y}, letter.letter, styles.main);
  if (!letter.subscript.empty())
    canvas.text({left + canvas.measure(letter.letter, styles.main).width + 0.5f, at.y + 0.3f * size}, letter.subscript, styles.below);
}

void draw_number_cell(canvas::Canvas& canvas, canvas::Rect r, const NumberCell& cell) {
  const auto value = static_cast<float>(cell.value);
  const canvas::Color fill = cell.is_gate ? canvas.theme().sequential(value) : canvas.theme().diverging(value / cell.limit);
  canvas.rect(r, fill);
  canvas.frame(r, {canvas.color(canvas::Role::kFaint), 1});
  const auto number = static_cast<double>(cell.value);
  const std::string text = cell.digits < 0 ? canvas::shown_rounded(number, 2) : canvas::shown_fixed(number, cell.digits);
  // One size for all cells of a grid: that at which the longest number fits.
  const bool is_short = cell.digits < 0;
  const std::string longest = is_short ? "\u22120.9" : "\u22120." + std::string(static_cast<size_t>(cell.digits), '0');
  canvas::TextStyle style{.color = canvas.theme().on(fill), .size = std::min(14.0f, 0.68f * r.height), .align = canvas::Align::kCenter};
  style.size *= std::min(1.0f, std::min(r.width - 3, 0.86f * r.width) / canvas.measure(longest, style).width);
  if (style.size >= (is_short ? 6.5f : 7.5f)) canvas.text(r.center(), text, style);
}

canvas::Interaction draw_named_cell(canvas::Canvas& canvas, canvas::Rect r, const NumberCell& cell, std::string_view id,
                                    std::string_view label) {
  draw_number_cell(canvas, r, cell);
  if (id.empty()) return {};
  if (canvas.is_hot(id)) canvas.frame(r.inset(1, 1), {canvas.color(canvas::Role::kAccent), 2});
  return canvas.region(id, r, canvas::Grip::kHover, label);
}

void draw_number_grid(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, const Mat& values, Mat* edited, std::string_view label) {
  const int rows = static_cast<int>(values.rows()), cols = static_cast<int>(values.cols());
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) draw_number_cell(canvas, r.cell(i, j, rows, cols), {.value = values(i, j), .limit = 1.5f, .digits = -1});
  canvas.frame(r, {canvas.color(canvas.is_hot(id) ? canvas::Role::kAccent : canvas::Role::kMuted), 1});
  const canvas::Interaction hand = canvas.grid(id, r, rows, cols, canvas::Grip::kDrag, label);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      if (canvas.hot() == canvas::cell_id(id, i, j))
        canvas.frame(r.cell(i, j, rows, cols).inset(1, 1), {canvas.color(canvas::Role::kAccent), 2});
  charts::edit_cells(hand, values, edited, kStep, kInputLimit);
}

void mark_column(canvas::Canvas& canvas, canvas::Rect r, int col, int cols) {
  const canvas::Rect column = r.cell(0, col, 1, cols);
  canvas.frame({column.x - 1, column.y - 1, column.width + 2, column.height + 2}, {canvas.color(canvas::Role::kAccent), 2.5f}, 3);
}

}  // namespace attn::lessons::recurrent
