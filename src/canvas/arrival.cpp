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

}  // namespace

void Arrival::begin(const Regions& before, bool other, double now_ms, float ms) {
  before_ = before, other_ = other, begun_ms_ = now_ms, ms_ = ms;
}

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

void Arrival::apply(ImDrawList& list, int first, const Regions& after, double now_ms) {
  const float t = ms_ > 0 ? static_cast<float>((now_ms - begun_ms_) / static_cast<double>(ms_)) : 1;
  if (t >= 1) {
    ms_ = 0;
    return;
  }
  const float there = eased(std::max(t, 0.0f));
  const std::vector<Moved> staying = moved(after);
  if (staying.empty() && !other_) {
    ms_ = 0;
    return;
  }
  for (int k = first; k < list.VtxBuffer.Size; ++k) {
    ImDrawVert& vertex = list.VtxBuffer[k];
    const Point p{vertex.pos.x, vertex.pos.y};
    const auto on =
        std::find_if(staying.rbegin(), staying.rend(), [p](const Moved& m) { return m.to.inset(-kReach, -kReach).contains(p); });
    if (on != staying.rend()) {
      const Point old = back(p, on->from, on->to);
      vertex.pos = {old.x + there * (p.x - old.x), old.y + there * (p.y - old.y)};
    } else if (other_) {
      const auto alpha = static_cast<float>(vertex.col >> IM_COL32_A_SHIFT);
      vertex.col = (vertex.col & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha * there) << IM_COL32_A_SHIFT);
    }
  }
}

}  // namespace attn::canvas
