// One layer of multi-head attention on a sentence: which tokens ask and which answer, who may attend to whom, and what a shuffle does.
//
// There are no positions and no biases, so that every number of the result can be followed by hand.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "kernels/multi_head.h"
#include "lessons/04_self-attention/params.h"

namespace attn::lessons::self_attention {

struct Result {
  std::vector<std::string> tokens, context;  ///< n that ask, m that answer: the same ones except in cross-attention
  Mat made_x, made_c;                        ///< [n,e], [m,e] embeddings before the nudges
  Mat x, c;                                  ///< and after
  Mask allowed;                              ///< [n,m] preset, setting and painted cells together, as read
  kernels::MultiHeadWeights matrices;        ///< as used
  kernels::MultiHead attention;
  std::vector<int> order;       ///< the shuffled sentence's token i is the sentence's token order[i]
  Mat shuffled;                 ///< [n,e] its output
  Real shuffle_difference = 0;  ///< between a token's two outputs, at most

  /// Of head `h`, from 0: [n,m].
  const Mat& weights(int h) const { return attention.weights[static_cast<size_t>(h)]; }
  const Mat& scores(int h) const { return attention.scores[static_cast<size_t>(h)]; }
  std::vector<std::string> shuffled_tokens() const;
  /// How many tokens see nothing.
  int blind() const;
};

/// multi_head_attention of kernels or of a compute backend.
using MultiHeadFunction = kernels::MultiHead (*)(In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask);

/// `params` have been settled.
Result attend(const Params& params, MultiHeadFunction multi_head_attention);

}  // namespace attn::lessons::self_attention
