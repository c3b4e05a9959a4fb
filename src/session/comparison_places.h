// Where the pictures of A, of B and of their difference are placed, so that they stay readable.
#pragma once

#include <functional>

#include "canvas/canvas.h"
#include "course/lesson.h"
#include "session/comparison.h"

namespace attn::session {

inline constexpr float kCompareHead = 26, kCompareGap = 14;  ///< pixels: the line above each picture, and the gap between pictures

/// Where the three pictures are. A picture that is not shown has no size.
struct Places {
  canvas::Rect toggle, a, b, difference;
  bool pair = false;  ///< A and B have room together
};

Places places_in(canvas::Rect all, Arrangement arrangement, Side side, const course::Lesson::Figure& figure);

/// Chooses the arrangement for a place of this size. Of those that have room there, it takes the first in which A shows as many numbers in
/// its cells as in any other, with the fewest names cut short. A narrow place shows one picture at a time where that shows more than two
/// together would; a wider one leaves this to the reader. `draw_a` draws A into all of a canvas.
Arrangement arrange(canvas::Size size, const course::Lesson::Figure& figure, const std::function<void(canvas::Canvas&)>& draw_a);

}  // namespace attn::session
