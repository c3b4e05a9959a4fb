// Which numbers of A stand against which of B.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"

namespace attn::session {

/// For each cell of `b` the cell of `a` that it is compared with, or -1 where `a` has none. Tensors of one shape are compared place by
/// place. Where the shapes differ, dimensions of equal length are still compared by place; rows or columns whose number differs are
/// compared by their names, as many as both have in one order. All are -1 where that leaves nothing.
std::vector<int> matched_cells(const course::Tensor& a, const course::Tensor& b);

/// B - A in B's shape. Cells that A does not have are not a number; where it has none of them the tensor has no data, and `*why` the
/// reason.
course::Tensor difference(const course::Tensor& a, const course::Tensor& b, std::string_view label, std::string* why);

/// "5 × 6 in A and 4 × 6 in B" where the sizes differ; else empty.
std::string sizes_text(const course::Tensor& a, const course::Tensor& b);

}  // namespace attn::session
