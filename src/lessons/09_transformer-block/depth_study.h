// A stack of blocks before any training: how large the numbers are on their way up, and how large the gradient is that comes back to each
// block, with and without norms and residual connections.
#pragma once

#include <array>
#include <span>

#include "base/mat.h"
#include "kernels/encoder_layer.h"

namespace attn::lessons::transformer_block {

inline constexpr int kMostDepth = 12;
/// The sizes of the stack. They are its own, so that what it shows does not depend on the block of the other figures.
inline constexpr int kStackTokens = 8, kStackWidth = 32, kStackHidden = 64, kStackHeads = 4, kStackClasses = 16;

/// What a block consists of. A single part is followed by a norm, as in post-norm.
enum class Parts { kBoth, kAttention, kFeedForward };

struct StackKind {
  kernels::NormPlace norm;
  bool residual;
  Parts parts = Parts::kBoth;
};
/// Stacks that differ in where the norms stand, with and without residual connections.
inline constexpr std::array<StackKind, 6> kStackKinds{{{kernels::NormPlace::post, true},
                                                       {kernels::NormPlace::pre, true},
                                                       {kernels::NormPlace::none, true},
                                                       {kernels::NormPlace::post, false},
                                                       {kernels::NormPlace::pre, false},
                                                       {kernels::NormPlace::none, false}}};
/// Stacks that show what makes tokens alike: whole blocks, attention alone, the feed-forward network alone.
inline constexpr std::array<StackKind, 6> kPartKinds{{{kernels::NormPlace::post, true},
                                                      {kernels::NormPlace::post, true, Parts::kAttention},
                                                      {kernels::NormPlace::post, true, Parts::kFeedForward},
                                                      {kernels::NormPlace::post, false},
                                                      {kernels::NormPlace::post, false, Parts::kAttention},
                                                      {kernels::NormPlace::post, false, Parts::kFeedForward}}};

inline constexpr int kStackDraws = 8;

/// Means over kStackDraws networks and inputs, a row for each of k kinds. Means of lengths are geometric, because lengths may differ by
/// powers of ten.
struct DepthStudy {
  Mat stream;    ///< [k,L+1] root mean square of what enters block 1 and of the output of each block
  Mat gradient;  ///< [k,L] length of the gradient of the loss with respect to the W2 of each block; no rows if some kind is a single part
  Mat likeness;  ///< [k,L+1] mean cosine of the angle between the rows of two different tokens in the stream
};

/// L = `depth` blocks, at least 1, with weights from `seed` that all stacks share, on random tokens. On top of them (in pre-norm after a
/// last norm) stands a random linear layer, which is to name one of 16 classes for each token; the right classes are random, too. The loss
/// is the mean cross-entropy. `kinds` is one of the tables above or the beginning of one. The last answer is kept, so asking for the same
/// again costs nothing; anything else takes up to a tenth of a second.
const DepthStudy& study_depth(int depth, int seed, std::span<const StackKind> kinds);

}  // namespace attn::lessons::transformer_block
