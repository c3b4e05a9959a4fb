// A stack of blocks as it starts, before any training: how large the numbers are on their way up, and how large the gradient is that comes
// back to each block, with and without norms and residual connections.
#pragma once

#include <array>
#include <span>

#include "base/mat.h"
#include "kernels/encoder_layer.h"

namespace attn::lessons::transformer_block {

inline constexpr int kMostDepth = 12;
/// Of the stack: its own, so that what it shows does not depend on the block of the other figures.
inline constexpr int kStackTokens = 8, kStackWidth = 32, kStackHidden = 64, kStackHeads = 4, kStackClasses = 16;

/// What a block consists of. A part alone is followed by the norm of post-norm.
enum class Parts { kBoth, kAttention, kFeedForward };

struct StackKind {
  kernels::NormPlace norm;
  bool residual;
  Parts parts = Parts::kBoth;
};
/// Where the norms stand, with and without residual connections.
inline constexpr std::array<StackKind, 6> kStackKinds{{{kernels::NormPlace::post, true},
                                                       {kernels::NormPlace::pre, true},
                                                       {kernels::NormPlace::none, true},
                                                       {kernels::NormPlace::post, false},
                                                       {kernels::NormPlace::pre, false},
                                                       {kernels::NormPlace::none, false}}};
/// What makes tokens alike, attention or the feed-forward network.
inline constexpr std::array<StackKind, 6> kPartKinds{{{kernels::NormPlace::post, true},
                                                      {kernels::NormPlace::post, true, Parts::kAttention},
                                                      {kernels::NormPlace::post, true, Parts::kFeedForward},
                                                      {kernels::NormPlace::post, false},
                                                      {kernels::NormPlace::post, false, Parts::kAttention},
                                                      {kernels::NormPlace::post, false, Parts::kFeedForward}}};

inline constexpr int kStackDraws = 8;

/// Over kStackDraws networks and inputs: lengths are geometric means, as they may differ by powers of ten. A row for each of k kinds.
struct DepthStudy {
  Mat stream;    ///< [k,L+1] root mean square of what enters block 1 and of what each block puts out
  Mat gradient;  ///< [k,L] length of the gradient of the loss with respect to the W2 of each block; no rows where a kind has none
  Mat likeness;  ///< [k,L+1] mean cosine of the angle between two different tokens' rows of the stream
};

/// L = `depth` blocks, at least 1, with weights from `seed` that all stacks share; random tokens; on top (pre-norm: after a last norm) a
/// random linear layer that is to name one of 16 classes for each token, which are random too. The loss is their mean cross-entropy.
/// `kinds` is one of the tables above or the beginning of one. The last answer is kept: asking again for the same costs nothing, and else
/// up to a tenth of a second.
const DepthStudy& study_depth(int depth, int seed, std::span<const StackKind> kinds);

}  // namespace attn::lessons::transformer_block
