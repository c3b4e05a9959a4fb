#include "charts/plane.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "canvas/number_text.h"

namespace attn::charts {

Plane::Plane(canvas::Rect area, float reach)
    : area_(area), middle_(area.center()), unit_(std::max(1.0f, std::min(area.width, area.height) / (2 * reach))) {}

void draw_plane(canvas::Canvas& canvas, const Plane& plane, bool numbers, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::Rect area = plane.area();
  const canvas::Point low = plane.to_data({area.x, area.bottom()}), high = plane.to_data({area.right(), area.y});
  const canvas::Point origin = plane.to_pixel({0, 0});
  const canvas::Stroke grid{canvas.color(canvas::Role::kFaint).with_alpha(0.55f)},
      axis{canvas.color(canvas::Role::kMuted).with_alpha(0.6f)};
  canvas::TextStyle style{canvas.color(canvas::Role::kMuted), 11, canvas::Font::kText, canvas::Align::kCenter, canvas::Baseline::kTop};
  const float shorter = std::min(high.x - low.x, high.y - low.y);
  const auto ticks = nice_ticks(-static_cast<double>(shorter), static_cast<double>(shorter), 17);
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
  const auto each = [step](float from, float to, auto visit) {
    for (double k = std::ceil(static_cast<double>(from) / step); k * step <= static_cast<double>(to); ++k)
      visit(static_cast<float>(k * step));
  };
  canvas.push_clip(area);
  each(low.x, high.x, [&](float x) {
    const float at = plane.to_pixel({x, 0}).x;
    canvas.line({at, area.y}, {at, area.bottom()}, x == 0 ? axis : grid);
  });
  each(low.y, high.y, [&](float y) {
    const float at = plane.to_pixel({0, y}).y;
    canvas.line({area.x, at}, {area.right(), at}, y == 0 ? axis : grid);
  });
  if (numbers && plane.unit() * static_cast<float>(step) > 26) {
    const auto label = [step](float v) { return canvas::with_minus(tick_label(static_cast<double>(v), step)); };
    each(low.x, high.x, [&](float x) {
      const float at = plane.to_pixel({x, 0}).x;
      if (x != 0 && at > area.x + 12 && at < area.right() - 12) canvas.text({at, origin.y + 3}, label(x), style);
    });
    style.align = canvas::Align::kRight, style.baseline = canvas::Baseline::kMiddle;
    each(low.y, high.y, [&](float y) {
      const float at = plane.to_pixel({0, y}).y;
      if (y != 0 && at > area.y + 8 && at < area.bottom() - 8) canvas.text({origin.x - 4, at}, label(y), style);
    });
  }
  canvas.pop_clip();
}

canvas::Point tidied(canvas::Point data, float reach, float step) {
  // Dividing by the whole number of steps in a unit gives 0.3, where multiplying by the step would give 0.29999998.
  const float per_unit = std::max(1.0f, std::round(1 / step));
  const auto tidy = [reach, per_unit](float v) { return std::clamp(std::round(v * per_unit) / per_unit, -reach, reach); };
  return {tidy(data.x), tidy(data.y)};
}

std::optional<canvas::Point> moved_on_plane(const canvas::Interaction& hand, const Plane& plane, canvas::Point data, float reach,
                                            float step, float nudge) {
  const auto drag = dragged_to(hand);
  if (!drag && hand.nudge_x == 0 && hand.nudge_y == 0) return {};
  const canvas::Point to = drag ? plane.to_data(*drag) : data;
  const canvas::Point there =
      tidied({to.x + nudge * static_cast<float>(hand.nudge_x), to.y - nudge * static_cast<float>(hand.nudge_y)}, reach, step);
  if (there.x == data.x && there.y == data.y) return {};
  return there;
}

std::optional<canvas::Point> draw_plane_handle(canvas::Canvas& canvas, const Plane& plane, canvas::Point data, const Handle& handle,
                                               float reach, float step, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  return moved_on_plane(draw_handle(canvas, plane.to_pixel(data), handle), plane, data, reach, step, step);
}

}  // namespace attn::charts
