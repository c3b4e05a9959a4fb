// Places the parts of the stage: tabs, figure, training strip, controls.
#pragma once

#include <functional>

#include "api/lab.h"

namespace attn::window {

inline constexpr float kMargin = 12;  ///< around the controls, and between parts

/// The heights that the parts need.
struct Needs {
  float tabs = 0;                                ///< the height of their row; 0: there are none
  float strip = 0;                               ///< the height of the training strip; 0 where nothing is trained
  std::function<float(float width)> panel = {};  ///< the height of all controls at a width, margins included
  std::function<float(float width)> row = {};    ///< the height of the row of controls at the figure's edge, margins included
  bool unfolded = false;                         ///< whether all controls are to be shown
};

/// The places of the parts. That of the figure or of the controls may be empty.
struct Layout {
  canvas::Rect tabs, figure, strip, panel;
  bool strip_in_panel = false;  ///< whether the strip is above the controls
};

/// The figure gets all that one row of controls below it leaves. If `whole` is wide and low, the controls are beside the figure instead.
/// Unfolded controls are below the figure and get what they need first, so that they cover nothing of it.
Layout lay_out(canvas::Rect whole, api::Parts parts, const Needs& needs);

/// The height of a stage of this `width` at which the figure has its aspect and is at least 320 pixels high. It includes the tabs, the
/// strip and, where they are below the figure, the row of controls or, unfolded, all of them. `parts` is kFull or kFigure.
float good_height(float width, float aspect, api::Parts parts, const Needs& needs);

}  // namespace attn::window
