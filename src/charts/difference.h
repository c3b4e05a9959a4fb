// What differs between two pictures of the same kind: a matrix of differences on the diverging scale, and curves on one pair of axes with
// the difference between them shaded.
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
  const Mat& values;                                  ///< [n,m] B - A; not finite where there is none, which is hatched
  float limit;                                        ///< has the full colour
  std::span<const std::string> rows = {}, cols = {};  ///< names, or empty
  std::string_view label = {};                        ///< for the ear
  std::string_view note = {};                         ///< beside the scale
};

/// Fills `area`, with the scale at its foot.
void draw_difference_map(canvas::Canvas& canvas, canvas::Rect area, const DifferenceMap& map, canvas::Place caller = canvas::Place::here());

/// A curve; `xs` rise.
struct Series {
  std::string name;  ///< at its end; empty where there is but one
  std::vector<double> xs, ys;
};

/// The curves of A dashed, those of B solid; between A's i-th and B's i-th, as far as both go, the colour of B - A. A legend above.
void draw_compared_curves(canvas::Canvas& canvas, canvas::Rect area, std::span<const Series> a, std::span<const Series> b,
                          std::string_view y_name, canvas::Place caller = canvas::Place::here());

/// Of `series` at `x`, between two of its points a straight line; not a number outside of them.
double height_at(const Series& series, double x);

}  // namespace attn::charts
