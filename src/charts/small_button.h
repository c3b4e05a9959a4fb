// The small button of figures: a word in a border. Figures have it for what they let the reader do apart from their controls.
#pragma once

#include <string_view>

#include "canvas/canvas.h"

namespace attn::charts {

/// Draws the button `id` over all of `r`, and cuts its `text` where there is no room. `label` says in full what a press does. Returns
/// whether it was pressed. A figure draws it only where a press changes something: `if (bent && draw_small_button(...))`. Of several
/// buttons that exclude each other, the one in effect is `chosen`.
bool draw_small_button(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, std::string_view text, std::string_view label,
                       bool chosen = false, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
