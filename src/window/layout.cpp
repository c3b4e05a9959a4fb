#include "window/layout.h"

#include <algorithm>

namespace attn::window {
namespace {

constexpr float kWide = 720, kPanelWidth = 280, kLeastFigure = 240, kGoodFigure = 320, kMostFigure = 720, kLeastPanel = 60,
                kFigureBesideAll = 100;
/// How many times as wide as high a stage is at least if its controls are beside the figure: below it they would take of what is short.
constexpr float kLow = 1.6f;

float strip_room(float strip) { return strip > 0 ? strip + kMargin : 0; }

/// The height of the controls below a figure, of the `room` that both share.
float height_below(float width, float room, const Needs& needs) {
  if (!needs.unfolded) return needs.row(width);
  const float all = needs.panel(width);
  return room < all + kFigureBesideAll ? room : all;  // where there is little room, the figure is not shown
}

}  // namespace

Layout lay_out(canvas::Rect whole, api::Parts parts, const Needs& needs) {
  Layout layout;
  const auto cut_strip = [&] {
    if (needs.strip > 0) layout.strip = whole.cut_bottom(needs.strip + kMargin).inset(kMargin, 0);
  };
  if (parts == api::Parts::kControls) {
    cut_strip();
    layout.panel = whole;
    return layout;
  }
  const bool wide = whole.width >= kWide && whole.width >= kLow * whole.height;
  const bool low = !wide && whole.height < needs.tabs + strip_room(needs.strip) + kLeastFigure + kLeastPanel;
  if (needs.tabs > 0) layout.tabs = whole.cut_top(needs.tabs).inset(kMargin, 0);
  if (parts == api::Parts::kFull) {
    if (wide && !needs.unfolded) {
      layout.panel = whole.cut_right(kPanelWidth + 2 * kMargin);
    } else if (low && !needs.unfolded) {
      layout.strip_in_panel = needs.strip > 0;
      layout.panel = whole.cut_bottom(std::max(kLeastPanel, 0.37f * whole.height));
    } else {
      layout.panel = whole.cut_bottom(height_below(whole.width, whole.height - strip_room(needs.strip), needs));
    }
  }
  if (!layout.strip_in_panel) cut_strip();
  if (whole.height >= 1) layout.figure = whole;
  return layout;
}

float good_height(float width, float aspect, api::Parts parts, const Needs& needs) {
  const float figure = std::clamp(width / aspect, kGoodFigure, kMostFigure);
  const float below = parts != api::Parts::kFull ? 0 : needs.unfolded ? needs.panel(width) : needs.row(width);
  return needs.tabs + strip_room(needs.strip) + figure + below;
}

}  // namespace attn::window
