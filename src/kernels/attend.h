// Attention computed in strips of queries, and what that has to know about a mask. It is internal to the kernels.
#pragma once

#include <vector>

#include "kernels/attention.h"

namespace attn::kernels {

/// The range of keys that one query may see: all allowed keys are in [first, end).
struct Run {
  Index first = 0, end = 0;
  bool gapless = true;  ///< whether all keys of the range are allowed
};

/// One run for each row of the mask; empty without a mask. Heads that share a mask can share its runs.
std::vector<Run> runs_of(const Mask* mask);

/// Writes the output [n,f]. With `keep`, whose matrices must have their sizes already, it also writes scores and weights. `runs` are those
/// of the mask.
void attend(In q, In k, In v, const AttentionOptions& options, const std::vector<Run>& runs, Attention* keep, Out output);

}  // namespace attn::kernels
