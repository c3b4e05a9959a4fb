#include "window/inspector_places.h"

#include <algorithm>
#include <map>

#include "formula/explanation_card.h"

namespace attn::window {
namespace {

canvas::Rect united(canvas::Rect a, canvas::Rect b) {
  if (a.width <= 0) return b;
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

}  // namespace

canvas::Rect Places::of(const std::string& id) const {
  if (const canvas::Rect r = regions_.rect_of(id); r.width > 0) return r;
  const canvas::RegionId cell = canvas::parse_region_id(id);
  const std::string_view handle = handle_of_(cell.name);
  canvas::Rect found;
  for (const canvas::Region& region : regions_.all()) {
    const canvas::RegionId other = canvas::parse_region_id(region.id);
    if (region.is_grid() || other.name.empty() || (other.name != cell.name && other.name != handle)) continue;
    if ((other.row < 0 || other.row == cell.row) && (other.col < 0 || other.col == cell.col)) found = region.rect;
  }
  return found;
}

std::vector<canvas::Rect> Places::of(const std::vector<formula::Operand>& operands) const {
  constexpr size_t kEach = 24;
  std::map<std::string, canvas::Rect, std::less<>> by_name;
  std::vector<canvas::Rect> places;
  for (const formula::Operand& operand : operands) {
    const canvas::Rect r = of(operand.cell);
    if (r.width <= 0) continue;
    canvas::Rect& of_name = by_name[std::string(canvas::parse_region_id(operand.cell).name)];
    of_name = united(of_name, r);
    places.push_back(r);
  }
  if (places.size() <= kEach) return places;
  places.clear();
  for (const auto& [name, r] : by_name) places.push_back(r);
  return places;
}

std::vector<canvas::Rect> Places::lines_through(const std::string& id) const {
  constexpr float kNamesBeside = 84, kNamesAbove = 44;
  const canvas::RegionId cell = canvas::parse_region_id(id);
  const canvas::Rect at = of(id);
  canvas::Rect row = at, column = at;
  const canvas::Region* grid = regions_.find(id);
  if (grid && grid->is_grid()) {
    row = {grid->rect.x, at.y, grid->rect.width, at.height};
    column = {at.x, grid->rect.y, at.width, grid->rect.height};
  } else if (cell.col >= 0) {
    for (const canvas::Region& region : regions_.all()) {
      const canvas::RegionId other = canvas::parse_region_id(region.id);
      if (other.name != cell.name || other.col < 0) continue;
      if (other.row == cell.row) row = united(row, region.rect);
      if (other.col == cell.col) column = united(column, region.rect);
    }
  } else {
    return {at};
  }
  return {at,
          {row.x - kNamesBeside, row.y, row.width + kNamesBeside, row.height},
          {column.x, column.y - kNamesAbove, column.width, column.height + kNamesAbove}};
}

std::vector<canvas::Rect> Places::all(canvas::Rect card) const {
  std::vector<canvas::Rect> places;
  for (const canvas::Region& region : regions_.all())
    if (!formula::is_on_card(region.id) && !(card.width > 0 && region.rect.width > 4 * card.width && region.grip == canvas::Grip::kZoom))
      places.push_back(region.rect);
  return places;
}

void Places::mark(canvas::Canvas& canvas, const formula::Operand& operand, bool strong) const {
  const canvas::Rect r = of(operand.cell);
  if (r.width <= 0) return;
  const canvas::Color color = canvas.color(operand.role == canvas::Role::kInk && !strong ? canvas::Role::kAccent : operand.role);
  const bool small = r.width < 10 || r.height < 10;
  const canvas::Rect outside = small ? r.inset(-2, -2) : r.inset(0.5f, 0.5f);
  canvas.border(outside, {canvas.color(canvas::Role::kBackground), strong ? 5.0f : 4.0f}, 2);
  canvas.border(outside, {color, strong ? 3.0f : 2.0f}, 2);
}

}  // namespace attn::window
