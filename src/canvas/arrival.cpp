#include "canvas/arrival.h"

#include <algorithm>
#include <cmath>

namespace attn::canvas {
namespace {

constexpr int kMostCells = 400;  ///< of a grid whose cells move one by one; a larger one moves as a whole
constexpr float kReach = 3;      ///< a region's own lines may lie so far outside of it

/// Slow at both ends.
float eased(float t) { return t * t * (3 - 2 * t); }

/// Where `p`, which belongs to the place `to`, was when that was `from`.
Point back(Point p, Rect from, Rect to) {
  return {from.x + (p.x - to.x) / std::max(to.width, 1.0f) * from.width, from.y + (p.y - to.y) / std::max(to.height, 1.0f) * from.height};
}

/// How far the sides of two places are from each other, at most.
float apart(Rect a, Rect b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.right() - b.right()), std::abs(a.bottom() - b.bottom())});
}

Rect box_of(std::span<const ImDrawVert> shape) {
  Point least{shape[0].pos.x, shape[0].pos.y}, most = least;
  for (const auto& [pos, uv, color] : shape) {
    least = {std::min(least.x, pos.x), std::min(least.y, pos.y)};
    most = {std::max(most.x, pos.x), std::max(most.y, pos.y)};
  }
  return {least.x, least.y, most.x - least.x, most.y - least.y};
}

/// Whether a shape with this box is part of what is at `place`.
bool holds(Rect place, Rect box) {
  const Rect reach = place.inset(-kReach, -kReach);
  return reach.contains({box.x, box.y}) && reach.contains({box.right(), box.bottom()});
}

void fade(std::span<ImDrawVert> shape, float opacity) {
  for (ImDrawVert& vertex : shape) {
    const auto alpha = static_cast<float>(vertex.col >> IM_COL32_A_SHIFT);
    vertex.col = (vertex.col & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha * opacity) << IM_COL32_A_SHIFT);
  }
}

/// Draws a shape that belongs to the place `to` where it is when `there` of the way from `from` is done.
void move_back(std::span<ImDrawVert> shape, bool rigid, Rect from, Rect to, float there) {
  const auto way = [&](Point p) { return (1 - there) * (back(p, from, to) - p); };
  const Point of_all = way(box_of(shape).center());
  for (ImDrawVert& vertex : shape) {
    const Point by = rigid ? of_all : way({vertex.pos.x, vertex.pos.y});
    vertex.pos.x += by.x, vertex.pos.y += by.y;
  }
  const float at_first = std::min({1.0f, from.width / std::max(to.width, 1.0f), from.height / std::max(to.height, 1.0f)});
  const float now = at_first + there * (1 - at_first);
  if (rigid) fade(shape, now * now);
}

}  // namespace

void Arrival::begin(const Regions& before, bool other, double now_ms, float ms) {
  before_ = before, other_ = other, begun_ms_ = now_ms, ms_ = ms;
}

float Arrival::there(double now_ms) const {
  return under_way() ? eased(std::clamp(static_cast<float>((now_ms - begun_ms_) / static_cast<double>(ms_)), 0.0f, 1.0f)) : 1;
}

float Arrival::opacity(double now_ms) const { return other_ ? there(now_ms) : 1; }

std::vector<Arrival::Moved> Arrival::moved(const Regions& after) const {
  std::vector<Moved> all;
  const auto stays = [&](const std::string& id, Rect to) {
    const Rect from = before_.rect_of(id);
    if (from.width <= 0 || from.height <= 0 || to.width <= 0) return;
    if (other_ || apart(from, to) > 1) all.push_back({from, to});  // what is at its old place is no matter, unless all else fades
  };
  for (const Region& region : after.all()) {
    if (!region.is_grid() || region.rows * region.cols > kMostCells) {
      stays(region.id, region.rect);
      continue;
    }
    for (int i = 0; i < region.rows; ++i)
      for (int j = 0; j < region.cols; ++j) stays(cell_id(region.id, i, j), region.rect.cell(i, j, region.rows, region.cols));
  }
  return all;
}

void Arrival::apply(ImDrawList& list, std::span<const Shape> shapes, const Regions& after, double now_ms) {
  const float done = there(now_ms);
  if (done >= 1) {
    ms_ = 0;
    return;
  }
  const std::vector<Moved> staying = moved(after);
  if (staying.empty() && !other_) {
    ms_ = 0;
    return;
  }
  const std::span<ImDrawVert> drawn(list.VtxBuffer.Data, static_cast<size_t>(list.VtxBuffer.Size));
  for (size_t k = 0; k < shapes.size(); ++k) {
    const auto first = static_cast<size_t>(shapes[k].first);
    const size_t end = k + 1 < shapes.size() ? static_cast<size_t>(shapes[k + 1].first) : drawn.size();
    const std::span<ImDrawVert> shape = drawn.subspan(first, end - first);
    if (shape.empty()) continue;
    const Rect box = box_of(shape);
    const auto on = std::find_if(staying.rbegin(), staying.rend(), [&box](const Moved& m) { return holds(m.to, box); });
    if (on == staying.rend()) {
      if (other_) fade(shape, done);
      continue;
    }
    move_back(shape, shapes[k].rigid, on->from, on->to, done);
  }
}

}  // namespace attn::canvas
