// One row of attention weights as columns whose tops can be dragged, and the row that a drag makes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::translation {

/// `row` [1,m] with weight `j` set to `value` (clamped to 0 and 1) and the others scaled so that all sum to 1. If the others are all zero
/// they get equal shares. A row of one weight stays 1. Weights are rounded to thousandths, so that links stay short.
Mat with_weight(In row, int j, Real value);

struct WeightRow {
  std::string_view id;                 ///< the columns are the regions `id[0,j]`
  std::span<const std::string> names;  ///< names of the m positions
  const Mat& weights;                  ///< [1,m]
};
/// Fills `area` with columns, with numbers above and names below. Returns the row as the hand changed it, or an empty matrix if it did not.
Mat draw_weight_row(canvas::Canvas& canvas, canvas::Rect area, const WeightRow& row, canvas::Place caller = canvas::Place::here());

}  // namespace attn::lessons::translation
