// Explanations of the numbers that attention produces, for the inspector: a softmax weight, a weighted sum, an entropy.
//
// All take one query's row. The substituted formula always recomputes to the value: where exponents would leave a
// float's range, the row's largest one is subtracted first, which changes no weight, and the note says so.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "formula/cells.h"
#include "formula/expression.h"

namespace attn::formula {

/// softmax(s / T)_i. scores [1,m], weights [1,m]; mask [1,m] or null (masked terms are left out; a masked weight is 0 by definition).
/// `temperature` is written only where it is not 1; `from` is where the scores stand.
Explanation explain_softmax(std::string_view title, In scores, In weights, const Mask* mask, Real temperature, int i,
                            const Cells& from = {});

/// sum_i w_i v_i. weights [1,m], column [m,1]; where they stand.
Explanation explain_weighted_sum(std::string_view title, In weights, In column, Real value, const Cells& of_weights = {},
                                 const Cells& of_values = {});

/// -sum_i w_i ln w_i in nats, of weights [1,m]; zero weights contribute nothing and are left out.
Explanation explain_entropy(std::string_view title, In weights, Real value, const Cells& of_weights = {});

/// exp(H), the number of equally weighted keys that would have this entropy.
Explanation explain_effective_count(std::string_view title, Real entropy, Real value, const Cells& of_entropy = {});

}  // namespace attn::formula
