// One block of a Transformer on the reader's own sentence, with every number on the way, and a second block beside it in which one thing is
// different.
//
// n tokens, d the width of the model, f the hidden width of the feed-forward network, h heads. Weights are drawn from a seed as a network
// starts: normal numbers of variance 1 / (rows of the matrix), biases 0, gains of the norms 1.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "kernels/encoder_layer.h"
#include "lessons/09_transformer-block/depth_study.h"
#include "lessons/09_transformer-block/params.h"

namespace attn::lessons::transformer_block {

/// One block, from the tokens to what it puts out.
struct Block {
  Params params;  ///< whose switches it has
  Mat positions;  ///< [n,d]; zero where they are off
  Mat input;      ///< [n,d] embeddings and positions
  kernels::EncoderLayerWeights weights;
  kernels::EncoderLayer layer;

  bool has_norm() const { return params.norm != kernels::NormPlace::none; }
  /// What goes into and comes out of a norm; without one both are what would go in. `second`: the one at the feed-forward network.
  const Mat& norm_input(bool second) const;
  const Mat& norm_output(bool second) const;
  /// [n,d] what the feed-forward network's output is added to.
  const Mat& middle() const;
  /// [n,n] Q K^T of head `h`, from 0: its scores before the root.
  Mat products(int h) const;
};

/// How widely the scores of all heads are spread for random tokens and random matrices, by what they are divided by.
struct ScoreSpread {
  Mat deviation;  ///< [3,1]: by nothing, by sqrt(d / h), by sqrt(d)
};

struct Result {
  std::vector<std::string> tokens;
  Mat made, embeddings;  ///< [n,d] before and after the reader's change
  Block block;
  Block beside;  ///< equal to `block` where nothing is different
  ScoreSpread spread;

  int n() const { return static_cast<int>(tokens.size()); }
  /// The stacks of these parameters; computed where they are first looked at.
  const DepthStudy& depth() const { return study_depth(block.params.depth, block.params.seed, block.params.stacks()); }
  /// Largest difference between the two blocks' outputs.
  Real difference() const;
};

Result study(const Params& params);

/// Root mean square of a row.
Real rms(In row);

}  // namespace attn::lessons::transformer_block
