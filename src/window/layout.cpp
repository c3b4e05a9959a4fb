#include "window/layout.h"

#include <algorithm>

#include "window/chrome.h"

namespace attn::window {
namespace {

constexpr float kWide = 720, kPanelWidth = 280, kLeastFigure = 240, kGoodFigure = 320, kMostFigure = 720, kLeastPanel = 60,
                kGoodPanel = 200;
/// Below each other a figure is drawn a little higher than it prefers, since there is little width.
constexpr float kTallAspect = 1.15f;

}  // namespace

Layout lay_out(canvas::Rect whole, const session::Session& session, api::Parts parts, float strip) {
  Layout layout;
  const auto cut_strip = [&] {
    if (strip > 0) layout.strip = whole.cut_bottom(strip + kMargin).inset(kMargin, 0);
  };
  if (parts == api::Parts::kControls) {
    cut_strip();
    layout.panel = whole;
    return layout;
  }
  if (parts == api::Parts::kFull) {
    const bool wide = whole.width >= kWide && whole.width >= whole.height;
    if (wide) layout.panel = whole.cut_right(kPanelWidth + 2 * kMargin);
    float tabs = tabs_height(session, whole.width - 2 * kMargin);
    if (!wide && whole.height < tabs + strip + kMargin + kLeastFigure + kLeastPanel) {
      tabs = std::min(tabs, folded_tabs_height());
      layout.strip_in_panel = strip > 0;
      strip = 0;
      layout.panel = whole.cut_bottom(std::max(kLeastPanel, 0.32f * whole.height));
      if (tabs > 0) layout.tabs = whole.cut_top(tabs).inset(kMargin, 0);
      layout.figure = whole;
      return layout;
    }
    const float chrome = tabs + (strip > 0 ? strip + kMargin : 0);
    const float height = chrome + std::max(kGoodFigure, whole.width / std::min(session.current_figure().aspect, kTallAspect));
    const float most = std::max(0.68f * whole.height, std::min(chrome + kGoodFigure, whole.height - kLeastPanel));
    if (!wide) layout.panel = whole.cut_bottom(whole.height - std::min(height, most));
    if (tabs > 0) layout.tabs = whole.cut_top(tabs).inset(kMargin, 0);
  }
  cut_strip();
  layout.figure = whole;
  return layout;
}

float good_height(const session::Session& session, api::Parts parts, float width, float strip) {
  const bool full = parts == api::Parts::kFull, beside = full && width >= kWide;
  const float figure_width = beside ? width - (kPanelWidth + 2 * kMargin) : width;
  const float aspect = full && !beside ? std::min(session.current_figure().aspect, kTallAspect) : session.current_figure().aspect;
  const float tabs = full ? tabs_height(session, figure_width - 2 * kMargin) : 0;
  const float below = (strip > 0 ? strip + kMargin : 0) + (full && !beside ? kGoodPanel : 0);
  return tabs + std::clamp(figure_width / aspect, kGoodFigure, kMostFigure) + below;
}

}  // namespace attn::window
