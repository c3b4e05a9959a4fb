// One block of a Transformer on the reader's own sentence, with every number on the way, and beside it a block that differs in one setting.
//
// n tokens, d the width of the model, f the hidden width of the feed-forward network, h heads. Weights are those of an untrained network,
// drawn from a seed: normal numbers of variance 1 / (rows of the matrix), biases 0, gains of the norms 1.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "compute/backend.h"
#include "kernels/encoder_layer.h"
#include "lessons/09_transformer-block/depth_study.h"
#include "lessons/09_transformer-block/params.h"

namespace attn::lessons::transformer_block {

/// One block, from the tokens to its output.
struct Block {
  Params params;  ///< the switches that it has
  Mat positions;  ///< [n,d]; zero where they are off
  Mat input;      ///< [n,d] embeddings and positions
  kernels::EncoderLayerWeights weights;
  kernels::EncoderLayer layer;

  bool has_norm() const { return params.norm != kernels::NormPlace::none; }
  /// What goes into a norm and what comes out of it; in a block without norms both are what would go in. The norm is the one at the
  /// feed-forward network if `second`, otherwise the one at the attention.
  const Mat& norm_input(bool second) const;
  const Mat& norm_output(bool second) const;
  /// [n,d] the stream to which the output of the feed-forward network is added.
  const Mat& middle() const;
  /// [n,n] Q K^T of head `h`, from 0: its scores before the division by the root.
  Mat products(int h) const;
};

/// How widely the scores of all heads are spread, for random tokens and random matrices, depending on what they are divided by.
struct ScoreSpread {
  Mat deviation;  ///< [3,1] standard deviation if they are divided by nothing, by sqrt(d / h), by sqrt(d)
};

struct Result {
  std::vector<std::string> tokens;
  Mat made, embeddings;  ///< [n,d] the embeddings before and after the reader's change
  Block block;
  Block beside;  ///< equal to `block` if nothing is different
  ScoreSpread spread;
  Sorting sorting;

  const compute::Backend* backend = &compute::cpu();  ///< for what is computed when it is first looked at

  int n() const { return static_cast<int>(tokens.size()); }
  /// The stacks of these parameters. They are computed when they are first asked for.
  const DepthStudy& depth() const { return study_depth(block.params.depth, block.params.seed, block.params.stacks()); }
  /// The largest difference between the outputs of the two blocks.
  Real difference() const;
};

/// The attention is computed by `backend`.
Result study(const Params& params, const compute::Backend& backend = compute::cpu());

/// The head shown of the block on the long text. It is computed when it is first asked for.
const long_text::LongHead& long_head(const Params& params, const Result& result);
/// The weights of its token that asks. There are none until a picture has asked for the head, which takes long to compute.
course::Tensor read_long_weights(const Params& p, const Result& r);

/// The root mean square of a row.
Real rms(In row);

}  // namespace attn::lessons::transformer_block
