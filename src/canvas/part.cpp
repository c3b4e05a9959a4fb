#include "canvas/part.h"

#include <algorithm>
#include <cmath>

#include "canvas/regions.h"

namespace attn::canvas {

std::string_view without_prefix(std::string_view id) {
  for (std::string_view prefix : {kKeptPrefix, kDifferencePrefix})
    if (id.starts_with(prefix)) return id.substr(prefix.size());
  return id;
}

void SharedRanges::share(std::string_view name, double* min, double* max) {
  const std::string key = std::string(name) + '#' + std::to_string(seen_[std::string(name)]++);
  if (gathering_) {
    ranges_[picture_][key] = {*min, *max};
    return;
  }
  const auto other = ranges_[1 - picture_].find(key);
  if (other == ranges_[1 - picture_].end() || !std::isfinite(other->second.first) || !std::isfinite(other->second.second)) return;
  *min = std::min(*min, other->second.first);
  *max = std::max(*max, other->second.second);
}

PartCanvas::PartCanvas(Canvas& whole, Rect area, std::string_view prefix, bool still, SharedRanges* ranges)
    : whole_(whole), area_(area), prefix_(prefix), still_(still), ranges_(ranges) {
  whole_.push_clip(area_);
}

PartCanvas::~PartCanvas() { whole_.pop_clip(); }

Interaction PartCanvas::quiet(Interaction hand) const {
  if (!still_) return hand;
  hand.pressed = hand.held = hand.released = hand.double_clicked = false;
  hand.nudge_x = hand.nudge_y = 0;
  hand.zoom = 0;
  return hand;
}

Interaction PartCanvas::region(std::string_view id, Rect r, Grip grip, std::string_view label, Place caller) {
  return quiet(whole_.region(named(id), r, grip_of(grip), label, caller));
}

Interaction PartCanvas::grid(std::string_view id, Rect r, int rows, int cols, Grip grip, std::string_view label, Place caller) {
  return quiet(whole_.grid(named(id), r, rows, cols, grip_of(grip), label, caller));
}

bool PartCanvas::is_hot(std::string_view id) const { return whole_.is_hot(id) || whole_.is_hot(named(id)) || lights(hot(), id); }

void PartCanvas::share_range(std::string_view name, double* min, double* max) {
  ranges_ ? ranges_->share(name, min, max) : whole_.share_range(name, min, max);
}

}  // namespace attn::canvas
