#include "canvas/regions.h"

#include <algorithm>
#include <charconv>

namespace attn::canvas {
namespace {

bool read_index(std::string_view text, int* value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && end == text.data() + text.size() && *value >= 0;
}

Rect grown(Rect r, float reach) {
  const float dx = std::max(0.0f, reach - r.width) / 2, dy = std::max(0.0f, reach - r.height) / 2;
  return {r.x - dx, r.y - dy, r.width + 2 * dx, r.height + 2 * dy};
}

}  // namespace

RegionId parse_region_id(std::string_view id) {
  const size_t open = id.rfind('[');
  if (open == std::string_view::npos || id.back() != ']') return {id};
  const std::string_view inside = id.substr(open + 1, id.size() - open - 2);
  const size_t comma = inside.find(',');
  RegionId parts{id.substr(0, open)};
  if (!read_index(inside.substr(0, comma), &parts.row)) return {id};
  if (comma != std::string_view::npos && !read_index(inside.substr(comma + 1), &parts.col)) return {id};
  return parts;
}

std::string cell_id(std::string_view name, int row, int col) {
  return std::string(name) + "[" + std::to_string(row) + "," + std::to_string(col) + "]";
}

bool lights(std::string_view lit, std::string_view id) {
  if (lit.empty() || id.empty()) return false;
  return lit == id || parse_region_id(id).name == lit || parse_region_id(lit).name == id;
}

void Region::cell_at(Point p, int* row, int* col) const {
  const auto place = [](float offset, float extent, int count) {
    const int cell = static_cast<int>(offset / std::max(extent, 1e-6f) * static_cast<float>(count));
    return std::clamp(offset < 0 ? 0 : cell, 0, count - 1);
  };
  *row = place(p.y - rect.y, rect.height, rows);
  *col = place(p.x - rect.x, rect.width, cols);
}

const Region* Regions::find(std::string_view id) const {
  const RegionId parts = parse_region_id(id);
  for (auto region = regions_.rbegin(); region != regions_.rend(); ++region) {
    if (region->id == id) return &*region;
    const bool is_cell = region->is_grid() && region->id == parts.name && parts.row >= 0 && parts.row < region->rows && parts.col >= 0 &&
                         parts.col < region->cols;
    if (is_cell) return &*region;
  }
  return nullptr;
}

Rect Regions::rect_of(std::string_view id) const {
  const Region* region = find(id);
  if (!region) return {};
  if (region->id == id) return region->rect;
  const RegionId parts = parse_region_id(id);
  return region->rect.cell(parts.row, parts.col, region->rows, region->cols);
}

const Region* Regions::hit(Point p, float reach) const {
  const Region* nearest = nullptr;
  float nearest_distance = 0;
  for (auto region = regions_.rbegin(); region != regions_.rend(); ++region) {
    const bool inside = region->rect.contains(p);
    if (inside && (region->grip == Grip::kDrag || !nearest)) return &*region;
    if (inside) return nearest;
    if (region->grip != Grip::kDrag || region->is_grid() || !grown(region->rect, reach).contains(p)) continue;
    const Point offset = p - region->rect.center();
    const float distance = offset.x * offset.x + offset.y * offset.y;
    if (nearest && distance >= nearest_distance) continue;
    nearest = &*region;
    nearest_distance = distance;
  }
  return nearest;
}

}  // namespace attn::canvas
