#include "lessons/09_transformer-block/figure_parts.h"

#include <algorithm>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Color, canvas::Rect, canvas::Role;

constexpr float kLeastDigit = 10;
constexpr float kBetween = 4;  ///< pixels between two numbers, at least

/// The band that a cell lies in; -1 where there are none.
int band_of(const Map& m, int i, int j) { return m.band == 0 ? -1 : (m.bands_down ? i : j) / m.band; }

Color fill_of(const Canvas& canvas, const Map& m, int i, int j) {
  const auto v = static_cast<float>(m.values(i, j));
  const Color full = m.weights ? canvas.theme().sequential(v) : canvas.theme().diverging(v / m.limit);
  const bool aside = m.lit_band >= 0 && band_of(m, i, j) != m.lit_band;
  return canvas::mix(full, canvas.color(Role::kBackground), std::max(m.pale, aside ? 0.78f : 0.0f));
}

std::string number(const Map& m, int i, int j) {
  std::string text = canvas::shown_fixed(static_cast<double>(m.values(i, j)), m.weights ? 2 : 1);
  return m.weights && text.starts_with("0.") ? text.substr(1) : text;
}

void draw_numbers(Canvas& canvas, Rect cells, const Map& m) {
  const int n = static_cast<int>(m.values.rows()), c = static_cast<int>(m.values.cols());
  const Rect cell = cells.cell(0, 0, n, c);
  canvas::TextStyle style{.color = {}, .size = std::min(0.56f * cell.height, 14.0f), .align = canvas::Align::kCenter};
  float widest = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < c; ++j) widest = std::max(widest, canvas.measure(number(m, i, j), style).width);
  style.size = std::min({style.size, 0.42f * cell.width, style.size * (cell.width - kBetween) / widest});
  if (style.size < kLeastDigit) return;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < c; ++j) {
      style.color = canvas::mix(canvas.theme().on(fill_of(canvas, m, i, j)), canvas.color(Role::kBackground), 0.5f * m.pale);
      canvas.text(cells.cell(i, j, n, c).center(), number(m, i, j), style);
    }
}

void draw_names(Canvas& canvas, Rect cells, const Map& m) {
  const int n = static_cast<int>(m.names.size());
  const float height = cells.height / static_cast<float>(std::max(n, 1));
  if (height < kLeastDigit + 1.5f) return;
  for (int i = 0; i < n; ++i) {
    canvas::TextStyle style = i == m.row ? charts::strong(canvas, std::min(12.0f, height)) : charts::quiet(canvas, std::min(12.0f, height));
    style.align = canvas::Align::kRight;
    const Rect cell = cells.cell(i, 0, n, 1);
    canvas.text({cells.x - 7, cell.center().y}, m.names[static_cast<size_t>(i)], style);
  }
}

}  // namespace

Rect page(const Canvas& canvas) {
  const float height = canvas.bounds().height;
  return charts::page(canvas, height < 300 ? 4.0f : height < 450 ? 7.0f : 10.0f);
}

