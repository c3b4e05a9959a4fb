// The reader's own five bars, and what a softmax makes of them while the vectors grow wider: without the root, and with it.
#include <algorithm>
#include <cmath>
#include <string>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "charts/weight_columns.h"
#include "lessons/03_scoring/figures.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
namespace {

using canvas::Canvas, canvas::Point, canvas::Rect, canvas::Role;

/// The bars of the scaled scores, which the hand drags up and down. A key's name stands across the line from its bar.
void draw_bars(Canvas& canvas, Rect area, const Params& p, float size, Params& edit) {
  charts::draw_heading(canvas, area.cut_top(1.8f * size), "How alike are q and each key? Drag a bar", "q\u00b7k / \u221ad", size);
  const int m = static_cast<int>(p.likeness.cols());
  const float pitch = area.width / static_cast<float>(m), width = std::min(0.5f * pitch, 64.0f), zero = area.center().y;
  const float unit = (area.height / 2 - 1.6f * size) / static_cast<float>(kLikest);
  canvas.line({area.x, zero}, {area.right(), zero}, {canvas.color(Role::kMuted), 1});
  for (int j = 0; j < m; ++j) {
    const float x = area.x + (static_cast<float>(j) + 0.5f) * pitch, value = static_cast<float>(p.likeness(0, j));
    const Point top{x, zero - value * unit};
    const float outward = (value < 0 ? 1.4f : -1.4f) * size;
    canvas.rect({x - width / 2, std::min(zero, top.y), width, std::abs(top.y - zero)}, canvas.color(Role::kKey).with_alpha(0.35f), 2);
    canvas.text({x, top.y + outward}, canvas::shown_fixed(p.likeness(0, j), 1), charts::strong(canvas, size, canvas::Align::kCenter));
    canvas.text({x, zero - outward}, "k" + std::to_string(j + 1),
                {.color = canvas.color(Role::kKey), .size = size, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter});
    const std::string label = "likeness of key " + std::to_string(j + 1) + ", drag up and down";
    const canvas::Interaction hand =
        charts::draw_handle(canvas, top, {.id = canvas::cell_id("likeness", 0, j), .label = label, .role = Role::kKey, .radius = 7});
    if (const auto to = charts::moved(hand, top, {x, area.y, 0, area.height}, static_cast<float>(kStep) * unit))
      edit.likeness(0, j) = std::clamp(static_cast<Real>(std::round(10 * (zero - to->y) / unit) / 10), -kLikest, kLikest);
  }
}

/// What one softmax makes of the scores: these as numbers, and the weights as columns.
void draw_weights(Canvas& canvas, Rect area, const Grown& grown, bool scaled, float size) {
  charts::draw_heading(canvas, area.cut_top(1.8f * size), scaled ? "with the root" : "without the root",
                       scaled ? "softmax(q\u00b7k / \u221ad)" : "softmax(q\u00b7k)", size);
  const std::vector<std::string> names = numbered("k", grown.scores.cols());
  if (!scaled) {
    const Rect line = area.cut_bottom(1.6f * size);
    canvas.text({line.x, line.center().y}, "q\u00b7k", charts::quiet(canvas, size - 1));
    const Rect cells{line.x + size + 5, line.y, line.width - size - 5, line.height};  // where the columns stand
    for (int j = 0; j < static_cast<int>(names.size()); ++j)
      canvas.text(cells.cell(0, j, 1, static_cast<int>(names.size())).center(), canvas::shown_rounded(grown.scores(0, j), 3),
                  charts::quiet(canvas, size - 1, canvas::Align::kCenter));
    canvas.grid("grown-scores", cells, 1, static_cast<int>(names.size()), canvas::Grip::kHover, "dot product of the query and a key");
  } else {
    area.cut_bottom(1.6f * size);  // both charts are equally high
  }
  charts::draw_weight_columns(canvas, area, scaled ? grown.scaled : grown.plain,
                              {.id = scaled ? "grown-scaled" : "grown-weights", .labels = names});
}

/// The width on a logarithmic axis, with its handle. What it counts stands before the axis, which does not move as the number grows.
void draw_widths(Canvas& canvas, Rect area, const Params& p, float size, Params& edit) {
  const canvas::TextStyle style = charts::strong(canvas, size);
  const float y = area.y + 1.1f * size, room = 0.3f * area.width;
  const auto caption = [&](int d) {
    const std::string number = "d = " + std::to_string(d);
    return charts::fitting(canvas, style, room, {"numbers in each vector, " + number, "width " + number});
  };
  canvas.text({area.x, y}, caption(p.width), style);
  area.cut_left(canvas.measure(caption(kLargestWidth), style).width + size);
  const charts::Scale scale{1, kLargestWidth, area.x + size, area.right() - size, true};
  canvas.line({scale.from, y}, {scale.to, y}, {canvas.color(Role::kFaint), 3});
  for (int d = 1; d <= kLargestWidth; d *= 2) {
    const float x = scale.to_pixel(d);
    canvas.line({x, y - 4}, {x, y + 4}, {canvas.color(Role::kMuted), 1});
    canvas.text({x, y + 1.6f * size}, std::to_string(d), charts::quiet(canvas, size - 1, canvas::Align::kCenter));
  }
  const canvas::Interaction hand = charts::draw_handle(
      canvas, {scale.to_pixel(p.width), y}, {.id = "width", .label = "width d, drag sideways", .role = Role::kAccent, .radius = 9});
  const auto drag = charts::dragged_to(hand);
  const int to = drag ? static_cast<int>(std::lround(scale.to_data(drag->x))) : p.width + hand.nudge_x - hand.nudge_y;
  if (to != p.width) edit.width = std::clamp(to, 1, kLargestWidth);
}

}  // namespace

void draw_grow(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const float size = std::clamp(area.width / 56, 11.0f, 14.0f);
  draw_widths(canvas, area.cut_bottom(3.3f * size), p, size, edit);
  draw_bars(canvas, area.cut_top(0.44f * area.height), p, size, edit);
  area.cut_top(size);
  const float gap = std::min(2 * size, 0.03f * area.width);
  const Rect plain = area.cut_left((area.width - gap) / 2);
  area.cut_left(gap);
  draw_weights(canvas, plain, r.grown, false, size);
  draw_weights(canvas, area, r.grown, true, size);
}

}  // namespace attn::lessons::scoring
