// Multi-head attention of a batch of sentences as one operation on a tape, and the turn of queries and keys by their positions.
#pragma once

#include "autodiff/tape.h"
#include "kernels/sentence_heads.h"

namespace attn::autodiff {

struct HeadsResult {
  Var output;                    ///< as q; rows that belong to no sentence are 0
  Real* weights = nullptr;       ///< as kernels/sentence_heads.h lays them out; null where they were not kept
  const Real* scores = nullptr;  ///< likewise; null unless asked for
  std::int64_t cells = 0;        ///< scores that were wanted, of all heads
};
/// q [.,d], k and v [.,d]: sentences of rows, as `batch` says, whose arrays outlive the tape's use of it (Tape::scratch_array). `offsets`
/// [2 reach + 1, heads] or absent takes the place of those in `batch`. Weights are kept for the gradient, or where `show` asks for them and
/// for the scores. The second of two equal calls takes no memory from the system.
HeadsResult multi_head(Var q, Var k, Var v, const kernels::SentenceHeads& batch, Var offsets = {}, bool show = false);

/// Rotary positions from a table, as kernels::turn_rows_into(). The table and the positions outlive the tape's use of them.
Var turn(Var x, int heads, const Mat& table, const int* positions);

}  // namespace attn::autodiff
