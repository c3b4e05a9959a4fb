// Where A, B and what differs between them stand: the way in which both can be read.
#pragma once

#include <functional>

#include "canvas/canvas.h"
#include "course/lesson.h"
#include "session/comparison.h"

namespace attn::session {

inline constexpr float kCompareHead = 26, kCompareGap = 14;  ///< pixels: the line above each picture, and between pictures

/// Where the three are; none has a size where another one is switched to.
struct Places {
  canvas::Rect toggle, a, b, difference;
  bool pair = false;  ///< A and B have room together
};

Places places_in(canvas::Rect all, Arrangement arrangement, Side side, const course::Lesson::Figure& figure);

/// The arrangement for a picture of this size: of those that it has room for the first in which A shows as many numbers in its cells as in
/// any, and fewest names cut short. Where one picture alone shows more than two together, they are switched between in a narrow place, and
/// elsewhere can be. `draw_a` draws A into all of a canvas.
Arrangement arrange(canvas::Size size, const course::Lesson::Figure& figure, const std::function<void(canvas::Canvas&)>& draw_a);

}  // namespace attn::session
