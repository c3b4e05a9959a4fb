// The cells of results from which the numbers of a formula come, so that a number on the card can be lit in the figure and followed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "formula/expression.h"

namespace attn::formula {

/// Cells of the result `name`, from `row`, `col` on to the right or, with `down`, downwards. Where there are `picks`, only the cells at
/// these places. Without a name they are no cells at all.
struct Cells {
  std::string_view name;
  Index row = 0, col = 0;
  bool down = false;
  std::span<const int> picks = {};

  /// The id of the k-th cell, "scores[0,2]"; empty where there is no name.
  std::string id(Index k) const;
};

/// A number from the k-th of `cells`.
Expression num_at(double value, const Cells& cells, Index k = 0, canvas::Role role = canvas::Role::kInk);

/// The cell from which a number comes, and its colour.
struct Operand {
  std::string cell;
  canvas::Role role = canvas::Role::kInk;
};

/// The cells of the numbers in `e`, each of them once, in reading order.
std::vector<Operand> operands(const Expression& e);

}  // namespace attn::formula
