// Explanations of the numbers that attention produces, for the inspector: a softmax weight, a weighted sum, an entropy.
//
// Each takes the row of one query. Whoever computes the substituted formula gets the value. Where exponentials would leave the range of a
// float, the largest exponent of the row is therefore subtracted first, which changes no weight, and the note says so.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "formula/cells.h"
#include "formula/expression.h"

namespace attn::formula {

/// softmax(s / T)_i. scores [1,m], weights [1,m]; mask [1,m] or null (masked terms are left out; a masked weight is 0 by definition).
/// `temperature` is written only where it is not 1. `from` are the cells of the scores.
Explanation explain_softmax(std::string_view title, In scores, In weights, const Mask* mask, Real temperature, int i,
                            const Cells& from = {});

/// sum_i w_i v_i. weights [1,m], column [m,1], and the cells of both.
Explanation explain_weighted_sum(std::string_view title, In weights, In column, Real value, const Cells& of_weights = {},
                                 const Cells& of_values = {});

/// -sum_i w_i ln w_i in nats, of weights [1,m]; zero weights contribute nothing and are left out.
Explanation explain_entropy(std::string_view title, In weights, Real value, const Cells& of_weights = {});

/// exp(H), the number of equally weighted keys that would have this entropy.
Explanation explain_effective_count(std::string_view title, Real entropy, Real value, const Cells& of_entropy = {});

}  // namespace attn::formula
