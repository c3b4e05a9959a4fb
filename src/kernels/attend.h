// Attention in strips of queries, and what it has to know about a mask. For the kernels' own use.
#pragma once

#include <vector>

#include "kernels/attention.h"

namespace attn::kernels {

/// The keys that one query may see: all allowed ones lie in [first, end).
struct Run {
  Index first = 0, end = 0;
  bool gapless = true;  ///< all of them are allowed
};

/// One run for each row of the mask; empty without a mask. Found once for all heads that share a mask.
std::vector<Run> runs_of(const Mask* mask);

/// Writes the output [n,f]; with `keep`, whose matrices have their sizes already, also scores and weights. `runs` are those of the mask.
void attend(In q, In k, In v, const AttentionOptions& options, const std::vector<Run>& runs, Attention* keep, Out output);

}  // namespace attn::kernels
