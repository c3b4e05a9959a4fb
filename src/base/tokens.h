// Sequences of token ids, pairs of them, and the ids that every vocabulary keeps for itself.
#pragma once

#include <vector>

namespace attn {

using Tokens = std::vector<int>;

/// Pairs of sentences; there are as many sources as targets. Neither have special tokens, which a model adds.
struct PairBatch {
  std::vector<Tokens> sources, targets;
};

/// A text of which some tokens are to be guessed. What stands at their places may be a mark, another token or the token itself.
struct MaskedText {
  Tokens tokens;            ///< [n] as a model reads them
  std::vector<int> places;  ///< [k] of the tokens to guess, ascending
  Tokens answers;           ///< [k] what stood there
};

constexpr int kPadToken = 0;    ///< fills up short sequences of a batch; a model never sees it
constexpr int kStartToken = 1;  ///< what a decoder is given before its first word
constexpr int kEndToken = 2;    ///< what a decoder answers after its last word, and what closes a source
constexpr int kFirstToken = 3;  ///< the first id of a task's own words

}  // namespace attn
