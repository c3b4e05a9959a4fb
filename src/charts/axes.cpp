#include "charts/axes.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "canvas/number_text.h"

namespace attn::charts {
namespace {

std::vector<double> powers_of_ten(double min, double max, int most) {
  std::vector<double> out;
  const int first = static_cast<int>(std::floor(std::log10(min))), last = static_cast<int>(std::ceil(std::log10(max)));
  const bool between = (last - first) * 3 <= most;
  const int stride = std::max(1, (last - first + most) / std::max(1, most));
  for (int e = first; e <= last; e += stride)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double value = digit * std::pow(10.0, e);
      if ((digit == 1 || between) && value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9)) out.push_back(value);
    }
  return out;
}

double step_of(const std::vector<double>& ticks) { return ticks.size() > 1 ? ticks[1] - ticks[0] : 1; }

std::vector<std::string> labels_of(const std::vector<double>& ticks, bool logarithmic) {
  std::vector<std::string> out;
  for (const double tick : ticks) {
    out.push_back(logarithmic ? canvas::shown_rounded(tick, 1) : canvas::with_minus(tick_label(tick, step_of(ticks))));
  }
  return out;
}

/// What has to be known of one axis before room can be left for it.
struct Ticks {
  std::vector<double> values;
  std::vector<std::string> labels;
  float widest = 0;
};

Ticks ticks_of(const canvas::Canvas& canvas, const AxisSpec& spec, int most, const canvas::TextStyle& style) {
  Ticks ticks;
  if (!spec.shows_ticks) return ticks;
  ticks.values = nice_ticks(spec.min, spec.max, most, spec.logarithmic);
  if (spec.whole) std::erase_if(ticks.values, [](double value) { return value != std::round(value); });
  ticks.labels = labels_of(ticks.values, spec.logarithmic);
  for (const std::string& label : ticks.labels) ticks.widest = std::max(ticks.widest, canvas.measure(label, style).width);
  return ticks;
}

/// Ticks whose labels do not touch: their number is reduced until that is so.
Ticks horizontal_ticks(const canvas::Canvas& canvas, const AxisSpec& spec, float width, const canvas::TextStyle& style) {
  int most = std::clamp(static_cast<int>(width / 60), 2, 10);
  Ticks ticks = ticks_of(canvas, spec, most, style);
  while (most > 2 && static_cast<float>(ticks.values.size()) * (ticks.widest + style.size) > width)
    ticks = ticks_of(canvas, spec, --most, style);
  return ticks;
}

void draw_x(canvas::Canvas& canvas, const Axes& axes, const AxisSpec& spec, const Ticks& ticks, canvas::TextStyle style, float bottom) {
  for (size_t i = 0; i < ticks.values.size(); ++i) {
    const float x = axes.x.to_pixel(ticks.values[i]);
    canvas.line({x, axes.plot.y}, {x, axes.plot.bottom()}, {canvas.color(canvas::Role::kFaint).with_alpha(0.55f)});
    style.align = canvas::Align::kCenter, style.baseline = canvas::Baseline::kTop;
    const float half = canvas.measure(ticks.labels[i], style).width / 2;
    const float middle = std::min(x, std::max(axes.plot.x, canvas.bounds().right() - half - 1));
    canvas.text({middle, axes.plot.bottom() + 3}, ticks.labels[i], style);
  }
  if (spec.label.empty()) return;
  style.align = canvas::Align::kRight, style.baseline = canvas::Baseline::kBottom;
  style.color = canvas.color(canvas::Role::kInk);
  canvas.text({axes.plot.right(), bottom}, spec.label, style);
}

