#include "lessons/translation/weight_row.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"

namespace attn::lessons::translation {
namespace {

constexpr Real kUnit = Real(0.001);  ///< weights set by hand are multiples of this
constexpr Real kNudge = Real(0.05);  ///< how much an arrow key adds to a weight

/// Draws one weight as a column. Returns the weight that the hand gives it, or a negative number if it gives none.
Real draw_column(canvas::Canvas& canvas, canvas::Rect column, const WeightRow& row, int j) {
  const auto weight = static_cast<float>(row.weights(0, j));
  const std::string id = canvas::cell_id(row.id, 0, j);
  const bool hot = canvas.is_hot(id);
  const float width = std::min(0.7f * column.width, 40.0f);
  const canvas::Rect track{column.center().x - width / 2, column.y, width, column.height};
  canvas.rect(track, canvas.color(canvas::Role::kSurface), 3);
  const canvas::Rect bar{track.x, track.bottom() - weight * track.height, width, weight * track.height};
  canvas.rect(bar, canvas.theme().sequential(0.25f + 0.75f * weight), std::min(3.0f, bar.height / 2));
  canvas.line({track.x, bar.y}, {track.right(), bar.y},
              {canvas.color(hot ? canvas::Role::kAccent : canvas::Role::kInk), hot ? 4.0f : 2.5f});
  const canvas::Interaction hand =
      canvas.region(id, column, canvas::Grip::kDrag, "weight of " + row.names[static_cast<size_t>(j)] + ", drag up or down");
  if (hand.held && hand.delta.y != 0)
    return std::clamp(static_cast<Real>((track.bottom() - hand.position.y) / track.height), Real(0), Real(1));
  const int keys = hand.selected ? hand.nudge_x - hand.nudge_y : 0;
  return keys == 0 ? Real(-1) : std::clamp(static_cast<Real>(weight) + kNudge * static_cast<Real>(keys), Real(0), Real(1));
}

canvas::TextStyle name_style(const canvas::Canvas& canvas) {
  return {.color = canvas.color(canvas::Role::kKey), .size = 12, .align = canvas::Align::kCenter};
}

float longest_name(const canvas::Canvas& canvas, const WeightRow& row, const canvas::TextStyle& style) {
  float longest = 0;
  for (const std::string& word : row.names) longest = std::max(longest, canvas.measure(word, style).width);
  return longest;
}

/// The size of names that run upwards. It is chosen so that they are no wider than a column and no longer than their place.
float upright_size(const canvas::Canvas& canvas, canvas::Rect names, const WeightRow& row) {
  const canvas::TextStyle style = name_style(canvas);
  const float across = names.width / static_cast<float>(row.names.size()) - 2;
  const float along = style.size * (names.height - 4) / std::max(longest_name(canvas, row, style), 1.0f);
  return std::clamp(std::min(across, along), 8.0f, style.size);
}

void draw_names_and_numbers(canvas::Canvas& canvas, canvas::Rect numbers, canvas::Rect names, const WeightRow& row, bool upright) {
  const auto m = static_cast<int>(row.names.size());
  canvas::TextStyle name = name_style(canvas);
  const canvas::TextStyle number = charts::quiet(canvas, 11, canvas::Align::kCenter);
  if (upright) name.angle = -90, name.align = canvas::Align::kRight, name.size = upright_size(canvas, names, row);
  for (int j = 0; j < m; ++j) {
    const canvas::Rect place = names.cell(0, j, 1, m), above = numbers.cell(0, j, 1, m);
    const std::string text = canvas::elided(canvas, row.names[static_cast<size_t>(j)], name, upright ? place.height - 2 : place.width);
    canvas.text({place.center().x, upright ? place.y + 2 : place.y + 8}, text, name);
    std::string value = canvas::shown_fixed(row.weights(0, j), 2);
    if (canvas.measure(value, number).width > above.width - 4 && value.starts_with("0.")) value.erase(0, 1);
    if (value == ".00") continue;  // in little room zeros would hide the numbers that matter
    if (canvas.measure(value, number).width < above.width) canvas.text(above.center(), value, number);
  }
}

}  // namespace

Mat with_weight(In row, int j, Real value) {
  CHECK(row.rows() == 1 && j >= 0 && j < row.cols(), "with_weight: ", j, " of ", row.cols());
  const Index m = row.cols();
  if (m == 1) return Mat::Ones(1, 1);
  const Real wanted = std::round(std::clamp(value, Real(0), Real(1)) / kUnit) * kUnit;
  const Real others = row.sum() - row(0, j);
  Mat changed(1, m);
  Real left = 1;
  for (Index k = 0; k < m; ++k) {
    if (k == j) continue;
    const Real share = others > 0 ? row(0, k) / others : Real(1) / static_cast<Real>(m - 1);
    changed(0, k) = std::round((1 - wanted) * share / kUnit) * kUnit;
    left -= changed(0, k);
  }
  // The weight in the hand gets what the rounded others leave of 1. Where that is negative, the largest other weight gives it up.
  changed(0, j) = 0;
  Index largest = 0;
  changed.row(0).maxCoeff(&largest);
  changed(0, left >= 0 ? static_cast<Index>(j) : largest) += std::round(left / kUnit) * kUnit;
  return changed;
}

Mat draw_weight_row(canvas::Canvas& canvas, canvas::Rect area, const WeightRow& row, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const auto m = static_cast<int>(row.names.size());
  CHECK(row.weights.rows() == 1 && row.weights.cols() == m, "draw_weight_row: ", shape(row.weights), " weights of ", m, " positions");
  const float longest = longest_name(canvas, row, name_style(canvas));
  const bool upright = longest > area.width / static_cast<float>(m) - 2;
  const canvas::Rect numbers = area.cut_top(16), names = area.cut_bottom(upright ? std::min(longest + 6, 0.6f * area.height) : 18);
  area.cut_bottom(3);
  Mat changed;
  for (int j = 0; j < m; ++j)
    if (const Real value = draw_column(canvas, area.cell(0, j, 1, m), row, j); value >= 0) changed = with_weight(row.weights, j, value);
  draw_names_and_numbers(canvas, numbers, names, row, upright);
  return changed;
}

}  // namespace attn::lessons::translation
