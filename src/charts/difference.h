// Draws what differs between two pictures of the same kind: a matrix of differences in the diverging colours, or curves on the same axes
// with the difference between them shaded.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::charts {

struct DifferenceMap {
  std::string_view id;                                ///< the cells are the regions id[i,j]
  const Mat& values;                                  ///< [n,m] B - A; where there is none it is not finite, and the cell is hatched
  float limit;                                        ///< differences of this size have the full colour
  std::span<const std::string> rows = {}, cols = {};  ///< names, or empty
  std::string_view label = {};                        ///< describes the region to screen readers
  std::string_view note = {};                         ///< is written beside the scale
};

/// Fills `area` with the cells, and with the scale below them.
void draw_difference_map(canvas::Canvas& canvas, canvas::Rect area, const DifferenceMap& map, canvas::Place caller = canvas::Place::here());

/// A curve. Its `xs` rise.
struct Series {
  std::string name;  ///< is written at its end; empty where there is only one curve
  std::vector<double> xs, ys;
};

/// Draws the curves of A dashed and those of B solid, with a legend above. Where both have an i-th curve, the area between the two is
/// filled with the colour of B - A.
void draw_compared_curves(canvas::Canvas& canvas, canvas::Rect area, std::span<const Series> a, std::span<const Series> b,
                          std::string_view y_name, canvas::Place caller = canvas::Place::here());

/// The height of `series` at `x`, by linear interpolation; NaN outside of its points.
double height_at(const Series& series, double x);

}  // namespace attn::charts
