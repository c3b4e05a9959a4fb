// What several figures of this lesson draw alike.
#pragma once

#include <string_view>

#include "canvas/canvas.h"
#include "lessons/06_encoder-decoder/params.h"

namespace attn::lessons::encoder_decoder {

/// Text in the middle of `place`. Where it is too long, a mark such as <end> first loses its brackets; then any text becomes smaller, and
/// only then it is cut.
void draw_centred(canvas::Canvas& canvas, canvas::Rect place, std::string_view text, canvas::TextStyle style);

/// Changes a number of the bottleneck by a drag, of which `pixels` are 1, or by an arrow key. The number stays within -1 and 1, at
/// multiples of 0.001.
void move_by_hand(const canvas::Interaction& hand, const Mat& bottleneck, float pixels, Params& edit);

/// The size of a figure's text, and the canvas without its margins.
struct Page {
  float size;
  canvas::Rect area;
};
Page page_of(const canvas::Canvas& canvas);

}  // namespace attn::lessons::encoder_decoder
