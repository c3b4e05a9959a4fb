// The matrix types that all folders share: row-major, with dynamic size, and with one number type.
//
// `Real` is float, or double in the build that checks derivatives by finite differences (ATTN_REAL_DOUBLE). Vectors are matrices with one
// column. Functions take arguments as `In`, which binds to a matrix or to a block of rows and columns without a copy.
#pragma once

#include <Eigen/Core>

namespace attn {

#ifdef ATTN_REAL_DOUBLE
using Real = double;
#else
using Real = float;
#endif

using Index = Eigen::Index;
using Mat = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A read-only matrix argument. Rows are contiguous; consecutive rows are outerStride() apart.
using In = const Eigen::Ref<const Mat>&;
/// A matrix, or a block of one, that a function writes to. Its size is fixed.
using Out = Eigen::Ref<Mat>;
/// True = may attend.
using Mask = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace attn
