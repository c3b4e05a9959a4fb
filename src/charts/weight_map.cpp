#include "charts/weight_map.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/check.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"

namespace attn::charts {
namespace {

/// Writes positions at about `count` places along a side, at the middles of their cells.
template <class Draw>
void along(const Mat& positions, float from, float length, int count, const Draw& draw) {
  const Index n = positions.rows();
  const Index stride = std::max<Index>(1, (n - 1) / std::max(1, count - 1));
  for (Index i = 0; i < n; i += stride)
    draw(canvas::shown_rounded(positions(i, 0), 2), from + length * (static_cast<float>(i) + 0.5f) / static_cast<float>(n));
}

void draw_scale(canvas::Canvas& canvas, canvas::Rect bar, float largest, float size) {
  constexpr int kSteps = 32;
  std::vector<canvas::Color> colors;
  for (int i = 0; i < kSteps; ++i) colors.push_back(canvas.theme().sequential(1 - static_cast<float>(i) / (kSteps - 1)));
  canvas.cells(bar, kSteps, 1, colors);
  canvas.border(bar, {canvas.color(canvas::Role::kFaint), 1});
  const canvas::TextStyle tick = quiet(canvas, size - 1);
  for (const float t : {0.0f, 0.5f, 1.0f})
    canvas.text({bar.right() + 5, bar.bottom() - t * bar.height}, canvas::shown_rounded(t * largest, 2), tick);
}

}  // namespace

void draw_weight_map(canvas::Canvas& canvas, const WeightMap& map, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const int rows = static_cast<int>(map.weights.rows()), cols = static_cast<int>(map.weights.cols());
  CHECK(map.queries.rows() == rows && map.keys.rows() == cols, "draw_weight_map: ", shape(map.weights), shape(map.queries),
        shape(map.keys));
  canvas::Rect all = canvas.bounds();
  const float size = std::clamp(all.width / 58, 11.0f, 14.0f);
  const float margin = std::clamp(all.width / 60, 6.0f, 20.0f);
  all = all.inset(margin, 8);
  const canvas::Rect head = all.cut_top(1.7f * size);
  canvas::Rect foot = all.cut_bottom(3.2f * size);
  all.cut_left(3.4f * size);
  double least = 0, most = std::max(static_cast<double>(map.weights.maxCoeff()), 1e-12);
  canvas.share_range("weight", &least, &most);
  const auto largest = static_cast<float>(most);
  const float numbers = canvas.measure(canvas::shown_rounded(largest / 2, 2), {canvas.color(canvas::Role::kMuted), size - 1})
                            .width;  // they may reach into the margin
  canvas::Rect scale = all.cut_right(std::max(4.2f * size, 2 * size + 5 + numbers - (margin - 2)));
  scale.cut_left(size), scale.width = size;
  const canvas::TextStyle name{.color = canvas.color(canvas::Role::kQuery), .size = size, .font = canvas::Font::kStrong};
  canvas.text({canvas.bounds().x + margin, head.center().y}, map.row_name, name);
  canvas::TextStyle key_name = name;
  key_name.color = canvas.color(canvas::Role::kKey), key_name.align = canvas::Align::kRight;
  canvas.text({all.right(), foot.bottom() - size}, map.col_name, key_name);

  std::vector<canvas::Color> colors;
  for (Index i = 0; i < map.weights.size(); ++i)
    colors.push_back(canvas.theme().sequential(static_cast<float>(map.weights.data()[i]) / largest));
  canvas.cells(all, rows, cols, colors);
  canvas.border(all, {canvas.color(canvas::Role::kFaint), 1});
  draw_scale(canvas, scale = {scale.x, all.y, scale.width, all.height}, largest, size);

  canvas::TextStyle tick = quiet(canvas, size - 1, canvas::Align::kRight);
  along(map.queries, all.y, all.height, std::clamp(static_cast<int>(all.height / 40), 2, 9), [&](const std::string& text, float y) {
    canvas.text({all.x - 7, y}, text, tick);
  });
  tick.align = canvas::Align::kCenter;
  along(map.keys, all.x, all.width, std::clamp(static_cast<int>(all.width / 70), 2, 9), [&](const std::string& text, float x) {
    canvas.text({x, all.bottom() + size}, text, tick);
  });

  if (rows > 1) {
    const double first = static_cast<double>(map.queries(0, 0)), last = static_cast<double>(map.queries(rows - 1, 0));
    const float t = static_cast<float>((static_cast<double>(map.query) - first) / (last - first));
    const float y = all.y + all.height * (0.5f + t * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    canvas.line({all.x, y}, {all.right(), y}, {canvas.color(canvas::Role::kQuery), 1.25f, true});
    draw_mark(canvas, {all.x, y}, canvas::Role::kQuery, 4, canvas.color(canvas::Role::kQuery));
  }
  const canvas::Interaction hand = canvas.grid(map.id, all, rows, cols, canvas::Grip::kHover, "attention weights");
  if (hand.row >= 0) canvas.border(all.cell(hand.row, hand.col, rows, cols).inset(-1, -1), {canvas.color(canvas::Role::kAccent), 2});
}

}  // namespace attn::charts
