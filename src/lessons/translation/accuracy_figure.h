// Exact-match accuracy against the length of the source, one line for each model, with the lengths of training shaded.
#pragma once

#include <span>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::translation {

/// One model, measured at k source lengths.
struct AccuracySeries {
  std::string_view id;     ///< of the result: the points are the regions id[i,0]
  std::string_view label;  ///< in the legend
  canvas::Role role = canvas::Role::kOutput;
  const Mat& accuracy;  ///< [k,1], 0 to 1; NaN where nothing was measured yet
  const Mat& totals;    ///< [k,1] examples that were measured
  bool dashed = false;
};

struct AccuracyPicture {
  const Mat& lengths;             ///< [k,1], rising
  int shortest = 1, longest = 8;  ///< lengths that training saw; shaded
  int now = 0;                    ///< length of the source on the page, marked; 0: none
  std::span<const AccuracySeries> series;
  std::string_view note = {};  ///< a line below: how many examples, measured when
};

/// Fills the canvas. A hovered point shows its length, its percentage and its count.
void draw_accuracy(canvas::Canvas& canvas, const AccuracyPicture& picture, canvas::Place caller = canvas::Place::here());
/// The same in a part of it.
void draw_accuracy(canvas::Canvas& canvas, canvas::Rect area, const AccuracyPicture& picture, canvas::Place caller = canvas::Place::here());

}  // namespace attn::lessons::translation
