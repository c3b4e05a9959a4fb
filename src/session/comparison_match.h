// Which numbers of A are compared with which of B.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"

namespace attn::session {

/// For each cell of `b` the cell of `a` that it is compared with, or -1 where `a` has none. Tensors of the same shape are compared cell by
/// cell. Where the shapes differ, dimensions of equal length are still matched by index. Rows or columns whose number differs are matched
/// by their names: by the longest sequence of names that both have in the same order. Ranked rows are always matched by their names. All
/// cells are -1 where nothing matches.
std::vector<int> matched_cells(const course::Tensor& a, const course::Tensor& b);

/// B - A in B's shape. A cell for which A has no match is NaN. Where A has a match for none, the tensor has no data, and `*why` says the
/// reason.
course::Tensor difference(const course::Tensor& a, const course::Tensor& b, std::string_view label, std::string* why);

/// "5 × 6 in A and 4 × 6 in B" where the sizes differ; else empty.
std::string sizes_text(const course::Tensor& a, const course::Tensor& b);

}  // namespace attn::session
