#include "lessons/13_vision-transformer/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"

namespace attn::lessons::vision_transformer {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Place, canvas::Rect, canvas::Role;

Rect square_in(Rect r) {
  const float side = std::max(24.0f, std::min(r.width, r.height));
  return {r.x + std::max(0.0f, (r.width - side) / 2), r.y, side, side};
}

void draw_image(Canvas& canvas, Rect r, const Mat& image, In weights, Real most, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  constexpr float kShades = 10;  // pictures of files are smaller with few
  const auto n = static_cast<int>(image.rows());
  const auto aside = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(weights.size()))));
  std::vector<Color> colors;
  colors.reserve(static_cast<std::size_t>(image.size()));
  for (Index y = 0; y < n; ++y)
    for (Index x = 0; x < n; ++x) {
      Color paper = canvas.color(Role::kBackground);
      if (aside > 0) {
        const auto w = static_cast<float>(weights.data()[y * aside / n * aside + x * aside / n]);
        paper = canvas.theme().sequential(std::isfinite(w) && most > 0 ? 0.7f * w / static_cast<float>(most) : 0);
      }
      colors.push_back(canvas::mix(paper, canvas.color(Role::kInk), std::round(kShades * static_cast<float>(image(y, x))) / kShades));
    }
  canvas.cells(r, n, n, colors);
  canvas.border(r, {canvas.color(Role::kMuted), 1});
}

void draw_cuts(Canvas& canvas, Rect r, int aside, float width, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const Color color =
      width > 2 ? canvas.color(Role::kBackground) : canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kMuted), 0.45f);
  for (int i = 1; i < aside; ++i) {
    const float at = static_cast<float>(i) / static_cast<float>(aside);
    canvas.line({r.x + at * r.width, r.y}, {r.x + at * r.width, r.bottom()}, {color, width});
    canvas.line({r.x, r.y + at * r.height}, {r.right(), r.y + at * r.height}, {color, width});
  }
}

Rect patch_in(Rect r, int patch, int aside) { return r.cell(patch / aside, patch % aside, aside, aside); }

void draw_bars(Canvas& canvas, Rect r, const Result& result, In probabilities, std::string_view id, int row, bool down, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  constexpr float kLeastRow = 12;
  const auto all = static_cast<int>(probabilities.size());
  Index best = 0;
  probabilities.row(0).maxCoeff(&best);
  const bool here = std::isfinite(probabilities(0, 0));
  // Where there is no room for all of them, the largest.
  std::vector<int> shown(static_cast<std::size_t>(all));
  std::iota(shown.begin(), shown.end(), 0);
  if (r.height < kLeastRow * static_cast<float>(all)) {
    std::stable_sort(shown.begin(), shown.end(), [&](int a, int b) { return probabilities(0, a) > probabilities(0, b); });
    shown.resize(static_cast<std::size_t>(std::clamp(static_cast<int>(r.height / kLeastRow), 1, all)));
    std::sort(shown.begin(), shown.end());
  }
  const auto count = static_cast<int>(shown.size());
  const float size = std::clamp(r.height / static_cast<float>(count) * 0.62f, 10.0f, 15.0f);
  float names = 0;
  for (const std::string& name : result.classes) names = std::max(names, canvas.measure(name, charts::strong(canvas, size)).width);
  const float numbers = canvas.measure("100 %", charts::strong(canvas, size)).width;
  for (int k = 0; k < count; ++k) {
    const int c = shown[static_cast<std::size_t>(k)];
    Rect line = r.cell(k, 0, count, 1);
    const std::string cell = down ? canvas::cell_id(id, c, 0) : canvas::cell_id(id, row, c);
    const bool first = here && c == best, hot = canvas.is_hot(cell);
    const Rect whole = line;
    const canvas::TextStyle style = first ? charts::strong(canvas, size) : charts::quiet(canvas, size);
    const Rect name = line.cut_left(names + 8), number = line.cut_right(numbers + 6);
    canvas.text({name.x, name.center().y}, result.classes[static_cast<std::size_t>(c)], style);
    const float thick = std::clamp(0.62f * line.height, 4.0f, 22.0f);
    const Rect track{line.x, line.center().y - thick / 2, line.width, thick};
    canvas.rect(track, canvas.color(Role::kSurface), 3);
    if (here) {
      const auto share = static_cast<float>(probabilities(0, c));
      const Color fill = canvas.color(Role::kOutput);
      canvas.rect({track.x, track.y, std::max(1.0f, share * track.width), thick}, first ? fill : fill.with_alpha(0.55f), 3);
      canvas::TextStyle right = style;
      right.align = canvas::Align::kRight;
      canvas.text({number.right(), number.center().y}, fixed(100 * static_cast<double>(share), 0) + " %", right);
    }
    if (hot) canvas.border(whole.inset(-2, 0), {canvas.color(Role::kAccent), 1.5f}, 4);
    canvas.region(cell, whole, Grip::kHover, "Probability of " + result.classes[static_cast<std::size_t>(c)]);
  }
}

Real most_of(In weights) {
  Real most = 0;
  for (Index i = 0; i < weights.cols(); ++i)
    if (std::isfinite(weights(0, i))) most = std::max(most, weights(0, i));
  return most;
}

void draw_signed_row(Canvas& canvas, Rect r, In numbers, Real limit, std::string_view id, std::string_view label, int chosen,
                     Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const auto count = static_cast<int>(numbers.cols());
  std::vector<Color> colors;
  for (int k = 0; k < count; ++k)
    colors.push_back(std::isfinite(numbers(0, k)) ? canvas.theme().diverging(static_cast<float>(numbers(0, k) / limit))
                                                  : canvas.color(Role::kSurface));
  canvas.cells(r, 1, count, colors);
  canvas.border(r, {canvas.color(Role::kFaint), 1});
  if (chosen >= 0) canvas.border(r.cell(0, chosen, 1, count), {canvas.color(Role::kInk), 1.5f});
  charts::draw_hot_cell(canvas, id, r, 1, count, 0);
  canvas.grid(id, r, 1, count, Grip::kHover, label);
}

}  // namespace attn::lessons::vision_transformer
