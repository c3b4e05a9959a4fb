// A result as outsiders read it: numbers in rows and columns, with names for both.
//
// A result has one to three dimensions. Everything that reads it cell by cell (an explanation, a live number in the text, an export, a
// comparison) takes it as one table: a vector is a column, and the matrices of a stack stand one below another.
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
  bool ranked = false;  ///< rows stand in the order of their numbers, so that two states are compared row name by row name
  bool share = false;   ///< the numbers are fractions of a whole, which texts print as percentages

  int row_count() const;    ///< rows of the table: h n
  int col_count() const;    ///< m; 1 for a vector
  int matrix_rows() const;  ///< n, the rows of one matrix of a stack
  bool has(int i, int j = 0) const;
  size_t index(int i, int j = 0) const;  ///< where cell i, j of the table stands in `data`
  float at(int i, int j = 0) const;      ///< ends the program unless has(i, j)
  Mat matrix() const;                    ///< the table [h n, m]
};
Tensor tensor(In matrix, std::vector<std::string> rows = {}, std::vector<std::string> cols = {});
Tensor scalar(double value);
/// `right` of `all` as a scalar share; NaN where `all` is 0.
Tensor share(int right, int all);

}  // namespace attn::course
