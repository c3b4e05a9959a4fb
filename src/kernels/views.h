// Views of the caller's matrices, for structs of many arguments. A struct of views can be copied freely and needs no destructor, so that
// the tape can capture it.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// A matrix that is only read, or a block of one.
using ConstView = Eigen::Map<const Mat, 0, Eigen::OuterStride<>>;
/// A view of `x`, which must outlive it.
inline ConstView view_of(In x) { return {x.data(), x.rows(), x.cols(), Eigen::OuterStride<>(x.outerStride())}; }

/// [0,0], for an optional matrix that is left out.
inline Eigen::Map<Mat> no_matrix() { return {nullptr, 0, 0}; }

}  // namespace attn::kernels
