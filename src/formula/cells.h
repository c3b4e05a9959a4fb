// Where the numbers of a formula stand: cells of results, so that a number on the card can be lit in the figure and followed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "formula/expression.h"

namespace attn::formula {

/// Cells of the result `name`, from `row`, `col` on: to the right, or with `down` below each other; where there are `picks`, those places
/// of them alone. No name: they stand nowhere.
struct Cells {
  std::string_view name;
  Index row = 0, col = 0;
  bool down = false;
  std::span<const int> picks = {};

  /// The k-th of them, "scores[0,2]"; empty where they stand nowhere.
  std::string id(Index k) const;
};

/// A number that stands in the k-th of `cells`.
Expression num_at(double value, const Cells& cells, Index k = 0, canvas::Role role = canvas::Role::kInk);

/// The cell in which a number stands, and its colour.
struct Operand {
  std::string cell;
  canvas::Role role = canvas::Role::kInk;
};

/// The cells of the numbers in `e`, each once, in reading order.
std::vector<Operand> operands(const Expression& e);

}  // namespace attn::formula
