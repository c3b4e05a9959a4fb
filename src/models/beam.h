// Beam search, whatever the model.
#pragma once

#include <functional>
#include <vector>

#include "base/mat.h"
#include "base/tokens.h"

namespace attn::models {

/// A hypothesis of a beam search; its words are those on the way from the root.
struct BeamNode {
  int parent = -1;  ///< index in Beam::nodes; -1: the root, which has no token
  int depth = 0;    ///< step at which it was made; 0: the root
  int token = kStartToken;
  Real log_probability = 0;  ///< of the whole hypothesis
  bool kept = false;         ///< among the `width` best of its step; the others were cut
  bool finished = false;     ///< says kEndToken
};
struct Beam {
  std::vector<BeamNode> nodes;  ///< by depth; of each kept node its `width` likeliest continuations
  int best = 0;                 ///< the finished (or, where none is, the last kept) node with the best log-probability
  Tokens tokens() const;        ///< of the best, without the end token
};

/// A model's next step for the open hypotheses, at most `width`: their last words, and of each the row of the call before that it goes on
/// from (0 at the first call, where there is one hypothesis) -> logits, a row for each, more rows are not read.
using NextLogits = std::function<Mat(const std::vector<int>& words, const std::vector<int>& from)>;
/// Graves 2012; Sutskever et al. 2014, section 3.2. Width 1 is greedy search. No length normalisation.
Beam search_beam(int width, int max_length, const NextLogits& next);

}  // namespace attn::models
