// Where the pictures of A, B and what differs between them stand, so that both can be read.
#pragma once

#include <functional>

#include "canvas/canvas.h"
#include "course/lesson.h"
#include "session/comparison.h"

namespace attn::session {

inline constexpr float kCompareHead = 26, kCompareGap = 14;  ///< pixels: the line above each picture, and between pictures

/// Where the three pictures are. One that is switched away has no size.
struct Places {
  canvas::Rect toggle, a, b, difference;
  bool pair = false;  ///< A and B have room together
};

Places places_in(canvas::Rect all, Arrangement arrangement, Side side, const course::Lesson::Figure& figure);

/// The arrangement for a picture of this size. Of those that have room there, it is the first in which A shows as many numbers in its cells
/// as in any other, with the fewest names cut short. Where one picture alone shows more than two together, a narrow place switches between
/// them, and a wider one lets the reader switch. `draw_a` draws A into all of a canvas.
Arrangement arrange(canvas::Size size, const course::Lesson::Figure& figure, const std::function<void(canvas::Canvas&)>& draw_a);

}  // namespace attn::session
