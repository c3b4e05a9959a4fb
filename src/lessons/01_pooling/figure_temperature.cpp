#include "lessons/01_pooling/figure_temperature.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/axes.h"
#include "charts/figure_text.h"

namespace attn::lessons::pooling {
namespace {

/// A panel in `area` over the logarithm of the temperature.
charts::Axes panel_in(canvas::Rect area, const Mat& temperatures, double bottom, double top) {
  const double coldest = temperatures(0, 0), hottest = temperatures(temperatures.rows() - 1, 0);
  return {area, {coldest, hottest, area.x, area.right(), true}, {bottom, top, area.bottom(), area.y}};
}

/// Rounds to three digits, which keeps links short.
Real tidy(double temperature) {
  text_to_number(rounded(temperature, 3), &temperature);
  return static_cast<Real>(temperature);
}

void draw_frame(canvas::Canvas& canvas, const charts::Axes& panel, float size, std::span<const float> levels, std::string_view title,
                bool names_below) {
  const canvas::TextStyle tick = charts::quiet(canvas, size - 1, canvas::Align::kRight);
  for (const float level : levels) {
    canvas.line({panel.plot.x, panel.y.to_pixel(level)}, {panel.plot.right(), panel.y.to_pixel(level)},
                {canvas.color(canvas::Role::kFaint), 1});
    canvas.text({panel.plot.x - 7, panel.y.to_pixel(level)}, canvas::shown_rounded(level, 2), tick);
  }
  for (double t = panel.x.min; t < panel.x.max * 1.01; t *= 10) {
    canvas.line({panel.x.to_pixel(t), panel.plot.y}, {panel.x.to_pixel(t), panel.plot.bottom()}, {canvas.color(canvas::Role::kFaint), 1});
    canvas::TextStyle below = tick;
    below.align = canvas::Align::kCenter;
    if (names_below) canvas.text({panel.x.to_pixel(t), panel.plot.bottom() + size}, canvas::shown_rounded(t, 2), below);
  }
  canvas.text({panel.plot.x, panel.plot.y - 0.75f * size - 3}, title, charts::strong(canvas, size));
}

/// Column `column` of `values` [t,m] over the temperatures [t,1]. It is not clipped, because weights of 0 and 1 lie on the panel's edges.
void draw_column(canvas::Canvas& canvas, const charts::Axes& panel, const Mat& temperatures, const Mat& values, Index column,
                 const canvas::Stroke& stroke) {
  std::vector<canvas::Point> points;
  for (Index t = 0; t < temperatures.rows(); ++t) points.push_back(panel.to_pixel(temperatures(t, 0), values(t, column)));
  canvas.polyline(points, stroke);
}

/// Keys are told apart by shade, from the first to the last.
canvas::Color shade_of(const canvas::Canvas& canvas, Index key, Index count) {
  const float t = count > 1 ? static_cast<float>(key) / static_cast<float>(count - 1) : 0.5f;
  const canvas::Color full = canvas.color(canvas::Role::kKey);
  return t < 0.5f ? canvas::mix(full, canvas.color(canvas::Role::kInk), 1.3f * (0.5f - t))
                  : canvas::mix(full, canvas.color(canvas::Role::kBackground), 1.2f * (t - 0.5f));
}

/// Spreads `y` (ascending) within [low, high], so that neighbours are at least `gap` apart.
void spread(std::vector<float>* y, float gap, float low, float high) {
  for (size_t i = 0; i < y->size(); ++i) (*y)[i] = std::max((*y)[i], i == 0 ? low : (*y)[i - 1] + gap);
  float limit = high;
  for (size_t i = y->size(); i-- > 0; limit = (*y)[i] - gap) (*y)[i] = std::min((*y)[i], limit);
}

/// Names and numbers of the weights beside their marks, pushed apart where they would overlap.
void draw_labels(canvas::Canvas& canvas, const charts::Axes& panel, const Mat& weights, Real temperature, float size) {
  const int m = static_cast<int>(weights.cols());
  const float x = panel.x.to_pixel(temperature);
  std::vector<int> order(static_cast<size_t>(m));
  for (int i = 0; i < m; ++i) order[static_cast<size_t>(i)] = i;
  std::sort(order.begin(), order.end(), [&](int a, int b) { return weights(0, a) > weights(0, b); });
  const float gap = std::min(size + 2, panel.plot.height / static_cast<float>(m));
  std::vector<float> y;
  for (const int i : order) y.push_back(panel.y.to_pixel(weights(0, i)));
  spread(&y, gap, panel.plot.y + gap / 2, panel.plot.bottom() - gap / 2);
  canvas::TextStyle style = charts::strong(canvas, std::min(size, gap));
  const float width = canvas.measure("12: 0.00", style).width + 8;
  const bool right = x + 14 + width < panel.plot.right();
  for (size_t k = 0; k < order.size(); ++k) {
    const int i = order[k];
    const std::string id = canvas::cell_id("weights", 0, i), text = std::to_string(i + 1) + ": " + canvas::shown_fixed(weights(0, i), 2);
    const canvas::Rect box{right ? x + 14 : x - 14 - width, y[k] - gap / 2, width, gap};
    const canvas::Point mark{x, panel.y.to_pixel(weights(0, i))};
    const canvas::Color shade = shade_of(canvas, i, m);
    canvas.line(mark, {right ? box.x : box.right(), y[k]}, {shade, 1});
    canvas.rect({box.x, box.y, canvas.measure(text, style).width + 8, gap}, canvas.color(canvas::Role::kBackground).with_alpha(0.88f), 3);
    style.color = canvas.color(canvas.is_hot(id) ? canvas::Role::kAccent : canvas::Role::kInk);
    canvas.text({box.x + 4, y[k]}, text, style);
    canvas.region(id, box, canvas::Grip::kHover, "weight of key " + std::to_string(i + 1));
    canvas.circle(mark, 4, shade);
  }
}

/// The line at the present temperature, which goes through both panels and can be dragged.
void draw_handle(canvas::Canvas& canvas, const charts::Axes& panel, float top, Real temperature, Params& edit) {
  const float x = panel.x.to_pixel(temperature), bottom = panel.plot.bottom();
  const bool hot = canvas.is_hot("temperature");
  canvas.line({x, top}, {x, bottom}, {canvas.color(hot ? canvas::Role::kAccent : canvas::Role::kInk), 2});
  canvas.circle({x, bottom}, 8, canvas.color(canvas::Role::kBackground));
  canvas.circle({x, bottom}, 6.5f, canvas.color(hot ? canvas::Role::kAccent : canvas::Role::kInk));
  const canvas::Interaction hand =
      canvas.region("temperature", {x - 9, top, 18, bottom - top + 9}, canvas::Grip::kDrag, "temperature, drag to change");
  if (hand.held && hand.delta.x != 0)
    edit.temperature = tidy(panel.x_at(hand.position));
  else if (hand.nudge_x != 0)
    edit.temperature = tidy(std::clamp(temperature * std::pow(1.1, hand.nudge_x), panel.x.min, panel.x.max));
}

}  // namespace

void draw_temperature(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit) {
  canvas::Rect all = canvas.bounds();
  const float size = std::clamp(all.width / 56, 11.0f, 15.0f);
  all = all.inset(std::clamp(all.width / 50, 6.0f, 22.0f), 6);
  all.cut_left(2.4f * size);
  all.cut_right(size);
  canvas::Rect axis = all.cut_bottom(3.6f * size);
  all.cut_top(1.6f * size);
  const charts::Axes count = panel_in(all.cut_top(0.3f * all.height), result.temperatures, 1, std::max(result.sweep.cols(), Index{2}));
  all.cut_top(2.2f * size);
  const charts::Axes weights = panel_in(all, result.temperatures, 0, 1);

  const float counts[] = {1, static_cast<float>(count.y.max)}, halves[] = {0, 0.5f, 1};
  draw_frame(canvas, count, size, counts, "Effective number of keys: " + canvas::shown_fixed(result.effective, 2), false);
  draw_column(canvas, count, result.temperatures, result.effective_sweep, 0, {canvas.color(canvas::Role::kOutput), 2.5f});
  draw_frame(canvas, weights, size, halves, "Weights", true);
  for (int i = 0; i < static_cast<int>(result.sweep.cols()); ++i) {
    const bool hot = canvas.is_hot(canvas::cell_id("weights", 0, i)) || canvas.is_hot("key[" + std::to_string(i) + "]");
    const canvas::Color shade = hot ? canvas.color(canvas::Role::kAccent) : shade_of(canvas, i, result.sweep.cols());
    draw_column(canvas, weights, result.temperatures, result.sweep, i, {shade, hot ? 3.5f : 2.25f});
  }
  draw_handle(canvas, weights, count.plot.y, params.temperature, edit);
  draw_labels(canvas, weights, result.attention.weights, params.temperature, size);
  const canvas::Point place = count.to_pixel(params.temperature, result.effective);
  canvas.circle(place, 5, canvas.color(canvas::Role::kOutput));
  canvas.region("effective", {place.x - 7, place.y - 7, 14, 14}, canvas::Grip::kHover, "effective number of keys");

  const canvas::TextStyle muted = charts::quiet(canvas, size);
  const float y = axis.bottom() - 0.75f * size;
  canvas::TextStyle centre = muted, right = muted;
  centre.align = canvas::Align::kCenter, right.align = canvas::Align::kRight;
  canvas.text({axis.x, y}, "look-up", muted);
  canvas.text({axis.center().x, y}, "temperature T", centre);
  canvas.text({axis.right(), y}, "mean", right);
}

}  // namespace attn::lessons::pooling
