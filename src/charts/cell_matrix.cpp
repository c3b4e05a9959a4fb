#include "charts/cell_matrix.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"

namespace attn::charts {
namespace {

constexpr float kNameSize = 13, kSmallest = 10, kSmallestNumber = 10, kGoodNumber = 12;
constexpr float kGap = 6;             ///< between names and cells
constexpr float kBetweenNumbers = 4;  ///< of neighbouring cells

canvas::Color color_of(const canvas::Canvas& canvas, const CellMatrix& m, Index i, Index j) {
  const auto value = static_cast<float>(m.values(i, j));
  switch (m.colors) {
    case CellMatrix::Colors::kWeights:
      return canvas.theme().sequential(value);
    case CellMatrix::Colors::kSigned:
      return canvas.theme().diverging(value / m.limit);
    case CellMatrix::Colors::kAllowed:
      return value != 0 ? canvas::mix(canvas.color(canvas::Role::kBackground), canvas.color(canvas::Role::kMuted), 0.22f)
                        : canvas.color(canvas::Role::kBackground);
  }
  return {};
}

canvas::TextStyle name_style(const canvas::Canvas& canvas, canvas::Role role, float size) {
  return {.color = canvas.color(role), .size = size};
}

float widest(const canvas::Canvas& canvas, std::span<const std::string> names, const canvas::TextStyle& style) {
  float width = 0;
  for (const std::string& name : names) width = std::max(width, canvas.measure(name, style).width);
  return width;
}

/// On a projector cells and their numbers are larger.
float enlargement(const canvas::Canvas& canvas) { return std::clamp(canvas.bounds().width / 900, 1.0f, 1.8f); }

struct Layout {
  canvas::Rect cells;
  float row_size = kNameSize, col_size = kNameSize;  ///< of the names' letters; before columns' names run upwards, they become smaller
  bool upright = false;                              ///< whether columns' names run upwards
  float name_width = 0, name_height = 0;
};

float fitting_size(float cell) { return std::clamp(cell - 2, kSmallest, kNameSize); }

Layout arrange(const canvas::Canvas& canvas, canvas::Rect area, const CellMatrix& m) {
  Layout l;
  const auto n = static_cast<float>(m.values.rows()), k = static_cast<float>(m.values.cols());
  if (n == 0 || k == 0) return l;
  if (!m.rows.empty())
    l.name_width = std::min(widest(canvas, m.rows, name_style(canvas, m.row_role, kNameSize)) + kGap, std::max(0.32f * area.width, 24.0f));
  const float largest = m.largest_cell * enlargement(canvas);
  const float width = std::min((area.width - l.name_width) / k, largest);
  const float name = widest(canvas, m.cols, name_style(canvas, m.col_role, kNameSize));
  if (!m.cols.empty()) {
    const float level = m.square ? std::min(width, (area.height - kNameSize - kGap) / n) : width;  // of a cell whose name is horizontal
    const float fits = kNameSize * (level - 4) / std::max(name, 1.0f);
    l.upright = fits < kSmallest;
    l.col_size = std::min(kNameSize, fits);
    l.name_height = l.upright ? std::min(name + kGap, 0.34f * area.height) : kNameSize + kGap;
  }
  float height = std::min((area.height - l.name_height) / n, largest), wide = width;
  if (m.square)
    wide = height = std::min(wide, height);
  else
    height = std::min(height, 1.4f * wide);
  l.cells = {area.x + l.name_width, area.y + l.name_height, wide * k, height * n};
  l.row_size = fitting_size(height);
  if (l.upright) l.col_size = std::max(kSmallest, std::min(fitting_size(wide), kNameSize * (l.name_height - kGap) / std::max(name, 1.0f)));
  return l;
}

/// The distance from one name that is shown to the next, so that names do not touch.
int stride(float cell, float size) { return std::max(1, static_cast<int>(std::ceil(size / std::max(cell, 1.0f)))); }

void draw_names(canvas::Canvas& canvas, const CellMatrix& m, const Layout& l) {
  const int n = static_cast<int>(m.values.rows()), k = static_cast<int>(m.values.cols());
  const float cell_width = l.cells.width / static_cast<float>(k), cell_height = l.cells.height / static_cast<float>(n);
  for (int i = 0; i < static_cast<int>(m.rows.size()); i += stride(cell_height, l.row_size)) {
    canvas::TextStyle style = name_style(canvas, m.row_role, l.row_size);
    style.align = canvas::Align::kRight;
    const canvas::Point at{l.cells.x - kGap, l.cells.cell(i, 0, n, k).center().y};
    canvas.text(at, canvas::elided(canvas, m.rows[static_cast<size_t>(i)], style, l.name_width - kGap), style);
  }
  for (int j = 0; j < static_cast<int>(m.cols.size()); j += l.upright ? stride(cell_width, l.col_size) : 1) {
    canvas::TextStyle style = name_style(canvas, m.col_role, l.col_size);
    style.align = l.upright ? canvas::Align::kLeft : canvas::Align::kCenter;
    style.angle = l.upright ? -90 : 0;
    const canvas::Point at{l.cells.cell(0, j, n, k).center().x, l.upright ? l.cells.y - kGap : l.cells.y - kGap - l.col_size / 2};
    canvas.text(at, canvas::elided(canvas, m.cols[static_cast<size_t>(j)], style, l.upright ? l.name_height - kGap : cell_width), style);
  }
}

/// Draws diagonal strokes over a cell that the mask forbids.
void hatch(canvas::Canvas& canvas, canvas::Rect r) {
  const canvas::Stroke stroke{canvas.color(canvas::Role::kMuted).with_alpha(0.45f), 1};
  const float step = std::max(5.0f, std::min(r.width, r.height) / 5);
  for (float t = step; t < r.width + r.height; t += step) {
    const canvas::Point a{r.x + std::min(t, r.width), r.y + std::max(0.0f, t - r.width)};
    const canvas::Point b{r.x + std::max(0.0f, t - r.height), r.y + std::min(t, r.height)};
    canvas.line(a, b, stroke);
  }
}

/// How the numbers of a matrix are written.
struct NumberLook {
  float size = 0;
  bool compact = false;  ///< ".9" for "0.9"
};

NumberLook number_look(const canvas::Canvas& canvas, const CellMatrix& m, canvas::Rect cell) {
  const bool weights = m.colors == CellMatrix::Colors::kWeights;
  const auto size = [&](float high, float wide) { return std::min({cell.height * high, cell.width * wide, 14 * enlargement(canvas)}); };
  const NumberLook look{size(0.55f, weights ? 0.42f : 0.36f), weights};  // "1.00" there, "-1.50" elsewhere
  if (look.size >= kSmallestNumber || m.digits != 1) return look;
  return {std::min(size(0.78f, weights ? 0.58f : 0.49f), kSmallestNumber), true};  // "1.0" and "-.9"
}

std::string number_text(const CellMatrix& m, Index i, Index j, bool compact) {
  if (m.colors == CellMatrix::Colors::kAllowed) return m.values(i, j) != 0 ? "1" : "0";
  std::string text = canvas::shown_fixed(m.values(i, j), m.digits);
  const size_t zero = compact && std::abs(m.values(i, j)) < 1 ? text.find("0.") : std::string::npos;
  if (zero != std::string::npos) text.erase(zero, 1);
  return text;
}

/// The look, smaller where a number, as "\u221212.34", is longer than those that number_look() reckons with.
NumberLook fitted(const canvas::Canvas& canvas, const CellMatrix& m, float width, NumberLook look) {
  if (look.size < kSmallestNumber || m.colors != CellMatrix::Colors::kSigned) return look;
  float widest = 0;
  for (Index i = 0; i < m.values.rows(); ++i)
    for (Index j = 0; j < m.values.cols(); ++j)
      widest = std::max(widest, canvas.measure(number_text(m, i, j, look.compact), {.color = {}, .size = look.size}).width);
  look.size *= std::min(1.0f, (width - kBetweenNumbers) / std::max(widest, 1.0f));
  return look;
}

void draw_numbers(canvas::Canvas& canvas, const CellMatrix& m, canvas::Rect cells) {
  const int n = static_cast<int>(m.values.rows()), k = static_cast<int>(m.values.cols());
  const NumberLook look = fitted(canvas, m, cells.width / static_cast<float>(k), number_look(canvas, m, cells.cell(0, 0, n, k)));
  if (look.size < kSmallestNumber) return;  // numbers too small to read say less than the colours alone
  canvas::TextStyle style{.color = {}, .size = look.size, .align = canvas::Align::kCenter};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < k; ++j) {
      if (m.allowed && !(*m.allowed)(i, j)) continue;
      const std::string text = number_text(m, i, j, look.compact);
      if (style.size < kGoodNumber && text == ".00") continue;  // so that the other numbers stand out
      style.color = canvas.theme().on(color_of(canvas, m, i, j));
      canvas.text(cells.cell(i, j, n, k).center(), text, style);
    }
}

}  // namespace

