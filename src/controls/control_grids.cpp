// Widgets for parameters that consist of many numbers: a matrix, a mask, a set of points.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "controls/control_parts.h"

namespace attn::controls {
namespace {

constexpr float kTallestCell = 26, kSmallestNumberCell = 24;

canvas::Rect grid_rect(const Mat& m, canvas::Rect area) {
  const auto rows = static_cast<float>(m.rows()), cols = static_cast<float>(m.cols());
  const float cell_width = std::min(area.width / std::max(1.0f, cols), 52.0f);
  return {area.x, area.y, cell_width * cols, std::min(area.height, kTallestCell * rows)};
}

/// The size of the letters of a number in `cell`.
float number_size(canvas::Rect cell) { return std::min({12.0f, 0.5f * cell.height, 0.34f * cell.width}); }

std::string size_text(const Mat& m) { return std::to_string(m.rows()) + " × " + std::to_string(m.cols()); }

/// Draws the word that unfolds the cells or folds them away, at the right end of the name's line. Returns what is left of the line.
canvas::Rect draw_fold(const Control& c, canvas::Rect line) {
  if (!c.foldable) return line;
  const std::string id = std::string(c.row.id) + ":fold";
  const std::string_view word = c.folded ? "Cells" : "Fold";
  const canvas::TextStyle style{c.canvas.color(canvas::Role::kAccent), 12, canvas::Font::kText, canvas::Align::kRight};
  const float width = c.canvas.measure(word, style).width;
  const canvas::Rect r{line.right() - width, line.y, width, line.height};
  const canvas::Interaction hand =
      c.canvas.region(id, r, canvas::Grip::kClick, c.folded ? "shows the cells here too" : "puts the cells away");
  c.canvas.text({r.right(), line.center().y}, word, style);
  if (c.canvas.is_hot(id)) c.canvas.line({r.x, line.center().y + 8}, {r.right(), line.center().y + 8}, {style.color});
  if (hand.released && r.contains(hand.position)) c.result.fold = c.row.id;
  line.width -= width + 12;
  return line;
}

/// Writes what the parameter is at the right end of the name's line and, where it differs from the default, offers to restore that.
void draw_summary(const Control& c, canvas::Rect line, const std::string& summary) {
  line = draw_fold(c, line);
  const canvas::TextStyle style{c.canvas.color(canvas::Role::kMuted), 12, canvas::Font::kText, canvas::Align::kRight};
  c.canvas.text({line.right(), line.center().y}, summary, style);
  if (!c.changed || c.locked) return;
  const float left = line.right() - c.canvas.measure(summary, style).width - 12;
  const std::string id = std::string(c.row.id) + ":reset";
  const float width = c.canvas.measure("Restore", style).width;
  const canvas::Rect r{left - width, line.y, width, line.height};
  const canvas::Interaction hand = c.canvas.region(id, r, canvas::Grip::kClick, "restore the default");
  canvas::TextStyle link = style;
  link.color = c.canvas.color(canvas::Role::kAccent);
  c.canvas.text({left, line.center().y}, "Restore", link);
  if (c.canvas.is_hot(id)) c.canvas.line({r.x, line.center().y + 8}, {r.right(), line.center().y + 8}, {link.color});
  if (c.clicked(hand, r)) c.restore = true;
}

/// Draws lines in the background colour between the cells, and a border.
void draw_gaps(canvas::Canvas& canvas, canvas::Rect grid, int rows, int cols) {
  const canvas::Stroke gap{canvas.color(canvas::Role::kBackground)};
  for (int i = 1; i < rows; ++i) canvas.line({grid.x, grid.cell(i, 0, rows, cols).y}, {grid.right(), grid.cell(i, 0, rows, cols).y}, gap);
  for (int j = 1; j < cols; ++j) canvas.line({grid.cell(0, j, rows, cols).x, grid.y}, {grid.cell(0, j, rows, cols).x, grid.bottom()}, gap);
  canvas.border(grid, {canvas.color(canvas::Role::kFaint)});
}

/// As in figures, numbers that can be negative have the colour map of signed numbers, others that of weights.
canvas::Color cell_color(const Control& c, Real value) {
  const double limit = std::max(std::abs(c.row.min), std::abs(c.row.max));
  const auto share = static_cast<float>(static_cast<double>(value) / limit);
  return c.row.min < 0 ? c.canvas.theme().diverging(share) : c.canvas.theme().sequential(share);
}

void draw_numbers(const Control& c, const Mat& m, canvas::Rect grid) {
  const int rows = static_cast<int>(m.rows()), cols = static_cast<int>(m.cols());
  const canvas::Rect cell = grid.cell(0, 0, rows, cols);
  canvas::TextStyle style{{}, number_size(cell), canvas::Font::kText, canvas::Align::kCenter};
  if (cell.width < kSmallestNumberCell || style.size < 8) return;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) {
      style.color = c.canvas.theme().on(cell_color(c, m(i, j)));
      c.canvas.text(grid.cell(i, j, rows, cols).center(), canvas::shown_rounded(m(i, j), 2), style);
    }
}

void draw_hot_cell(const Control& c, const canvas::Interaction& hand, canvas::Rect grid, int rows, int cols) {
  if (hand.row < 0 || c.locked) return;
  if (hand.hovered || hand.held) c.canvas.border(grid.cell(hand.row, hand.col, rows, cols), {c.canvas.color(canvas::Role::kAccent), 2});
}

}  // namespace

