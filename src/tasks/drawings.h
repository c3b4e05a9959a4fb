// Little drawings: digits written with a pen, and shapes strewn over a sheet.
//
// A drawing is a square of ink, 0 (paper) to 1, rows from the top. It is made of strokes, so that the reader's pen and the tasks draw
// alike. No sine and no other function of libm is used: a seed draws the same to the last bit natively and in WebAssembly.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "base/rng.h"
#include "tasks/pairs.h"

namespace attn::tasks {

inline constexpr int kDrawingSide = 24;

/// A place on the sheet, in pixels from its top left corner.
struct PenPoint {
  double x = 0, y = 0;
};
using Stroke = std::vector<PenPoint>;

/// A smooth line through these points (Catmull and Rom 1974), as a stroke of many short pieces. Two points give a straight one.
Stroke smooth_through(std::span<const PenPoint> points);
/// Adds a stroke of a round pen, `width` pixels wide, to ink [h,w]: where strokes cross, the ink is that of the darker one. A pixel at the
/// edge is grey by how far it is from the middle of the stroke.
void add_stroke(const Stroke& stroke, double width, Mat* ink);

/// A drawing, and which of the task's classes it is of.
struct LabelledDrawing {
  Mat ink;  ///< [24,24]
  int label = 0;
};

/// A pen's hand: how somebody writes.
struct Hand {
  int form = 0;   ///< 0 ... kForms - 1: which of the ways of writing each digit
  int slant = 0;  ///< 0 ... kSlants - 1: from leaning back to leaning forward
  int pen = 0;    ///< 0 ... kPens - 1: from thin to thick
  bool operator==(const Hand&) const = default;
};
inline constexpr int kForms = 3, kSlants = 4, kPens = 4;
/// One hand in four is held out: each form, slant and pen is learnt from, but not all together.
Split split_of_hand(const Hand& hand);

/// A digit in a hand of the split, each time distorted, moved and sized anew, with noise and at times a stray mark.
LabelledDrawing draw_digit(Split split, Rng& rng);
/// This digit in this hand.
LabelledDrawing draw_digit(int digit, const Hand& hand, Rng& rng);
/// A digit as another draws it, with other shapes of the digits, made of straight lines and arcs, in other proportions. Nothing is learnt
/// from it.
LabelledDrawing draw_lettered_digit(Rng& rng);

/// Shapes strewn over a sheet: one ring and one cross among others. Label 1: the ring is further to the left. What lies where is held out:
/// pairs of places of the two, an eighth of all.
LabelledDrawing draw_relation(Split split, Rng& rng);

}  // namespace attn::tasks