canvas::Rect cells_in(const canvas::Canvas& canvas, canvas::Rect area, const CellMatrix& matrix) {
  return arrange(canvas, area, matrix).cells;
}

canvas::Interaction draw_cell_matrix(canvas::Canvas& canvas, canvas::Rect area, const CellMatrix& m, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const int n = static_cast<int>(m.values.rows()), k = static_cast<int>(m.values.cols());
  const Layout l = arrange(canvas, area, m);
  if (n == 0 || k == 0 || l.cells.width < 1 || l.cells.height < 1) return {};
  std::vector<canvas::Color> colors;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < k; ++j)
      colors.push_back(m.allowed && !(*m.allowed)(i, j) ? canvas.color(canvas::Role::kSurface) : color_of(canvas, m, i, j));
  canvas.cells(l.cells, n, k, colors);
  const canvas::Rect cell = l.cells.cell(0, 0, n, k);
  // Cells that may attend are as pale as the lines between others.
  const bool pale = m.colors == CellMatrix::Colors::kAllowed;
  const canvas::Stroke hair{pale ? canvas.color(canvas::Role::kMuted).with_alpha(0.5f) : canvas.color(canvas::Role::kFaint), 1};
  if (std::min(cell.width, cell.height) >= 9) {
    for (int i = 1; i < n; ++i) canvas.line({l.cells.x, l.cells.cell(i, 0, n, k).y}, {l.cells.right(), l.cells.cell(i, 0, n, k).y}, hair);
    for (int j = 1; j < k; ++j) canvas.line({l.cells.cell(0, j, n, k).x, l.cells.y}, {l.cells.cell(0, j, n, k).x, l.cells.bottom()}, hair);
  }
  if (m.allowed)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < k; ++j)
        if (!(*m.allowed)(i, j)) hatch(canvas, l.cells.cell(i, j, n, k));
  draw_numbers(canvas, m, l.cells);
  for (int j = m.band; m.band > 0 && j < k; j += m.band)
    canvas.line({l.cells.cell(0, j, n, k).x, l.cells.y - 2}, {l.cells.cell(0, j, n, k).x, l.cells.bottom() + 2},
                {canvas.color(canvas::Role::kInk), 2});
  canvas.border(l.cells,
                {canvas.color(canvas.is_hot(m.id) ? canvas::Role::kAccent : canvas::Role::kMuted), canvas.is_hot(m.id) ? 2.0f : 1.0f});
  draw_names(canvas, m, l);
  const canvas::Interaction hand = canvas.grid(m.id, l.cells, n, k, m.grip, m.label);
  draw_hot_cell(canvas, m.id, l.cells, n, k);
  return hand;
}

