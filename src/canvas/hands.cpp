#include "canvas/hands.h"

#include <algorithm>
#include <cmath>

namespace attn::canvas {

void Hands::begin(const HandsInput& input, const Regions& last) {
  in_ = input;
  released_.clear();
  pressed_ = false;
  const Region* under = in_.over ? last.hit(in_.position, in_.touch ? kTouchReach : kMouseReach) : nullptr;
  hovered_ = under ? under->id : std::string();
  hovered_at_ = {};
  if (under && under->is_grid()) under->cell_at(in_.position, &hovered_at_.row, &hovered_at_.col);

  if (in_.pressed)
    press(last);
  else if (!held_.empty())
    travel_ += std::hypot(in_.delta.x, in_.delta.y) + (in_.wheel != 0 ? kNoClick : 0);
  if (!in_.down && was_down_ && !held_.empty()) {
    released_ = held_;
    held_.clear();
  }
  was_down_ = in_.down;
  if (in_.keyboard && held_.empty()) use_keys(last);

  const Region* handled = held_.empty() ? under : last.find(held_);
  grip_ = handled ? handled->grip : Grip::kHover;
  find_hot(last);
}

void Hands::press(const Regions& last) {
  selected_ = held_ = hovered_;
  selected_at_ = first_ = hovered_at_;
  selected_cell_ = selected_at_.row < 0 ? selected_ : cell_id(selected_, selected_at_.row, selected_at_.col);
  pressed_ = !held_.empty();
  travel_ = 0;
  shows_selection_ = false;
  if (const Region* region = last.find(held_)) grab_ = in_.position - region->rect.center();
}

void Hands::use_keys(const Regions& last) {
  if (in_.cycle != 0) cycle(last);
  const Region* region = selected_.empty() ? nullptr : last.find(selected_);
  if (!region) return;
  if (in_.arrow_x != 0 || in_.arrow_y != 0 || in_.step != 0 || in_.activate) shows_selection_ = true;
  if (!region->is_grid() || region->id != selected_) return;  // a single region may have the name of a cell
  selected_at_.row = std::clamp(selected_at_.row + in_.arrow_y, 0, region->rows - 1);
  selected_at_.col = std::clamp(selected_at_.col + in_.arrow_x, 0, region->cols - 1);
  selected_cell_ = cell_id(selected_, selected_at_.row, selected_at_.col);
}

void Hands::cycle(const Regions& last) {
  const auto& all = last.all();
  if (all.empty()) return;
  const int count = static_cast<int>(all.size());
  int place = in_.cycle > 0 ? -1 : count;
  for (int i = 0; i < count; ++i)
    if (all[static_cast<size_t>(i)].id == selected_) place = i;
  const Region& next = all[static_cast<size_t>((place + in_.cycle + count) % count)];
  point_to(next.is_grid() ? cell_id(next.id, 0, 0) : next.id);
  selected_ = next.id;  // a single region may also have the name of a cell
}

void Hands::point_to(std::string_view id) {
  const RegionId parts = parse_region_id(id);
  const bool is_cell = parts.col >= 0;
  selected_ = is_cell ? parts.name : id;
  selected_at_ = is_cell ? Cell{parts.row, parts.col} : Cell{};
  selected_cell_ = id;
  shows_selection_ = !id.empty();
}

void Hands::select(std::string_view id) { point_to(id); }

void Hands::find_hot(const Regions& last) {
  if (!held_.empty()) {
    const Region* region = last.find(held_);
    Cell at = first_;
    if (region && region->is_grid() && region->grip == Grip::kPaint) region->cell_at(in_.position, &at.row, &at.col);
    hot_ = at.row < 0 ? held_ : cell_id(held_, at.row, at.col);
  } else if (!hovered_.empty()) {
    hot_ = hovered_at_.row < 0 ? hovered_ : cell_id(hovered_, hovered_at_.row, hovered_at_.col);
  } else if (shows_selection_ && in_.keyboard) {
    hot_ = selected_cell_;
  } else {
    hot_ = lit_;
  }
}

bool Hands::is_hot(std::string_view id) const {
  return lights(hot_, id) || lights(lit_, id) || (shows_selection_ && in_.keyboard && lights(selected_cell_, id));
}

Interaction Hands::of(const Region& region) const {
  Interaction it;
  const std::string_view id = region.id;
  it.hovered = held_.empty() ? hovered_ == id : held_ == id;
  it.selected = selected_ == id;
  it.held = held_ == id;
  it.pressed = it.held && pressed_;
  it.released = released_ == id;
  it.double_clicked = it.pressed && in_.double_clicked;
  it.position = in_.position;
  if (it.held && !it.pressed) it.delta = in_.delta;
  if (it.held) it.grab = grab_;
  if (it.held || it.released) it.travel = travel_;
  Cell at;
  if (region.is_grid() && (it.hovered || it.held || it.released)) {
    region.cell_at(in_.position, &at.row, &at.col);
    if (it.held || it.released) it.first_row = first_.row, it.first_col = first_.col;
  } else if (region.is_grid() && it.selected) {
    at = {std::min(selected_at_.row, region.rows - 1), std::min(selected_at_.col, region.cols - 1)};
  }
  it.row = at.row, it.col = at.col;
  if (region.grip == Grip::kZoom && it.hovered) it.zoom = in_.wheel;
  if (!it.selected || !in_.keyboard || !held_.empty()) return it;
  const int size = in_.shift ? 10 : 1;
  it.nudge_x = region.is_grid() ? 0 : in_.arrow_x * size;
  it.nudge_y = region.is_grid() ? 0 : in_.arrow_y * size;
  if (region.grip == Grip::kZoom)
    it.zoom += static_cast<float>(in_.step);
  else
    it.nudge_y -= in_.step * size;
  if (in_.activate) {
    it.pressed = it.released = true;
    it.row = it.first_row = selected_at_.row, it.col = it.first_col = selected_at_.col;
    it.position = region.is_grid() ? region.rect.cell(it.row, it.col, region.rows, region.cols).center() : region.rect.center();
  }
  return it;
}

}  // namespace attn::canvas
