// Exact-match accuracy against the length of the source: a curve for each model, with the lengths of training shaded.
#pragma once

#include <span>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::translation {

/// One model, measured at k source lengths.
struct AccuracySeries {
  std::string_view id;     ///< id of the result; the points are the regions `id[i,0]`
  std::string_view label;  ///< name in the legend
  canvas::Role role = canvas::Role::kOutput;
  const Mat& accuracy;  ///< [k,1] from 0 to 1; NaN where nothing has been measured yet
  const Mat& totals;    ///< [k,1] how many examples were measured
  bool dashed = false;
};

struct AccuracyPicture {
  const Mat& lengths;             ///< [k,1] ascending
  int shortest = 1, longest = 8;  ///< lengths that training saw, which are shaded
  int now = 0;                    ///< length of the source on the page, which is marked; 0 for none
  std::span<const AccuracySeries> series;
  std::string_view note = {};  ///< a line below, which says how many examples were measured and when
};

/// Draws on all of `canvas`. A hovered point shows its length, its percentage and its count.
void draw_accuracy(canvas::Canvas& canvas, const AccuracyPicture& picture, canvas::Place caller = canvas::Place::here());
/// The same in a part of the canvas.
void draw_accuracy(canvas::Canvas& canvas, canvas::Rect area, const AccuracyPicture& picture, canvas::Place caller = canvas::Place::here());

}  // namespace attn::lessons::translation
