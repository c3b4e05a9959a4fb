// Sequences of token ids, pairs of them, and the ids that every vocabulary keeps for itself.
#pragma once

#include <vector>

namespace attn {

using Tokens = std::vector<int>;

/// Pairs of equal count. Sources without, targets without special tokens; a model adds them.
struct PairBatch {
  std::vector<Tokens> sources, targets;
};

constexpr int kPadToken = 0;    ///< fills short sequences of a batch; never seen by a model
constexpr int kStartToken = 1;  ///< what a decoder is given before its first word
constexpr int kEndToken = 2;    ///< what a decoder says after its last word, and what closes a source
constexpr int kFirstToken = 3;  ///< the first id of a task's own

}  // namespace attn
