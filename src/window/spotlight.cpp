#include "window/spotlight.h"

#include <algorithm>

#include "canvas/card.h"

namespace attn::window {
namespace {

constexpr float kFade = 0.7f;  ///< how much of the background lies over what fades
constexpr float kAround = 5;   ///< pixels around a place that do not fade, for its border and its name

/// The smallest rectangle around all of them.
canvas::Rect around(const std::vector<canvas::Rect>& places) {
  float left = places.front().x, top = places.front().y, right = left, bottom = top;
  for (const canvas::Rect& r : places) {
    left = std::min(left, r.x), top = std::min(top, r.y);
    right = std::max(right, r.right()), bottom = std::max(bottom, r.bottom());
  }
  return {left, top, right - left, bottom - top};
}

}  // namespace

std::vector<canvas::Rect> outside(canvas::Rect area, const std::vector<canvas::Rect>& places) {
  std::vector<float> edges = {area.y, area.bottom()};
  for (const canvas::Rect& r : places)
    for (const float y : {r.y, r.bottom()})
      if (y > area.y && y < area.bottom()) edges.push_back(y);
  std::sort(edges.begin(), edges.end());
  std::vector<canvas::Rect> free;
  for (size_t i = 0; i + 1 < edges.size(); ++i) {
    const float top = edges[i], height = edges[i + 1] - top;
    if (height <= 0) continue;
    std::vector<std::pair<float, float>> covered;
    for (const canvas::Rect& r : places)
      if (r.y <= top && r.bottom() >= top + height) covered.emplace_back(r.x, r.right());
    std::sort(covered.begin(), covered.end());
    float x = area.x;
    for (const auto& [from, to] : covered) {
      if (from > x) free.push_back({x, top, std::min(from, area.right()) - x, height});
      x = std::clamp(to, x, area.right());
    }
    if (x < area.right()) free.push_back({x, top, area.right() - x, height});
  }
  return free;
}

void draw_spotlight(canvas::Canvas& figure, const canvas::Regions& regions, canvas::Rect area, std::string_view lit,
                    std::string_view name) {
  std::vector<canvas::Rect> places;
  for (const canvas::Region& region : regions.all()) {
    if (!canvas::lights(lit, region.id)) continue;
    const canvas::Rect place = region.is_grid() ? regions.rect_of(lit) : region.rect;
    if (place.width > 0) places.push_back(place.inset(-kAround, -kAround));
  }
  if (places.empty()) return;
  const canvas::Color veil = figure.color(canvas::Role::kBackground).with_alpha(kFade);
  for (const canvas::Rect& r : outside(area, places)) figure.rect(r, veil);
  if (!name.empty()) canvas::draw_tooltip_clear(figure, around(places), area.inset(6, 6), name, places, {});
}

}  // namespace attn::window
