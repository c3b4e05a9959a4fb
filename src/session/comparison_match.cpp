#include "session/comparison_match.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace attn::session {
namespace {

/// For each name of `b` the index of its match in `a`, or -1. The matched names are the longest common subsequence of both.
std::vector<int> matched_names(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const size_t n = a.size(), m = b.size();
  std::vector<std::vector<int>> longest(n + 1, std::vector<int>(m + 1, 0));  // [i][j]: of a from i and b from j on
  for (size_t i = n; i-- > 0;)
    for (size_t j = m; j-- > 0;) longest[i][j] = a[i] == b[j] ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
  std::vector<int> out(m, -1);
  for (size_t i = 0, j = 0; i < n && j < m;) {
    if (a[i] == b[j])
      out[j++] = static_cast<int>(i++);
    else
      longest[i + 1][j] >= longest[i][j + 1] ? ++i : ++j;
  }
  return out;
}

std::vector<int> matched_places(int a, int b, const std::vector<std::string>& a_names, const std::vector<std::string>& b_names) {
  std::vector<int> out(static_cast<size_t>(b), -1);
  if (a == b)
    std::iota(out.begin(), out.end(), 0);
  else if (static_cast<int>(a_names.size()) == a && static_cast<int>(b_names.size()) == b)
    out = matched_names(a_names, b_names);
  return out;
}

/// For each name of `b` its place in `a`, or -1.
std::vector<int> places_of(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<int> out;
  for (const std::string& name : b) {
    const auto found = std::find(a.begin(), a.end(), name);
    out.push_back(found == a.end() ? -1 : static_cast<int>(found - a.begin()));
  }
  return out;
}

std::string shape_text(const course::Tensor& tensor) {
  std::string text;
  for (int size : tensor.shape) text += (text.empty() ? "" : " \u00d7 ") + std::to_string(size);
  return text;
}

}  // namespace

std::vector<int> matched_cells(const course::Tensor& a, const course::Tensor& b) {
  std::vector<int> out(b.data.size(), -1);
  const int n = b.matrix_rows(), m = b.col_count(), depth = n > 0 ? b.row_count() / n : 0;
  if (a.shape.size() != b.shape.size() || a.row_count() != depth * a.matrix_rows()) return out;
  const bool named = b.ranked && static_cast<int>(b.rows.size()) == n && static_cast<int>(a.rows.size()) == a.matrix_rows();
  const std::vector<int> rows = named ? places_of(a.rows, b.rows) : matched_places(a.matrix_rows(), n, a.rows, b.rows);
  const std::vector<int> cols = matched_places(a.col_count(), m, a.cols, b.cols);
  for (int row = 0; row < depth * n; ++row)
    for (int col = 0; col < m; ++col) {
      const int i = rows[static_cast<size_t>(row % n)], j = cols[static_cast<size_t>(col)];
      if (i >= 0 && j >= 0) out[b.index(row, col)] = static_cast<int>(a.index(row / n * a.matrix_rows() + i, j));
    }
  return out;
}

std::string sizes_text(const course::Tensor& a, const course::Tensor& b) {
  return a.shape == b.shape ? std::string() : shape_text(a) + " in A and " + shape_text(b) + " in B";
}

course::Tensor difference(const course::Tensor& a, const course::Tensor& b, std::string_view label, std::string* why) {
  course::Tensor out = b;
  out.share = false;
  const std::vector<int> cells = matched_cells(a, b);
  if ((a.shape != b.shape || b.ranked) && std::all_of(cells.begin(), cells.end(), [](int cell) { return cell < 0; })) {
    *why = std::string(label) + ": " + shape_text(a) + " in A and " + shape_text(b) +
           " in B, without a row and a column of the same name, so there is nothing to subtract.";
    out.data.clear();
    return out;
  }
  for (size_t i = 0; i < out.data.size(); ++i)
    out.data[i] = cells[i] < 0 ? std::numeric_limits<float>::quiet_NaN() : out.data[i] - a.data[static_cast<size_t>(cells[i])];
  return out;
}

}  // namespace attn::session