void draw_hot_cell(canvas::Canvas& canvas, std::string_view id, canvas::Rect cells, int rows, int cols, float inset, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name != id || hot.row < 0 || hot.col < 0 || hot.row >= rows || hot.col >= cols) return;
  canvas.border(cells.cell(hot.row, hot.col, rows, cols).inset(inset, inset), {canvas.color(canvas::Role::kAccent), 2});
}

bool edit_cells(const canvas::Interaction& hand, const Mat& shown, Mat* entries, Real step, Real limit) {
  if (hand.row < 0 || hand.col < 0) return false;
  const bool dragging = hand.held && hand.first_row >= 0 && hand.delta.y != 0;
  const int i = dragging ? hand.first_row : hand.row, j = dragging ? hand.first_col : hand.col;
  if (i >= entries->rows() || j >= entries->cols()) return false;
  Real change = 0;
  if (dragging) {  // whole steps only; as a difference of two rounded positions they lose nothing over a drag
    const auto steps = [](float y) { return std::floor(y / 3); };
    change = step * (steps(hand.position.y - hand.delta.y) - steps(hand.position.y));
  } else if (hand.selected) {
    change = step * static_cast<Real>(hand.nudge_x - hand.nudge_y);
  }
  if (change == 0) return false;
  // Dividing by the whole number of steps in a unit gives 1.3, where multiplying by the step would give 1.3000001.
  const Real per_unit = std::max(Real(1), std::round(1 / step));
  const auto tidied = [per_unit](Real v) { return std::round(v * per_unit) / per_unit; };
  const Real value = std::clamp(tidied(shown(i, j) + change), -limit, limit);
  (*entries)(i, j) = tidied((*entries)(i, j) + value - shown(i, j));
  return true;
}

