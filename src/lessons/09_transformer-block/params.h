// What a reader of the lesson on the Transformer block may set: the sentence, the switches of the block, what is different in the block
// beside it, and the stack.
//
// n tokens, d the width of the model, f the hidden width of the feed-forward network.
#pragma once

#include <span>
#include <string>

#include "base/mat.h"
#include "base/tokens.h"
#include "course/trained.h"
#include "kernels/encoder_layer.h"
#include "lessons/09_transformer-block/depth_study.h"
#include "lessons/09_transformer-block/trained_block.h"
#include "lessons/long_text/long_text.h"
#include "params/story.h"

namespace attn::lessons::transformer_block {

inline constexpr int kTokens = 8;  ///< most tokens of a sentence; further ones are dropped
inline constexpr int kMostHeads = 4;
inline constexpr int kSortingStops = 8;  ///< of the story of the block that sorts
inline constexpr double kNudgeStep = 0.1, kNudgeLimit = 4;

/// What is different in the block beside.
enum class Beside { kNothing, kScale, kResidual, kNorm, kNormPlace, kOneHead, kActivation, kCausal, kPositions };

/// The stations of the block, in the order of pre-norm.
enum class Stage { kInput, kNorm1, kAttention, kSum1, kNorm2, kFeedForward, kSum2 };

/// The parts of the formula softmax(Q K^T / sqrt(d)) V.
enum class FormulaPart { kQueries, kKeys, kProduct, kRoot, kSoftmax, kValues, kOutput };

/// Which stacks are drawn: those of kStackKinds with residual connections and a norm, all of kStackKinds, or kPartKinds.
enum class Curves { kNorms, kResidual, kParts };

/// `seed` determines the weights of the block and of the stacks, and the training of the small model that has the same switches.
struct Params : course::TrainingChoices {
  Params() { batch = 16; }

  std::string letters = "garden";                   ///< what the trained block sorts, as typed
  Mask parts = Mask::Ones(1, kBlockParts);          ///< which parts of the trained block are there, in the order of Part
  int sorting_head = 2;                             ///< the head of the trained block that is shown, from 1
  Real walk = params::end_of_story(kSortingStops);  ///< how much of the trained block has been told, in stops

  // Set by settle().
  Tokens sorted;        ///< the last letters that could be read
  std::string refusal;  ///< why `letters` cannot be read; empty where they can

  std::string text = "time flies like arrows";
  int token = 2;  ///< the token that is followed, from 1
  bool positions = true;
  int width_choice = 1;  ///< 0 to 3: d = 4, 8, 12, 16
  int hidden_log2 = 1;   ///< 0 to 2: f = 8, 16, 32
  int heads_log2 = 1;    ///< 0 to 2: 1, 2, 4 heads
  bool scale = true, residual = true;
  kernels::NormPlace norm = kernels::NormPlace::post;
  kernels::Activation activation = kernels::Activation::relu;
  bool causal = false;
  Beside beside = Beside::kNothing;
  Stage stage = Stage::kSum1;
  int head = 1;  ///< the head shown, from 1
  int cut = 0;   ///< the head that is taken out by setting its rows of W_o to zero, from 1; 0 for none
  FormulaPart part = FormulaPart::kProduct;
  Mat nudge = Mat::Zero(1, 1);  ///< [up to n, up to d] is added to the first numbers of the first embeddings
  int depth = 12;               ///< blocks in the stack
  Curves curves = Curves::kNorms;
  long_text::LongText text_of_many;  ///< the same block on a long text

  int width() const { return 4 * (width_choice + 1); }
  int hidden() const { return 8 << hidden_log2; }
  int heads() const { return 1 << heads_log2; }
  int head_width() const { return width() / heads(); }
  /// The stacks that are compared.
  std::span<const StackKind> stacks() const {
    if (curves == Curves::kParts) return kPartKinds;
    return std::span(kStackKinds).first(curves == Curves::kNorms ? 2 : kStackKinds.size());
  }

  static params::Table<Params> table();
};

/// Reads the letters; for a text that cannot be read, `sorted` keeps the last one that could. Makes sure that the token and the heads
/// exist, that the block has the stage, and that `nudge` has no rows and columns beyond the embeddings. Idempotent.
void settle(const Params& before, Params& after);

/// `params` with the setting changed that `params.beside` names.
Params other_params(const Params& params);

}  // namespace attn::lessons::transformer_block
