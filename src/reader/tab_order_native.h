// Tab and Shift+Tab go from region to region and from one canvas to the next, as a browser goes from link to button.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "canvas/imgui_canvas.h"

namespace attn::reader {

struct TabStop {
  canvas::ImGuiCanvas* canvas = nullptr;
  bool whole = false;                                        ///< one stop, in which other keys go on
  std::function<bool(std::string_view id)> inner = nullptr;  ///< regions that other keys go on to from the one before; null: none
};

/// Answers to the keys of this frame. `stops` in order; one without regions is passed over, as are regions that only hover. Returns the
/// canvas that was come to, or null.
canvas::ImGuiCanvas* use_tab_key(std::span<const TabStop> stops);

}  // namespace attn::reader
