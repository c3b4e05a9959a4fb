#include "ui/temperature_figure.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "ui/number_text.h"
#include "ui/regions.h"

namespace attn::ui {
namespace {

/// A panel whose x axis is the logarithm of the temperature.
struct Panel {
  Rect area;
  double coldest, hottest;
  float top;  ///< value at the upper edge; the lower edge is `bottom`
  float bottom;

  float x(double temperature) const {
    return area.x + area.width * static_cast<float>(std::log(temperature / coldest) / std::log(hottest / coldest));
  }
  float y(double value) const { return area.bottom() - area.height * (static_cast<float>(value) - bottom) / (top - bottom); }
  double temperature(float pixel) const {
    const double along = std::clamp((pixel - area.x) / area.width, 0.0f, 1.0f);
    return coldest * std::pow(hottest / coldest, along);
  }
};

/// To three digits, which keeps links short.
Real tidy(double temperature) {
  text_to_number(rounded(temperature, 3), &temperature);
  return static_cast<Real>(temperature);
}

void draw_frame(Canvas& canvas, const Panel& panel, float size, std::span<const float> levels, std::string_view title, bool names_below) {
  const TextStyle tick{.color = canvas.color(Role::kMuted), .size = size - 1, .align = Align::kRight};
  for (const float level : levels) {
    canvas.line({panel.area.x, panel.y(level)}, {panel.area.right(), panel.y(level)}, {canvas.color(Role::kFaint), 1});
    canvas.text({panel.area.x - 7, panel.y(level)}, shown_rounded(level, 2), tick);
  }
  for (double t = panel.coldest; t < panel.hottest * 1.01; t *= 10) {
    canvas.line({panel.x(t), panel.area.y}, {panel.x(t), panel.area.bottom()}, {canvas.color(Role::kFaint), 1});
    TextStyle below = tick;
    below.align = Align::kCenter;
    if (names_below) canvas.text({panel.x(t), panel.area.bottom() + size}, shown_rounded(t, 2), below);
  }
  canvas.text({panel.area.x, panel.area.y - 0.75f * size - 3}, title,
              {.color = canvas.color(Role::kInk), .size = size, .font = Font::kStrong});
}

void draw_curve(Canvas& canvas, const Panel& panel, const Mat& temperatures, const Mat& values, Index column, const Stroke& stroke) {
  std::vector<Point> points;
  for (Index t = 0; t < temperatures.rows(); ++t) points.push_back({panel.x(temperatures(t, 0)), panel.y(values(t, column))});
  canvas.polyline(points, stroke);
}

/// Spreads `y` (sorted rising) so that neighbours are `gap` apart, within [low, high].
void spread(std::vector<float>* y, float gap, float low, float high) {
  for (size_t i = 0; i < y->size(); ++i) (*y)[i] = std::max((*y)[i], i == 0 ? low : (*y)[i - 1] + gap);
  float limit = high;
  for (size_t i = y->size(); i-- > 0; limit = (*y)[i] - gap) (*y)[i] = std::min((*y)[i], limit);
}

/// Names and numbers of the weights beside their marks, pushed apart where they would overlap.
void draw_labels(Canvas& canvas, const Panel& panel, const TemperaturePicture& picture, float size) {
  const int m = static_cast<int>(picture.weights.cols());
  const float x = panel.x(picture.temperature);
  std::vector<int> order(static_cast<size_t>(m));
  for (int i = 0; i < m; ++i) order[static_cast<size_t>(i)] = i;
  std::sort(order.begin(), order.end(), [&](int a, int b) { return picture.weights(0, a) > picture.weights(0, b); });
  const float gap = std::min(size + 2, panel.area.height / static_cast<float>(m));
  std::vector<float> y;
  for (const int i : order) y.push_back(panel.y(picture.weights(0, i)));
  spread(&y, gap, panel.area.y + gap / 2, panel.area.bottom() - gap / 2);
  TextStyle style{.color = canvas.color(Role::kInk), .size = std::min(size, gap), .font = Font::kStrong};
  const float width = canvas.measure("12: 0.00", style).width + 8;
  const bool right = x + 14 + width < panel.area.right();
  for (size_t k = 0; k < order.size(); ++k) {
    const int i = order[k];
    const std::string id = cell_id("weights", 0, i), text = std::to_string(i + 1) + ": " + shown_fixed(picture.weights(0, i), 2);
    const Rect box{right ? x + 14 : x - 14 - width, y[k] - gap / 2, width, gap};
    canvas.rect(box, canvas.color(Role::kBackground).with_alpha(0.8f), 3);
    style.color = canvas.color(canvas.is_hot(id) ? Role::kAccent : Role::kInk);
    canvas.text({box.x + 4, y[k]}, text, style);
    canvas.region(id, box, Grip::kHover, "weight of key " + std::to_string(i + 1));
    canvas.circle({x, panel.y(picture.weights(0, i))}, 4, canvas.color(Role::kKey));
  }
}

Real drag_temperature(Canvas& canvas, const Panel& panel, float top, const TemperaturePicture& picture) {
  const float x = panel.x(picture.temperature), bottom = panel.area.bottom();
  const bool hot = canvas.is_hot("temperature");
  canvas.line({x, top}, {x, bottom}, {canvas.color(hot ? Role::kAccent : Role::kQuery), 2});
  canvas.circle({x, bottom}, 8, canvas.color(Role::kBackground));
  canvas.circle({x, bottom}, 6.5f, canvas.color(hot ? Role::kAccent : Role::kQuery));
  const Interaction hand = canvas.region("temperature", {x - 9, top, 18, bottom - top + 9}, Grip::kDrag, "temperature, drag to change");
  if (hand.held && hand.delta.x != 0) return tidy(panel.temperature(hand.position.x));
  if (hand.nudge_x != 0) {
    const double moved = picture.temperature * std::pow(1.1, hand.nudge_x);
    return tidy(std::clamp(moved, panel.coldest, panel.hottest));
  }
  return picture.temperature;
}

}  // namespace

Real draw_temperature(Canvas& canvas, const TemperaturePicture& picture) {
  const Index last = picture.temperatures.rows() - 1;
  const float m = static_cast<float>(picture.weights.cols());
  Rect all = canvas.bounds();
  const float size = std::clamp(all.width / 56, 11.0f, 15.0f);
  all = all.inset(std::clamp(all.width / 50, 6.0f, 22.0f), 6);
  all.cut_left(2.4f * size);
  all.cut_right(size);
  Rect axis = all.cut_bottom(3.6f * size);
  all.cut_top(1.6f * size);
  Panel count{all.cut_top(0.3f * all.height), picture.temperatures(0, 0), picture.temperatures(last, 0), std::max(m, 2.0f), 1};
  all.cut_top(2.2f * size);
  Panel weights{all, count.coldest, count.hottest, 1, 0};

  const float counts[] = {1, count.top}, halves[] = {0, 0.5f, 1};
  draw_frame(canvas, count, size, counts, "Effective number of keys: " + shown_fixed(picture.effective, 2), false);
  draw_curve(canvas, count, picture.temperatures, picture.effective_sweep, 0, {canvas.color(Role::kOutput), 2.5f});
  draw_frame(canvas, weights, size, halves, "Weights", true);
  for (int i = 0; i < static_cast<int>(m); ++i) {
    const bool hot = canvas.is_hot(cell_id("weights", 0, i)) || canvas.is_hot("key[" + std::to_string(i) + "]");
    draw_curve(canvas, weights, picture.temperatures, picture.sweep, i,
               {canvas.color(hot ? Role::kAccent : Role::kKey), hot ? 3.0f : 1.75f});
  }
  const Real moved = drag_temperature(canvas, weights, count.area.y, picture);
  draw_labels(canvas, weights, picture, size);
  canvas.circle({count.x(picture.temperature), count.y(picture.effective)}, 5, canvas.color(Role::kOutput));
  canvas.region("effective", {count.x(picture.temperature) - 7, count.y(picture.effective) - 7, 14, 14}, Grip::kHover,
                "effective number of keys");

  const TextStyle muted{.color = canvas.color(Role::kMuted), .size = size};
  const float y = axis.bottom() - 0.75f * size;
  TextStyle centre = muted, right = muted;
  centre.align = Align::kCenter, right.align = Align::kRight;
  canvas.text({axis.x, y}, "look-up", muted);
  canvas.text({axis.center().x, y}, "temperature T", centre);
  canvas.text({axis.right(), y}, "mean", right);
  return moved;
}

}  // namespace attn::ui
