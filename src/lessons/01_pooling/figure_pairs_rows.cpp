#include "lessons/01_pooling/figure_pairs_rows.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"

namespace attn::lessons::pooling {
namespace {

/// One row of columns. A negative number hangs from the line, a positive one stands on it.
struct Row {
  std::string_view id, name, label;
  In numbers;                            ///< [1,m]
  double largest;                        ///< the magnitude of a column as high as the row
  bool strong;                           ///< whether it is the row that the others lead to
  std::span<const canvas::Color> fills;  ///< one colour for each column
};

std::string shown(double number, std::string_view id) {
  return id == "scores" ? canvas::shown_fixed(number, 1) : canvas::shown_fixed(number, 2);
}

void draw_row(canvas::Canvas& canvas, canvas::Rect area, const Row& row, float size) {
  const int m = static_cast<int>(row.numbers.cols());
  const float pitch = area.width / static_cast<float>(m), width = std::min(0.62f * pitch, 56.0f);
  canvas::TextStyle number{.color = canvas.color(row.strong ? canvas::Role::kInk : canvas::Role::kMuted),
                           .size = size,
                           .font = row.strong ? canvas::Font::kStrong : canvas::Font::kText,
                           .align = canvas::Align::kCenter};
  float widest = 0;
  for (int i = 0; i < m; ++i) widest = std::max(widest, canvas.measure(shown(row.numbers(0, i), row.id), number).width);
  const bool fits = widest < pitch - 3;
  const bool hangs = row.numbers.maxCoeff() <= 0;
  canvas::Rect bars = area;
  const canvas::Rect numbers = bars.cut_top(size + 4);
  const float line = hangs ? bars.y : bars.bottom();
  canvas.line({bars.x, line}, {bars.right(), line}, {canvas.color(canvas::Role::kFaint), 1.5f});
  for (int i = 0; i < m; ++i) {
    const double value = row.numbers(0, i);
    const float x = area.x + (static_cast<float>(i) + 0.5f) * pitch;
    const float high = row.largest > 0 ? bars.height * std::min(1.0f, static_cast<float>(std::abs(value) / row.largest)) : 0;
    canvas.rect({x - width / 2, hangs ? line : line - high, width, high}, row.fills[static_cast<size_t>(i)], std::min(2.0f, high / 2));
    if (canvas.is_hot(canvas::cell_id(row.id, 0, i)))
      canvas.border(canvas::Rect{x - width / 2, bars.y, width, bars.height}.inset(-2, -2), {canvas.color(canvas::Role::kAccent), 2}, 3);
    if (fits)
      canvas.text({x, hangs ? numbers.center().y : std::max(numbers.center().y, line - high - size / 2 - 3)}, shown(value, row.id), number);
  }
  canvas.grid(row.id, area, 1, m, canvas::Grip::kHover, row.label);
}

}  // namespace

void draw_rows(canvas::Canvas& canvas, canvas::Rect area, const Result& result, std::span<const canvas::Color> fills) {
  const int m = static_cast<int>(result.attention.weights.cols());
  const float size = std::clamp(area.height / 13, 10.0f, 13.0f), gap = size / 2;
  const canvas::TextStyle name = charts::quiet(canvas, size);
  const bool brief = area.width < 300;  // the numbers need the room
  const std::string_view exponentials = brief ? "exp" : "exp((s \u2212 max) / T)";
  canvas::Rect names =
      area.cut_left(std::max(canvas.measure(exponentials, name).width, canvas.measure("share", charts::strong(canvas, size)).width) + size);
  const canvas::Rect keys = area.cut_bottom(size + 6);
  const float room = area.height - 2 * gap;
  const std::vector<canvas::Color> grey(static_cast<size_t>(m), canvas.color(canvas::Role::kFaint));
  std::vector<canvas::Color> shares(fills.begin(), fills.end());
  for (int i = 0; fills.empty() && i < m; ++i)
    shares.push_back(canvas.theme().sequential(0.25f + 0.75f * static_cast<float>(result.attention.weights(0, i))));
  const Row rows[] = {
      {"scores", "score", "score of the key", result.attention.scores, result.attention.scores.cwiseAbs().maxCoeff(), false, grey},
      {"exponentials", exponentials, "exponential of the score over T, the largest as 1", result.exponentials, 1, false, grey},
      {"weights", "share", "weight of the key", result.attention.weights, 1, true, shares}};
  for (const Row& row : rows) {
    canvas::Rect line = area.cut_top((row.strong ? 0.42f : 0.29f) * room);
    canvas.text({names.x, line.center().y}, row.name, row.strong ? charts::strong(canvas, size) : name);
    draw_row(canvas, line, row, size);
    area.cut_top(gap);
  }
  const float pitch = keys.width / static_cast<float>(m);
  for (int i = 0; i < m; ++i)
    canvas.text({keys.x + (static_cast<float>(i) + 0.5f) * pitch, keys.center().y}, std::to_string(i + 1),
                {.color = canvas.color(canvas::Role::kKey), .size = size, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter});
}

}  // namespace attn::lessons::pooling
