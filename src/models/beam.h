// Beam search, whatever the model.
#pragma once

#include <functional>
#include <vector>

#include "base/mat.h"
#include "base/tokens.h"

namespace attn::models {

/// A hypothesis of a beam search. Its words are those on the path from the root to it.
struct BeamNode {
  int parent = -1;  ///< index in Beam::nodes; -1: the root, which has no token
  int depth = 0;    ///< the step at which it was made; 0: the root
  int token = kStartToken;
  Real log_probability = 0;  ///< of the whole hypothesis
  bool kept = false;         ///< whether it is among the `width` best of its step; the others are pruned
  bool finished = false;     ///< whether its token is kEndToken
};
struct Beam {
  std::vector<BeamNode> nodes;  ///< in the order of depth; each kept node has its `width` likeliest continuations
  int best = 0;                 ///< the finished node with the best log-probability; if none is finished, the best of those kept last
  Tokens tokens() const;        ///< the words of the best hypothesis, without the end token
};

/// A model's next step for the open hypotheses, of which there are at most `width`. It is given the last word of each, and in `from` the
/// row of the previous call that the hypothesis continues (0 at the first call, where there is one hypothesis). It returns logits, one row
/// for each hypothesis; further rows are ignored.
using NextLogits = std::function<Mat(const std::vector<int>& words, const std::vector<int>& from)>;
/// Beam search as in Graves 2012 and Sutskever et al. 2014, section 3.2, without length normalisation. Width 1 is greedy search.
Beam search_beam(int width, int max_length, const NextLogits& next);

}  // namespace attn::models
