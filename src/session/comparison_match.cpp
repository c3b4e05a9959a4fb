#include "session/comparison_match.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace attn::session {
namespace {

/// For each of `b` the place of its match in `a`, or -1: the longest run of names that both have in one order, with gaps.
std::vector<int> matched_names(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const size_t n = a.size(), m = b.size();
  std::vector<std::vector<int>> longest(n + 1, std::vector<int>(m + 1, 0));  // of what is left from (i, j) on
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

std::vector<int> matched_places(size_t a, size_t b, const std::vector<std::string>& a_names, const std::vector<std::string>& b_names) {
  std::vector<int> out(b, -1);
  if (a == b)
    std::iota(out.begin(), out.end(), 0);
  else if (a_names.size() == a && b_names.size() == b)
    out = matched_names(a_names, b_names);
  return out;
}

/// A stack of matrices, as all that has rows and columns is.
struct Stack {
  size_t depth = 1, rows = 1, cols = 1;
  explicit Stack(const course::Tensor& t) {
    cols = t.shape.size() < 2 ? 1 : static_cast<size_t>(t.shape.back());
    rows = t.shape.empty() ? 1 : static_cast<size_t>(t.shape.size() < 2 ? t.shape[0] : t.shape[t.shape.size() - 2]);
    depth = rows * cols == 0 ? 0 : t.data.size() / (rows * cols);
  }
};

std::string shape_text(const course::Tensor& tensor) {
  std::string text;
  for (int size : tensor.shape) text += (text.empty() ? "" : " \u00d7 ") + std::to_string(size);
  return text;
}

}  // namespace

std::vector<int> matched_cells(const course::Tensor& a, const course::Tensor& b) {
  std::vector<int> out(b.data.size(), -1);
  const Stack of_a(a), of_b(b);
  if (a.shape.size() != b.shape.size() || of_a.depth != of_b.depth) return out;
  const std::vector<int> rows = matched_places(of_a.rows, of_b.rows, a.rows, b.rows),
                         cols = matched_places(of_a.cols, of_b.cols, a.cols, b.cols);
  for (size_t cell = 0; cell < out.size(); ++cell) {
    const int i = rows[cell / of_b.cols % of_b.rows], j = cols[cell % of_b.cols];
    const size_t plane = cell / (of_b.rows * of_b.cols);
    if (i >= 0 && j >= 0) out[cell] = static_cast<int>((plane * of_a.rows + static_cast<size_t>(i)) * of_a.cols) + j;
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
  if (a.shape != b.shape && std::all_of(cells.begin(), cells.end(), [](int cell) { return cell < 0; })) {
    *why = std::string(label) + ": " + sizes_text(a, b) + ", without a row and a column of the same name, so there is nothing to subtract.";
    out.data.clear();
    return out;
  }
  for (size_t i = 0; i < out.data.size(); ++i)
    out.data[i] = cells[i] < 0 ? std::numeric_limits<float>::quiet_NaN() : out.data[i] - a.data[static_cast<size_t>(cells[i])];
  return out;
}

}  // namespace attn::session