canvas::Interaction draw_map(Canvas& canvas, Rect cells, const Map& m) {
  const int n = static_cast<int>(m.values.rows()), c = static_cast<int>(m.values.cols());
  if (n == 0 || c == 0 || cells.width < 2 || cells.height < 2) return {};
  std::vector<Color> colors;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < c; ++j) colors.push_back(fill_of(canvas, m, i, j));
  canvas.cells(cells, n, c, colors);
  if (m.numbers) draw_numbers(canvas, cells, m);
  const int bands = m.band == 0 ? 0 : (m.bands_down ? n : c) / m.band;
  for (int b = 1; b < bands; ++b) {
    const Rect cell = m.bands_down ? cells.cell(b * m.band, 0, n, c) : cells.cell(0, b * m.band, n, c);
    const canvas::Point to = m.bands_down ? canvas::Point{cells.right(), cell.y} : canvas::Point{cell.x, cells.bottom()};
    canvas.line({cell.x, cell.y}, to, {canvas.color(Role::kInk), 2});
  }
  const bool hot = canvas.is_hot(m.id) || (!m.lit_by.empty() && canvas.is_hot(m.lit_by));
  canvas.border(cells, {canvas::mix(canvas.color(hot ? Role::kAccent : Role::kMuted), canvas.color(Role::kBackground), hot ? 0 : m.pale),
                        hot ? 2.0f : 1.0f});
  if (m.row >= 0 && m.row < n)
    canvas.border(cells.cell(m.row, 0, n, 1).inset(-1, -0.5f),
                  {canvas.color(Role::kAccent), cells.height / static_cast<float>(n) < 9 ? 1.5f : 2.0f}, 1);
  draw_names(canvas, cells, m);
  if (m.whole) return canvas.region(m.id, cells, m.grip, m.label);
  const canvas::Interaction hand = canvas.grid(m.id, cells, n, c, m.grip, m.label);
  const canvas::RegionId at = canvas::parse_region_id(canvas.hot());
  if (at.name == m.id && at.row >= 0 && at.row < n && at.col >= 0 && at.col < c)
    canvas.border(cells.cell(at.row, at.col, n, c).inset(0.5f, 0.5f), {canvas.color(Role::kAccent), 2});
  return hand;
}

int row_at(const canvas::Interaction& hand, Rect cells, const Map& m) {
  const auto n = static_cast<int>(m.values.rows());
  if (!cells.contains(hand.position)) return -1;
  return std::clamp(static_cast<int>((hand.position.y - cells.y) / cells.height * static_cast<float>(n)), 0, n - 1);
}

int draw_tokens(Canvas& canvas, Rect line, std::span<const std::string> tokens, int followed) {
  const float size = std::clamp(line.height - 10, 11.0f, 14.0f), gap = 6;
  float pad = 10, total = 0;
  std::vector<float> widths;
  for (const std::string& token : tokens) {
    widths.push_back(canvas.measure(token, charts::strong(canvas, size)).width);
    total += widths.back();
  }
  const auto count = static_cast<float>(tokens.size());
  const float room = line.width - total - gap * (count - 1);
  pad = std::clamp(room / (2 * count), 2.0f, 10.0f);
  const float shrink = std::min(1.0f, (line.width - (gap + 2 * pad) * count) / std::max(total, 1.0f));
  int pressed = -1;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Rect chip = line.cut_left(widths[i] * shrink + 2 * pad);
    line.cut_left(gap);
    const std::string id = "token[" + std::to_string(i) + "]";
    const bool chosen = static_cast<int>(i) == followed;
    canvas::TextStyle style = chosen ? charts::strong(canvas, size) : charts::quiet(canvas, size);
    style.align = canvas::Align::kCenter;
    if (chosen) canvas.rect(chip, canvas.color(Role::kAccent).with_alpha(0.14f), 6);
    canvas.border(chip, {canvas.color(chosen || canvas.is_hot(id) ? Role::kAccent : Role::kFaint), chosen ? 2.0f : 1.0f}, 6);
    canvas.text(chip.center(), canvas::elided(canvas, tokens[i], style, chip.width - 2), style);
    if (canvas.region(id, chip, canvas::Grip::kClick, "follow " + tokens[i]).pressed) pressed = static_cast<int>(i);
  }
  return pressed;
}

void draw_caption(Canvas& canvas, Rect line, std::string_view name, std::string_view more) {
  charts::draw_heading(canvas, line, name, more, 12);
}

void draw_foot(Canvas& canvas, Rect* area, std::string_view note) {
  if (canvas.bounds().height < 300) return;
  charts::draw_signed_foot(canvas, area->cut_bottom(20), kFullColor, note);
  area->cut_bottom(canvas.bounds().height < 450 ? 3 : 8);
}

}  // namespace attn::lessons::transformer_block
