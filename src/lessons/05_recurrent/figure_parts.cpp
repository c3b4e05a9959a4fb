#include "lessons/05_recurrent/figure_parts.h"

#include <algorithm>

#include "canvas/number_text.h"
#include "charts/cell_matrix.h"

namespace attn::lessons::recurrent {
namespace {

constexpr float kSmallestNumber = 10;

struct LetterStyles {
  canvas::TextStyle main, below;
};

LetterStyles styles_of(const canvas::Canvas& canvas, const Letter& letter, canvas::Role role, float size) {
  const bool word = letter.letter.size() > 1;
  return {{.color = canvas.color(role), .size = size, .font = word ? canvas::Font::kMath : canvas::Font::kMathItalic},
          {.color = canvas.color(role), .size = std::max(0.72f * size, kSmallestNumber), .font = canvas::Font::kMath}};
}

/// The size of the numbers in cells as large as `r`. It is chosen so that `longest` fits, so all cells of a grid have the same size.
float number_size(const canvas::Canvas& canvas, canvas::Rect r, std::string_view longest) {
  const float size = std::min(std::max(0.68f * r.height, std::min(kSmallestNumber, 0.8f * r.height)), 14.0f);
  const float width = canvas.measure(longest, {.color = {}, .size = size}).width;
  return size * std::min(1.0f, std::min(r.width - 3, 0.86f * r.width) / width);
}

/// Where there is no room for all digits the number has fewer. Where it could not be read it is left out.
void draw_number(canvas::Canvas& canvas, canvas::Rect r, const NumberCell& cell, canvas::Color color) {
  const auto number = static_cast<double>(cell.value);
  const bool full = cell.digits == 2 && number_size(canvas, r, "\u22120.00") >= kSmallestNumber;
  const canvas::TextStyle style{
      .color = color, .size = number_size(canvas, r, full ? "\u22120.00" : "\u22120.9"), .align = canvas::Align::kCenter};
  if (style.size < kSmallestNumber) return;
  std::string text = cell.digits < 0 ? canvas::shown_rounded(number, 2) : canvas::shown_fixed(number, full ? 2 : 1);
  if (canvas.measure(text, style).width > r.width - 2) text = canvas::shown_fixed(number, 1);
  if (canvas.measure(text, style).width <= r.width - 2) canvas.text(r.center(), text, style);
}

}  // namespace

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
  canvas.border(r, {canvas.color(canvas::Role::kFaint), 1});
  draw_number(canvas, r, cell, canvas.theme().on(fill));
}

canvas::Interaction draw_named_cell(canvas::Canvas& canvas, canvas::Rect r, const NumberCell& cell, std::string_view id,
                                    std::string_view label) {
  draw_number_cell(canvas, r, cell);
  if (id.empty()) return {};
  if (canvas.is_hot(id)) canvas.border(r.inset(1, 1), {canvas.color(canvas::Role::kAccent), 2});
  return canvas.region(id, r, canvas::Grip::kHover, label);
}

void draw_number_grid(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, const Mat& values, Mat* edited, std::string_view label) {
  const int rows = static_cast<int>(values.rows()), cols = static_cast<int>(values.cols());
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) draw_number_cell(canvas, r.cell(i, j, rows, cols), {.value = values(i, j), .limit = 1.5f, .digits = -1});
  canvas.border(r, {canvas.color(canvas.is_hot(id) ? canvas::Role::kAccent : canvas::Role::kMuted), 1});
  const canvas::Interaction hand = canvas.grid(id, r, rows, cols, canvas::Grip::kDrag, label);
  charts::draw_hot_cell(canvas, id, r, rows, cols);
  charts::edit_cells(hand, values, edited, kStep, kInputLimit);
}

void mark_column(canvas::Canvas& canvas, canvas::Rect r, int col, int cols) {
  const canvas::Rect column = r.cell(0, col, 1, cols);
  canvas.border({column.x - 1, column.y - 1, column.width + 2, column.height + 2}, {canvas.color(canvas::Role::kAccent), 2.5f}, 3);
}

}  // namespace attn::lessons::recurrent
