#include "charts/plot.h"

#include <cmath>
#include <vector>

#include "base/check.h"
#include "charts/handle.h"

namespace attn::charts {
namespace {

/// Calls `visit` with each stretch of finite points, in pixels.
template <class Visit>
void stretches(const Axes& axes, std::span<const double> xs, std::span<const double> ys, Visit visit) {
  CHECK(xs.size() == ys.size(), xs.size(), " and ", ys.size());
  std::vector<canvas::Point> run;
  // Points far outside the plot are moved nearer, which nobody sees, because rasterisers cannot cope with huge coordinates.
  const auto tame = [&axes](canvas::Point p) {
    const float reach = 4 * (axes.plot.width + axes.plot.height);
    return canvas::Point{std::clamp(p.x, axes.plot.x - reach, axes.plot.right() + reach),
                         std::clamp(p.y, axes.plot.y - reach, axes.plot.bottom() + reach)};
  };
  for (size_t i = 0; i <= xs.size(); ++i) {
    if (i < xs.size() && std::isfinite(xs[i]) && std::isfinite(ys[i])) {
      run.push_back(tame(axes.to_pixel(xs[i], ys[i])));
      continue;
    }
    if (!run.empty()) visit(run);
    run.clear();
  }
}

float draw_sample(canvas::Canvas& canvas, const LegendEntry& entry, canvas::Point left, float size) {
  const float width = 1.5f * size;
  switch (entry.look) {
    case LegendEntry::Look::kLine:
      canvas.line(left, {left.x + width, left.y}, {entry.color, 2});
      return width;
    case LegendEntry::Look::kDashes:
      canvas.line(left, {left.x + width, left.y}, {entry.color, 2, true});
      return width;
    case LegendEntry::Look::kMark:
      draw_mark(canvas, {left.x + size / 2, left.y}, entry.shape, size / 3, entry.color);
      return size;
    case LegendEntry::Look::kFill:
      canvas.rect({left.x, left.y - size / 3, size, size * 2 / 3}, entry.color, 2);
      return size;
  }
  return 0;
}

}  // namespace

void draw_curve(canvas::Canvas& canvas, const Axes& axes, std::span<const double> xs, std::span<const double> ys,
                const canvas::Stroke& stroke, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  canvas.push_clip(axes.plot);
  stretches(axes, xs, ys, [&](const std::vector<canvas::Point>& run) {
    if (run.size() == 1)
      canvas.circle(run[0], stroke.width, stroke.color);
    else
      canvas.polyline(run, stroke);
  });
  canvas.pop_clip();
}

void draw_area(canvas::Canvas& canvas, const Axes& axes, std::span<const double> xs, std::span<const double> ys, double base,
               canvas::Color fill, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const float floor = axes.y.to_pixel(base);
  canvas.push_clip(axes.plot);
  stretches(axes, xs, ys, [&](std::vector<canvas::Point>& run) {
    run.push_back({run.back().x, floor});
    run.push_back({run.front().x, floor});
    canvas.polygon(run, fill);
  });
  canvas.pop_clip();
}

void draw_scatter(canvas::Canvas& canvas, const Axes& axes, std::span<const double> xs, std::span<const double> ys, canvas::Role role,
                  float radius, canvas::Color fill, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  CHECK(xs.size() == ys.size(), xs.size(), " and ", ys.size());
  for (size_t i = 0; i < xs.size(); ++i) {
    const bool inside = xs[i] >= axes.x.min && xs[i] <= axes.x.max && ys[i] >= axes.y.min && ys[i] <= axes.y.max;
    if (inside) draw_mark(canvas, axes.to_pixel(xs[i], ys[i]), role, radius, fill);
  }
}

void draw_rule(canvas::Canvas& canvas, const Axes& axes, double x, std::string_view label, const canvas::Stroke& stroke,
               canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const float at = axes.x.to_pixel(x);
  canvas.line({at, axes.plot.y}, {at, axes.plot.bottom()}, stroke);
  canvas::TextStyle style{stroke.color, 12, canvas::Font::kText, canvas::Align::kLeft, canvas::Baseline::kTop};
  const float width = canvas.measure(label, style).width;
  const bool fits = at + 5 + width <= axes.plot.right();
  if (!fits) style.align = canvas::Align::kRight;
  canvas.text({fits ? at + 5 : at - 5, axes.plot.y + 2}, label, style);
}

float draw_legend(canvas::Canvas& canvas, canvas::Rect area, std::span<const LegendEntry> entries, float text_size, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::TextStyle style{canvas.color(canvas::Role::kInk), text_size};
  const float line = 1.6f * text_size;
  canvas::Point pen{area.x, area.y + line / 2};
  for (const LegendEntry& entry : entries) {
    const float sample = entry.look == LegendEntry::Look::kMark || entry.look == LegendEntry::Look::kFill ? text_size : 1.5f * text_size;
    const float width = sample + 0.5f * text_size + canvas.measure(entry.label, style).width;
    if (pen.x > area.x && pen.x + width > area.right()) pen = {area.x, pen.y + line};
    const float drawn = draw_sample(canvas, entry, pen, text_size);
    canvas.text({pen.x + drawn + 0.5f * text_size, pen.y}, entry.label, style);
    pen.x += width + 1.4f * text_size;
  }
  return entries.empty() ? 0 : pen.y + line / 2 - area.y;
}

}  // namespace attn::charts
