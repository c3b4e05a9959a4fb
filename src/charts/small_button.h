// The small button of figures: a word in a frame, for what a figure's own hand does beside its controls.
#pragma once

#include <string_view>

#include "canvas/canvas.h"

namespace attn::charts {

/// Draws the button `id` over all of `r`, its `text` cut where there is no room; `label` says in full what a press does. Returns whether it
/// was pressed. Of several buttons that exclude each other the one that holds is `chosen`.
bool draw_small_button(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, std::string_view text, std::string_view label,
                       bool chosen = false, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
