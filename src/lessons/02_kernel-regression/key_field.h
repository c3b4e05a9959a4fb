// The attention matrix of very many queries and keys, of which any part can be had without the whole: with the keys in order, the largest
// weight of a tile is that of the key next to the query.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "compute/backend.h"
#include "kernels/regression.h"
#include "lessons/large_map/large_map.h"

namespace attn::lessons::kernel_regression {

class KeyField final : public large_map::WeightField {
 public:
  /// x [m,1] and y [m,1] in any order, queries [g,1]. `backend` sums the kernel's values for each query: g times m of them.
  KeyField(const Mat& x, const Mat& y, Mat queries, kernels::RegressionKernel kernel, Real width, const compute::Backend& backend);

  Index rows() const override { return queries_.rows(); }
  Index cols() const override { return keys_.rows(); }
  Real largest() const override { return largest_; }
  Real at(Index row, Index col) const override { return weight(row, std::abs(queries_(row, 0) - keys_(col, 0))); }
  Mat row(Index row) const override;
  Mat largest_of(const large_map::Tiles& tiles) const override;

  Real query(Index row) const { return queries_(row, 0); }
  Real key(Index col) const { return keys_(col, 0); }

 private:
  Real weight(Index row, Real distance) const {
    return kernels::regression_weight(kernel_, distance, nearest_(row, 0), width_, sums_(row, 0));
  }
  /// The distance from `query` to the nearest of the keys `first` ... `end` - 1.
  Real distance(Real query, Index first, Index end) const;

  Mat keys_, queries_;  ///< keys in rising order
  Mat sums_, nearest_;  ///< [g,1] of each query
  kernels::RegressionKernel kernel_;
  Real width_, largest_ = 0;
};

}  // namespace attn::lessons::kernel_regression
