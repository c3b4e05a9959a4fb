// Views of the caller's matrices, as structs of many arguments hold them. A struct of views is copied freely and forgotten without a
// destructor, so that the tape can capture it.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// A matrix that is read, or a block of one.
using ConstView = Eigen::Map<const Mat, 0, Eigen::OuterStride<>>;
/// Of a matrix that stays where it is.
inline ConstView view_of(In x) { return {x.data(), x.rows(), x.cols(), Eigen::OuterStride<>(x.outerStride())}; }

/// [0,0], for an optional matrix that is left out.
inline Eigen::Map<Mat> no_matrix() { return {nullptr, 0, 0}; }

}  // namespace attn::kernels
