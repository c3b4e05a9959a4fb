// Where the parts of the stage go: tabs, figure, training strip, controls.
#pragma once

#include "api/lab.h"

namespace attn::window {

inline constexpr float kMargin = 12;  ///< around the controls, and between parts

/// Where the figure goes and where the controls; either may be empty.
struct Layout {
  canvas::Rect tabs, figure, strip, panel;
  bool strip_in_panel = false;  ///< it scrolls with the controls
};

/// From 720 pixels on controls stand beside the figure, else below it, where they scroll. `strip` is the height of the training strip, 0
/// where nothing is trained.
Layout lay_out(canvas::Rect whole, const session::Session& session, api::Parts parts, float strip);

/// The height of a stage of this `width` at which the open figure has its aspect and is at least 320 pixels high, with tabs, strip and,
/// below each other, some of the controls. For kFull and kFigure.
float good_height(const session::Session& session, api::Parts parts, float width, float strip);

}  // namespace attn::window
