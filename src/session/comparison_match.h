// Which numbers of A stand against which of B.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"

namespace attn::session {

/// For each cell of `b` the cell of `a` that it is compared with, or -1 where that has none. Tensors of one shape are compared place by
/// place. Of others the dimensions of equal length are, and the rows and columns of another number by their names: as many as both have in
/// one order. All -1 where that leaves nothing.
std::vector<int> matched_cells(const course::Tensor& a, const course::Tensor& b);

/// B - A in B's shape, not a number in cells that A does not have; without data, and the reason in `*why`, where A has none of them.
course::Tensor difference(const course::Tensor& a, const course::Tensor& b, std::string_view label, std::string* why);

/// "5 × 6 in A and 4 × 6 in B" where that is not the same; else empty.
std::string sizes_text(const course::Tensor& a, const course::Tensor& b);

}  // namespace attn::session
