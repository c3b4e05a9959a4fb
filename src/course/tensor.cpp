#include "course/tensor.h"

#include <limits>
#include <utility>

#include "base/check.h"

namespace attn::course {

int Tensor::row_count() const { return shape.size() == 3 ? shape[0] * shape[1] : matrix_rows(); }
int Tensor::col_count() const { return shape.size() < 2 ? 1 : shape.back(); }
int Tensor::matrix_rows() const { return shape.empty() ? 0 : shape.size() == 1 ? shape[0] : shape[shape.size() - 2]; }
bool Tensor::has(int i, int j) const { return i >= 0 && j >= 0 && i < row_count() && j < col_count(); }
size_t Tensor::index(int i, int j) const { return static_cast<size_t>(i * col_count() + j); }

float Tensor::at(int i, int j) const {
  CHECK(has(i, j), "Tensor: no cell ", i, ", ", j, " in ", row_count(), " rows and ", col_count(), " columns");
  return data[index(i, j)];
}

Mat Tensor::matrix() const {
  return Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(data.data(), row_count(), col_count())
      .cast<Real>();
}

Tensor tensor(In matrix, std::vector<std::string> rows, std::vector<std::string> cols) {
  Tensor result;
  result.shape = {static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols())};
  result.data.reserve(static_cast<size_t>(matrix.size()));
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) result.data.push_back(static_cast<float>(matrix(i, j)));
  result.rows = std::move(rows);
  result.cols = std::move(cols);
  return result;
}

Tensor scalar(double value) {
  Tensor result;
  result.shape = {1};
  result.data = {static_cast<float>(value)};
  return result;
}

Tensor share(int right, int all) {
  Tensor result = scalar(all > 0 ? static_cast<double>(right) / all : std::numeric_limits<double>::quiet_NaN());
  result.share = true;
  return result;
}

}  // namespace attn::course
