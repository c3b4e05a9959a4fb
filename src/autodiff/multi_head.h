// Multi-head attention over a batch of sentences as one operation on a tape, and the rotation of queries and keys by their positions.
#pragma once

#include "autodiff/tape.h"
#include "kernels/sentence_heads.h"

namespace attn::autodiff {

struct HeadsResult {
  Var output;              ///< in the shape of q; rows that belong to no sentence are 0
  Var weights = {};        ///< in the layout of kernels/sentence_heads.h [1, weights_size()]; absent where they were not kept
  Var scores = {};         ///< in the same layout; absent without `show`. Both are only for reading, since they pass on no gradient
  std::int64_t cells = 0;  ///< how many scores were computed, for all heads together
};
/// The rows of q [.,d], k and v [.,d] are grouped into sentences as `batch` says. Its arrays must outlive the tape's use of them
/// (Tape::scratch_array). `offsets` [2 reach + 1, heads] replaces those in `batch`, unless it is absent. Weights are kept where the
/// gradient needs them; with `show` they and the scores are kept in any case. The second of two equal calls allocates nothing.
HeadsResult multi_head(Var q, Var k, Var v, const kernels::SentenceHeads& batch, Var offsets = {}, bool show = false);

/// Rotary positions from a table, as in kernels::turn_rows_into(). The table and the positions must outlive the tape's use of them.
Var turn(Var x, int heads, const Mat& table, const int* positions);

}  // namespace attn::autodiff