bool paint_cells(const canvas::Interaction& hand, canvas::Rect cells, Mask* mask) {
  const int n = static_cast<int>(mask->rows()), k = static_cast<int>(mask->cols());
  if (hand.pressed && hand.row >= 0 && hand.col >= 0) {
    (*mask)(hand.row, hand.col) = !(*mask)(hand.row, hand.col);
    return true;
  }
  if (!hand.held || hand.first_row < 0 || hand.first_col < 0) return false;
  const bool value = (*mask)(hand.first_row, hand.first_col);
  bool changed = false;
  constexpr int kSamples = 32;  // between two frames a quick hand skips cells
  for (int s = 0; s <= kSamples; ++s) {
    const canvas::Point p = hand.position - (static_cast<float>(s) / kSamples) * hand.delta;
    if (!cells.contains(p)) continue;
    const int i = std::min(n - 1, static_cast<int>((p.y - cells.y) / cells.height * static_cast<float>(n)));
    const int j = std::min(k - 1, static_cast<int>((p.x - cells.x) / cells.width * static_cast<float>(k)));
    changed = changed || (*mask)(i, j) != value;
    (*mask)(i, j) = value;
  }
  return changed;
}

void draw_color_scale(canvas::Canvas& canvas, canvas::Rect area, CellMatrix::Colors colors, float limit, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const bool is_signed = colors == CellMatrix::Colors::kSigned;
  const canvas::TextStyle style = quiet(canvas, 11);
  const std::string low = is_signed ? canvas::shown_rounded(-limit, 2) : "0",
                    high = is_signed ? "+" + canvas::shown_rounded(limit, 2) : "1";
  const float low_width = canvas.measure(low, style).width + 5, high_width = canvas.measure(high, style).width + 5;
  const canvas::Rect bar{area.x + low_width, area.y + 1, std::max(8.0f, area.width - low_width - high_width),
                         std::max(4.0f, area.height - 2)};
  std::vector<canvas::Color> steps;
  constexpr int kSteps = 48;
  for (int i = 0; i < kSteps; ++i) {
    const float t = static_cast<float>(i) / (kSteps - 1);
    steps.push_back(is_signed ? canvas.theme().diverging(2 * t - 1) : canvas.theme().sequential(t));
  }
  canvas.text({area.x, bar.center().y}, low, style);
  canvas.cells(bar, 1, kSteps, steps);
  canvas.border(bar, {canvas.color(canvas::Role::kFaint), 1});
  canvas.text({bar.right() + 5, bar.center().y}, high, style);
}

}  // namespace attn::charts
