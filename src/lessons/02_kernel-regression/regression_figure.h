// The picture of a kernel regression: the data, the fit with its gaps, and for one query the weights of all keys on the same x axis.
//
// The query is dragged along the axis (region `query`); while there are few points each of them can be moved (`point[i]`). Many points are
// shown by their density.
#pragma once

#include <string>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::kernel_regression {

struct RegressionPicture {
  const Mat &xs, &ys;              ///< [n,1] the data
  const Mat& density;              ///< [rows,cols], counts from the top left of the box of all points; empty: the points are drawn
  double left, right, low, high;   ///< the box that is shown
  const Mat &grid, &fit, &truth;   ///< [g,1] each; fit is NaN where there is no answer, truth is empty where it is not known
  Real mean;                       ///< of all y
  Real query;                      ///< x of the query
  const Mat& weights;              ///< [1,n] of the query
  const Mat &profile_x, &profile;  ///< [k,1]: the weight that a key at profile_x would have
  Real output;                     ///< NaN where no key is in reach
  Real rmse;                       ///< against the truth, NaN where that is not known
  Real left_out;                   ///< leave-one-out error, NaN where some point has no neighbour in reach
  std::string_view truth_name;
  bool movable = true;  ///< the points
};

/// What the hand wants: the query elsewhere, and a point (or none, -1) at another place.
struct RegressionHand {
  Real query;
  int moved = -1;
  canvas::Point to;
};

RegressionHand draw_regression(canvas::Canvas& canvas, const RegressionPicture& picture);

}  // namespace attn::lessons::kernel_regression
