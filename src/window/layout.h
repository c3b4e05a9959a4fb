// Where the parts of the stage go: tabs, figure, training strip, controls.
#pragma once

#include <functional>

#include "api/lab.h"

namespace attn::window {

inline constexpr float kMargin = 12;  ///< around the controls, and between parts

/// What the parts would take.
struct Needs {
  float tabs = 0;                                             ///< height of their row; 0: none
  float strip = 0;                                            ///< of the training strip; 0 where nothing is trained
  std::function<float(float width)> panel = {};               ///< height of all controls at a width, margins included
  std::function<float(float width, float room)> fitted = {};  ///< of those that have `room`
  bool unfolded = false;                                      ///< all of them are asked for
};

/// Where the figure goes and where the controls; either may be empty.
struct Layout {
  canvas::Rect tabs, figure, strip, panel;
  bool strip_in_panel = false;  ///< it stands above the controls
};

/// From 720 pixels on, where that is more than the height, controls stand beside the figure, else below it. They get what the figure leaves
/// at a good height, in whole rows, at most what they need; unfolded they stand below it and get what they need first.
Layout lay_out(canvas::Rect whole, float aspect, api::Parts parts, const Needs& needs);

/// The height of a stage of this `width` at which a figure has its aspect and is at least 320 pixels high, with tabs, strip and, below each
/// other, the controls or some of them. For kFull and kFigure.
float good_height(float width, float aspect, api::Parts parts, const Needs& needs);

}  // namespace attn::window
