// What several figures of this lesson draw alike.
#pragma once

#include <string_view>

#include "canvas/canvas.h"

namespace attn::lessons::encoder_decoder {

/// Text in the middle of `place`. Where it is too long, a mark such as <end> first loses its brackets; then any text becomes smaller, and
/// only then it is cut.
void draw_centred(canvas::Canvas& canvas, canvas::Rect place, std::string_view text, canvas::TextStyle style);

/// The size of a figure's text, and the canvas without its margins.
struct Page {
  float size;
  canvas::Rect area;
};
Page page_of(const canvas::Canvas& canvas);

}  // namespace attn::lessons::encoder_decoder
