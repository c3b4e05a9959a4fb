// Tasks that ask every place of a sentence of different letters for one letter, which nobody can know who does not know the places.
//
// Who sees the letters but not their order knows at each place its own letter and the set of all n. In a random order each of the n
// answers that are then possible is as likely as any other, so that he is right at one place in n, however clever he is.
#pragma once

#include <string_view>
#include <vector>

#include "tasks/pairs.h"

namespace attn::tasks {

/// What the first place of "before" answers: kStartToken, for nothing stands before it.
inline constexpr int kNothingBefore = kStartToken;

/// "before": each place says the letter before it. "in-order": the place t says the letter that is the t-th in the alphabet's order.
/// Targets are as long as their sources; letters a to z, none twice, 4 to 16 of them.
const std::vector<PairTask>& order_tasks();
/// Null for an unknown name.
const PairTask* find_order_task(std::string_view name);

/// The share of right places of the best who does not know the places, among sentences of n letters: 1 / n.
double best_without_places(int n);

}  // namespace attn::tasks
