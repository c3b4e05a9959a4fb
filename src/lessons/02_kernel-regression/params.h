// What a reader of the lesson on kernel regression may set: the kernel, the data, and a gradient descent on the width.
#pragma once

#include "base/mat.h"
#include "kernels/regression.h"
#include "lessons/large_map/map_view.h"
#include "params/params.h"

namespace attn::lessons::kernel_regression {

inline constexpr Real kNarrowest = Real(0.001), kWidest = 10000;
inline constexpr int kMostSteps = 200;
inline constexpr int kFewQueries = 33, kMostQueries = 2048;
inline constexpr int kMostMovable = 400;  ///< more points could not be told apart by the hand, and cannot be moved

struct Params {
  kernels::RegressionKernel kernel = kernels::RegressionKernel::gaussian;
  Real width = Real(0.8);  ///< where the descent starts
  Real query = Real(0.5);  ///< where between the left end of the data (0) and the right end (1)
  int size = 100;
  Real noise = 1;
  int seed = 4;
  Mat data = Mat(0, 2);   ///< [n,2], points of the reader's own; empty where points are generated
  Mat moved = Mat(0, 3);  ///< [e,3]: index of a point, and where it was put
  Real rate = 1;          ///< the learning rate of the descent
  int steps = 0;
  int queries = kFewQueries;     ///< rows of the attention matrix
  large_map::MapView view = {};  ///< of a large matrix

  static params::Table<Params> table();
};

/// Whether the points are generated, so that the true curve is known.
inline bool is_generated(const Params& p) { return p.data.rows() == 0; }

/// Tidies the rows of `moved`: indices become whole numbers, rows of points that no longer exist are dropped, and of several rows for one
/// point the last one is kept.
void settle(const Params& before, Params& after);

}  // namespace attn::lessons::kernel_regression
