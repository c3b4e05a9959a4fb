// One layer of multi-head attention on a sentence: which tokens ask and which answer, who may attend to whom, and what shuffling does.
//
// The layer by hand has no positions and no biases, so that every number of the result can be recomputed by hand.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "compute/backend.h"
#include "kernels/multi_head.h"
#include "lessons/04_self-attention/params.h"
#include "lessons/04_self-attention/pointing.h"

namespace attn::lessons::self_attention {

struct Result {
  Pointing pointing;                         ///< the trained network of the opening; all else is the layer by hand
  std::vector<std::string> tokens, context;  ///< n that ask, m that answer; they are the same except in cross-attention
  Mat made_x, made_c;                        ///< [n,e], [m,e] embeddings of both before the nudges
  Mat x, c;                                  ///< [n,e], [m,e] embeddings after the nudges
  Mask allowed;                              ///< [n,m] preset, setting and painted cells together, as read
  kernels::MultiHeadWeights matrices;        ///< those of the parameters, or the identity in base attention
  kernels::MultiHead attention;
  std::vector<int> order;                             ///< token i of the shuffled sentence is token order[i] of the sentence
  Mat shuffled;                                       ///< [n,e] the output of the shuffled sentence
  Real shuffle_difference = 0;                        ///< the largest difference between a token's outputs in the two sentences
  const compute::Backend* backend = &compute::cpu();  ///< for what is computed when it is first looked at

  /// [n,m] of head `h`, from 0.
  const Mat& weights(int h) const { return attention.weights[static_cast<size_t>(h)]; }
  const Mat& scores(int h) const { return attention.scores[static_cast<size_t>(h)]; }
  std::vector<std::string> shuffled_tokens() const;
  /// How many tokens may attend to no token at all.
  int blind() const;
};

/// The type of multi_head_attention, of kernels or of a compute backend.
using MultiHeadFunction = kernels::MultiHead (*)(In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask);

/// The head shown on the long text. It is computed when it is first asked for.
const long_text::LongHead& long_head(const Params& params, const Result& result);
/// The weights of its token that asks. There are none until a picture has asked for the head, which takes long to compute.
course::Tensor read_long_weights(const Params& p, const Result& r);

/// The layer by hand. `params` must be settled.
Result attend(const Params& params, MultiHeadFunction multi_head_attention);

}  // namespace attn::lessons::self_attention
