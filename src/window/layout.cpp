#include "window/layout.h"

#include <algorithm>

namespace attn::window {
namespace {

constexpr float kWide = 720, kPanelWidth = 280, kLeastFigure = 240, kGoodFigure = 320, kMostFigure = 720, kLeastPanel = 60, kOneRow = 150,
                kGoodPanel = 260, kFigureBesideAll = 100;
/// With the controls below it, a figure is drawn a little higher than it prefers, since there is little width; with few controls even
/// higher.
constexpr float kTallAspect = 1.15f, kTallest = 1.3f;
/// The part that a figure keeps at least of the room that it shares with its controls.
constexpr float kLeastShare = 0.56f;

float strip_room(float strip) { return strip > 0 ? strip + kMargin : 0; }

/// The height of the controls below a figure, of the `room` that both share.
float height_below(float width, float room, float aspect, const Needs& needs) {
  const float all = needs.panel(width);
  if (needs.unfolded) return room < all + kFigureBesideAll ? room : all;  // where there is little room, the figure is not shown
  const float tall = std::max(kGoodFigure, width / std::min(aspect, kTallAspect));
  const float least = std::max(kGoodFigure, std::min(width / aspect, kLeastShare * room));
  float height = std::clamp(room - tall, 0.0f, all);
  if (height < all) height = std::clamp(room - least, height, all);
  const float row = std::max(kLeastPanel, std::min(kOneRow, room - kLeastFigure));  // a row of controls, and the line that unfolds the rest
  height = needs.fitted(width, std::max(height, std::min({all, row, room})));
  return std::max(height, room - kTallest * tall);  // what is left is empty space below the controls
}

}  // namespace

Layout lay_out(canvas::Rect whole, float aspect, api::Parts parts, const Needs& needs) {
  Layout layout;
  const auto cut_strip = [&] {
    if (needs.strip > 0) layout.strip = whole.cut_bottom(needs.strip + kMargin).inset(kMargin, 0);
  };
  if (parts == api::Parts::kControls) {
    cut_strip();
    layout.panel = whole;
    return layout;
  }
  const bool wide = whole.width >= kWide && whole.width >= whole.height;
  const bool low = !wide && whole.height < needs.tabs + strip_room(needs.strip) + kLeastFigure + kLeastPanel;
  if (needs.tabs > 0) layout.tabs = whole.cut_top(needs.tabs).inset(kMargin, 0);
  if (parts == api::Parts::kFull) {
    if (wide && !needs.unfolded) {
      layout.panel = whole.cut_right(kPanelWidth + 2 * kMargin);
    } else if (low && !needs.unfolded) {
      layout.strip_in_panel = needs.strip > 0;
      layout.panel = whole.cut_bottom(std::max(kLeastPanel, 0.37f * whole.height));
    } else {
      const float below = height_below(whole.width, whole.height - strip_room(needs.strip), aspect, needs);
      layout.panel = whole.cut_bottom(below);
    }
  }
  if (!layout.strip_in_panel) cut_strip();
  if (whole.height >= 1) layout.figure = whole;
  return layout;
}

float good_height(float width, float aspect, api::Parts parts, const Needs& needs) {
  const bool full = parts == api::Parts::kFull, beside = full && width >= kWide && !needs.unfolded;
  const float figure_width = beside ? width - (kPanelWidth + 2 * kMargin) : width;
  const float drawn_aspect = full && !beside ? std::min(aspect, kTallAspect) : aspect;
  float height = needs.tabs + strip_room(needs.strip) + std::clamp(figure_width / drawn_aspect, kGoodFigure, kMostFigure);
  if (full && !beside) height += needs.unfolded ? needs.panel(width) : std::min(needs.panel(width), kGoodPanel);
  return height;
}

}  // namespace attn::window
