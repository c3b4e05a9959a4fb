// What several figures of this lesson draw alike.
#pragma once

#include <string>
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

/// A number of the bottleneck, by its layer and its place from 0 on; none where they are -1.
struct ChosenNumber {
  int layer = -1, number = -1;
};
/// The number that is to be named: the one that the hand drags or points at, else the one that was moved last.
ChosenNumber chosen_number(const canvas::Canvas& canvas, const canvas::Interaction& hand, const Mat& bottleneck, const Params& p);
/// "number 59: 0.42", or `otherwise` where none is chosen.
std::string said_of(const ChosenNumber& chosen, const Mat& bottleneck, std::string_view otherwise);

/// The height of draw_number_ticks, in sizes of text.
inline constexpr float kTickRow = 1.3f;
/// Counts the numbers above: the first, the last and every quarter, and "59: 0.42" below the one that is chosen.
void draw_number_ticks(canvas::Canvas& canvas, canvas::Rect row, const Mat& bottleneck, const ChosenNumber& chosen, float size);

/// The size of a figure's text, and the canvas without its margins.
struct Page {
  float size;
  canvas::Rect area;
};
Page page_of(const canvas::Canvas& canvas);

}  // namespace attn::lessons::encoder_decoder
