#include <algorithm>

#include "lessons/large_map/large_map.h"

namespace attn::lessons::large_map {
namespace {

/// Each cell is the largest of four of `whole`, or of fewer at its end.
Mat halved(const Mat& whole) {
  Mat half((whole.rows() + 1) / 2, (whole.cols() + 1) / 2);
  const Index pairs = whole.cols() / 2;
  for (Index i = 0; i < half.rows(); ++i) {
    const Real* a = whole.row(2 * i).data();
    const Real* b = whole.row(std::min(2 * i + 1, whole.rows() - 1)).data();
    Real* to = half.row(i).data();
    for (Index j = 0; j < pairs; ++j) to[j] = std::max(std::max(a[2 * j], a[2 * j + 1]), std::max(b[2 * j], b[2 * j + 1]));
    if (pairs < half.cols()) to[pairs] = std::max(a[2 * pairs], b[2 * pairs]);
  }
  return half;
}

}  // namespace

WholeField::WholeField(Mat weights) {
  levels_.push_back(std::move(weights));
  while (levels_.back().rows() > 1 && levels_.back().cols() > 1) levels_.push_back(halved(levels_.back()));
  if (levels_.back().size() > 0) largest_ = levels_.back().maxCoeff();
}

Mat WholeField::largest_of(const Tiles& tiles) const {
  // The coarsest level whose cells are no larger than a tile.
  size_t level = 0;
  while (level + 1 < levels_.size() && Index{2} << level <= std::min(tiles.row_step, tiles.col_step)) ++level;
  const Mat& cells = levels_[level];
  const Index size = Index{1} << level, down = std::max<Index>(1, tiles.row_step / size),
              across = std::max<Index>(1, tiles.col_step / size);
  const Index top = tiles.first_row / size, left = tiles.first_col / size;
  Mat out(tiles.rows, tiles.cols);
  for (Index i = 0; i < tiles.rows; ++i)
    for (Index j = 0; j < tiles.cols; ++j) {
      Real most = 0;
      const Index bottom = std::min(cells.rows(), top + (i + 1) * down), right = std::min(cells.cols(), left + (j + 1) * across);
      for (Index y = top + i * down; y < bottom; ++y)
        for (Index x = left + j * across; x < right; ++x) most = std::max(most, cells(y, x));
      out(i, j) = most;
    }
  return out;
}

}  // namespace attn::lessons::large_map