void draw_y(canvas::Canvas& canvas, const Axes& axes, const AxisSpec& spec, const Ticks& ticks, canvas::TextStyle style,
            canvas::Rect area) {
  for (size_t i = 0; i < ticks.values.size(); ++i) {
    const float y = axes.y.to_pixel(ticks.values[i]);
    canvas.line({axes.plot.x, y}, {axes.plot.right(), y}, {canvas.color(canvas::Role::kFaint).with_alpha(0.55f)});
    style.align = canvas::Align::kRight, style.baseline = canvas::Baseline::kMiddle;
    canvas.text({axes.plot.x - 5, y}, ticks.labels[i], style);
  }
  if (spec.label.empty()) return;
  style.align = canvas::Align::kLeft, style.baseline = canvas::Baseline::kTop;
  style.color = canvas.color(canvas::Role::kInk);
  canvas.text({area.x, area.y}, spec.label, style);
}

}  // namespace

float Scale::to_pixel(double value) const {
  const double t = logarithmic ? std::log(value / min) / std::log(max / min) : (value - min) / (max - min);
  return from + static_cast<float>(t) * (to - from);
}

double Scale::to_data(float pixel) const {
  const double t = static_cast<double>((pixel - from) / (to - from));
  return logarithmic ? min * std::pow(max / min, t) : min + t * (max - min);
}

double Axes::x_at(canvas::Point p) const { return std::clamp(x.to_data(p.x), x.min, x.max); }
double Axes::y_at(canvas::Point p) const { return std::clamp(y.to_data(p.y), y.min, y.max); }

std::vector<double> nice_ticks(double min, double max, int most, bool logarithmic) {
  if (!std::isfinite(min) || !std::isfinite(max) || !(max > min) || most < 1) return {};
  if (logarithmic) return min > 0 ? powers_of_ten(min, max, most) : std::vector<double>{};
  const double rough = (max - min) / most;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0})
    if (std::floor(max / (factor * power) + 1e-9) - std::ceil(min / (factor * power) - 1e-9) + 1 <= most) {
      step = factor * power;
      break;
    }
  std::vector<double> out;
  const double first = std::ceil(min / step - 1e-9), last = std::floor(max / step + 1e-9);
  for (double k = first; k <= last; ++k) out.push_back(k * step);
  return out;
}

std::string tick_label(double value, double step) {
  const double magnitude = std::max(std::abs(value), std::abs(step));
  if (magnitude >= 1e6 || magnitude < 1e-5) return canvas::said_rounded(value, 4);
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(std::abs(step)) - 1e-9)), 0, 6);
  return fixed(std::abs(value) < std::abs(step) * 1e-6 ? 0.0 : value, digits);
}

Axes draw_axes(canvas::Canvas& canvas, canvas::Rect area, const AxisSpec& named_x, const AxisSpec& named_y, float text_size,
               canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::TextStyle style{canvas.color(canvas::Role::kMuted), text_size};
  const float line = 1.25f * text_size;
  AxisSpec x = named_x, y = named_y;
  canvas.share_range(x.label, &x.min, &x.max);
  canvas.share_range(y.label, &y.min, &y.max);
  if (area.height < 5 * line) x.label = y.label = {};  // names would take the room of the data
  canvas::Rect plot = area;
  plot.cut_top(y.label.empty() ? line / 2 : line + 6);
  if (x.shows_ticks) plot.cut_bottom(line + 3);
  if (!x.label.empty()) plot.cut_bottom(line);
  const Ticks y_ticks = ticks_of(canvas, y, std::clamp(static_cast<int>(plot.height / 34), 2, 8), style);
  if (y.shows_ticks) plot.cut_left(std::max(y_ticks.widest + 6, y.room));
  const Ticks x_ticks = horizontal_ticks(canvas, x, plot.width, style);
  plot.cut_right(std::max(std::min(x_ticks.widest / 2, 14.0f), x.room));

  Axes axes{plot, {x.min, x.max, plot.x, plot.right(), x.logarithmic}, {y.min, y.max, plot.bottom(), plot.y, y.logarithmic}};
  draw_x(canvas, axes, x, x_ticks, style, area.bottom());
  draw_y(canvas, axes, y, y_ticks, style, area);
  canvas.line({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, {canvas.color(canvas::Role::kMuted).with_alpha(0.6f)});
  return axes;
}

}  // namespace attn::charts
