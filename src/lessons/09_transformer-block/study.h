// One block of a Transformer on the reader's own sentence, with every number on the way, and a second block beside it in which one thing is
// different.
//
// n tokens, d the width of the model, f the hidden width of the feed-forward network, h heads. Weights are drawn from a seed as a network
// starts: normal numbers of variance 1 / (rows of the matrix), biases 0, gains of the norms 1.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/mat.h"
#include "course/training.h"
#include "kernels/encoder_layer.h"
#include "lessons/09_transformer-block/depth_study.h"

namespace attn::lessons::transformer_block {

inline constexpr int kTokens = 8;  ///< of a sentence; more are dropped
inline constexpr int kMostHeads = 4;
inline constexpr double kNudgeStep = 0.1, kNudgeLimit = 4;

/// What is different in the block beside.
enum class Beside { kNothing, kScale, kResidual, kNorm, kNormPlace, kOneHead, kActivation, kCausal, kPositions };

/// The stations of the block, in the order of pre-norm.
enum class Stage { kInput, kNorm1, kAttention, kSum1, kNorm2, kFeedForward, kSum2 };

/// The parts of the formula softmax(Q K^T / sqrt(d)) V.
enum class FormulaPart { kQueries, kKeys, kProduct, kRoot, kSoftmax, kValues, kOutput };

/// Which stacks are drawn: those with residual connections and a norm, all of kStackKinds, or kPartKinds.
enum class Curves { kNorms, kResidual, kParts };

/// `seed` gives the weights of the block and of the stacks, and begins the training of the small model that has the same switches.
struct Params : course::TrainingChoices {
  Params() { batch = 16; }

  std::string text = "time flies like arrows";
  int token = 2;  ///< the one that is followed, from 1
  bool positions = true;
  int width_choice = 1;  ///< the place of d among 4, 8, 12, 16
  int hidden_log2 = 1;   ///< f = 8, 16, 32
  int heads_log2 = 1;    ///< 1, 2, 4
  bool scale = true, residual = true;
  kernels::NormPlace norm = kernels::NormPlace::post;
  kernels::Activation activation = kernels::Activation::relu;
  bool causal = false;
  Beside beside = Beside::kNothing;
  Stage stage = Stage::kSum1;
  int head = 1;  ///< the one that is looked at, from 1
  int cut = 0;   ///< the head whose rows of W_o are zero, from 1; 0: none
  FormulaPart part = FormulaPart::kProduct;
  Mat nudge = Mat::Zero(1, 1);  ///< [up to n, up to d] added to the first numbers of the first embeddings
  int depth = 12;               ///< blocks in the stack
  Curves curves = Curves::kNorms;

  int width() const { return 4 * (width_choice + 1); }
  int hidden() const { return 8 << hidden_log2; }
  int heads() const { return 1 << heads_log2; }
  int head_width() const { return width() / heads(); }
  /// Those that are compared.
  std::span<const StackKind> stacks() const {
    if (curves == Curves::kParts) return kPartKinds;
    return std::span(kStackKinds).first(curves == Curves::kNorms ? 2 : kStackKinds.size());
  }
};

/// What follows from an edit: the token and the heads exist, the stage is one that the block has, the change of the embeddings has no rows
/// and columns beyond them. Idempotent.
void settle(const Params& before, Params& after);

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

/// `params` with the thing that `params.beside` names turned round.
Params other_params(const Params& params);

Result study(const Params& params);

/// Root mean square of a row.
Real rms(In row);

}  // namespace attn::lessons::transformer_block