float grid_control_height(const params::Value& value, float) {
  const Mat& m = std::get<Mat>(value);
  return std::clamp(static_cast<float>(m.rows()) * kTallestCell, kTallestCell, 8 * kTallestCell);
}

void draw_matrix_control(const Control& c, canvas::Rect area) {
  const Mat shown = std::get<Mat>(c.value());
  const int rows = static_cast<int>(shown.rows()), cols = static_cast<int>(shown.cols());
  draw_summary(c, area.cut_top(kControlLine), size_text(shown));
  area.cut_top(4);
  if (c.folded || rows == 0 || cols == 0) return;
  const canvas::Rect grid = grid_rect(shown, area);
  const canvas::Interaction hand = c.canvas.grid(c.row.id, grid, rows, cols, c.grip(canvas::Grip::kDrag), c.row.label);
  const int row = hand.held ? hand.first_row : hand.row, col = hand.held ? hand.first_col : hand.col;
  if (row >= 0 && row < rows && col >= 0 && col < cols && !c.locked) {
    Mat edited = shown;
    // A drag of three pixels is one step; what is left over in a frame counts in the next.
    const float from = std::floor((hand.position.y - hand.delta.y) / 3), to = std::floor(hand.position.y / 3);
    const int steps = (hand.held ? static_cast<int>(from - to) : 0) - hand.nudge_y;
    edited(row, col) = static_cast<Real>(nudged(c.row, static_cast<double>(shown(row, col)), steps));
    if (steps != 0) c.set(edited);
    const bool types = hand.double_clicked || (hand.released && hand.selected && hand.first_row == row && !hand.hovered);
    if (types)
      c.result.request = {canvas::cell_id(c.row.id, row, col),
                          std::string(c.row.label),
                          number_to_text(shown(row, col)),
                          grid.cell(row, col, rows, cols),
                          true,
                          false,
                          number_size(grid.cell(row, col, rows, cols))};
  }
  const Mat m = std::get<Mat>(c.value());
  std::vector<canvas::Color> colors;
  for (Index i = 0; i < m.size(); ++i) colors.push_back(cell_color(c, m.data()[i]));
  c.canvas.cells(grid, rows, cols, colors);
  draw_gaps(c.canvas, grid, rows, cols);
  draw_numbers(c, m, grid);
  draw_hot_cell(c, hand, grid, rows, cols);
}

void draw_mask_control(const Control& c, canvas::Rect area) {
  const Mat shown = std::get<Mat>(c.value());
  const int rows = static_cast<int>(shown.rows()), cols = static_cast<int>(shown.cols());
  const std::string summary = std::to_string(static_cast<int>(shown.sum())) + " of " + std::to_string(rows * cols) + " allowed";
  draw_summary(c, area.cut_top(kControlLine), summary);
  area.cut_top(4);
  if (c.folded || rows == 0 || cols == 0) return;
  canvas::Rect grid = grid_rect(shown, area);
  const float side = std::min({grid.width / static_cast<float>(cols), grid.height / static_cast<float>(rows), kTallestCell});
  grid.width = side * static_cast<float>(cols), grid.height = side * static_cast<float>(rows);
  const canvas::Interaction hand = c.canvas.grid(c.row.id, grid, rows, cols, c.grip(canvas::Grip::kPaint), c.row.label);
  Mask mask = (shown.array() != Real(0)).matrix();
  if (!c.locked && charts::paint_cells(hand, grid, &mask)) c.set(Mat(mask.cast<Real>()));
  const canvas::Color yes = canvas::mix(c.canvas.color(canvas::Role::kBackground), c.canvas.color(canvas::Role::kInk), 0.5f),
                      no = c.canvas.color(canvas::Role::kSurface);
  std::vector<canvas::Color> colors;
  const Mat now = std::get<Mat>(c.value());
  for (Index i = 0; i < now.size(); ++i) colors.push_back(now.data()[i] != 0 ? yes : no);
  c.canvas.cells(grid, rows, cols, colors);
  draw_gaps(c.canvas, grid, rows, cols);
  draw_hot_cell(c, hand, grid, rows, cols);
}

void draw_points_control(const Control& c, canvas::Rect area) {
  const Index count = std::get<Mat>(c.value()).rows();
  c.canvas.region(c.row.id, area, canvas::Grip::kHover, c.row.label);
  draw_summary(c, area, count == 0 ? "generated" : counted(count, "point"));
}

}  // namespace attn::controls
