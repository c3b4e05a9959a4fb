// Tasks on sentences of different letters, in which each place has to answer with a letter that depends on the order.
//
// A model that sees the letters but not their order knows at each place only the letter there and the set of all n. In a random order the n
// possible answers are then equally likely, so that even the best such model is right at one place in n.
#pragma once

#include <string_view>
#include <vector>

#include "tasks/pairs.h"

namespace attn::tasks {

/// The answer at the first place in the task "before", where there is no letter before it.
inline constexpr int kNothingBefore = kStartToken;

/// In "before" each place answers the letter before it. In "in-order" place t answers the letter that is the t-th in alphabetical order.
/// Targets are as long as their sources, which have 4 to 16 different letters from a to z.
const std::vector<PairTask>& order_tasks();
/// Null for an unknown name.
const PairTask* find_order_task(std::string_view name);

/// The share of right answers of the best model that does not see the order, for sentences of n letters: 1 / n.
double best_without_places(int n);

}  // namespace attn::tasks
