// Tab and Shift+Tab go from region to region and from one canvas to the next, as in a browser from link to button.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "canvas/imgui_canvas.h"

namespace attn::reader {

struct TabStop {
  canvas::ImGuiCanvas* canvas = nullptr;
  bool whole = false;                                        ///< whether the canvas is a single stop, within which other keys move
  std::function<bool(std::string_view id)> inner = nullptr;  ///< regions that Tab skips, since other keys lead there; null: none
};

/// Answers to the keys of this frame. `stops` are in order. A stop without regions is skipped, and so are regions that can only be hovered.
/// Returns the canvas that Tab has reached, or null.
canvas::ImGuiCanvas* use_tab_key(std::span<const TabStop> stops);

}  // namespace attn::reader
