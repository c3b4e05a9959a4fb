// A result as outsiders read it: numbers in rows and columns, with names for both.
//
// A result has one to three dimensions, and everything that reads one by a cell (an explanation, a live number of the text, an export, a
// comparison) takes it as one table: a vector is a column, and the matrices of a stack stand one under another.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"

namespace attn::course {

/// `shape` is [n], [n,m] or [h,n,m]; `rows` and `cols` name the n and the m, or are empty.
struct Tensor {
  std::vector<int> shape;
  std::vector<float> data;  ///< row by row
  std::vector<std::string> rows, cols;
  bool share = false;  ///< parts of one, which texts print as percentages

  int row_count() const;    ///< of the table: h n
  int col_count() const;    ///< m; 1 for a vector
  int matrix_rows() const;  ///< n, the rows of one matrix of a stack
  bool has(int i, int j = 0) const;
  size_t index(int i, int j = 0) const;  ///< where cell i, j of the table stands in `data`
  float at(int i, int j = 0) const;      ///< of a cell that it has
  Mat matrix() const;                    ///< the table [h n, m]
};
Tensor tensor(In matrix, std::vector<std::string> rows = {}, std::vector<std::string> cols = {});
Tensor scalar(double value);
/// So many of so many: a scalar share; NaN of none at all.
Tensor share(int right, int all);

}  // namespace attn::course
