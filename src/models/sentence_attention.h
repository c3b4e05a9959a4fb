// One layer of multi-head attention on a sentence: which tokens ask and which answer, who may attend to whom, and what a shuffle does.
//
// e = 8 is the width of every embedding. There are no positions and no biases, so that every number of the result can be followed by hand.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "kernels/multi_head.h"

namespace attn::models {

inline constexpr int kSentenceWidth = 8;    ///< e
inline constexpr int kSentenceTokens = 24;  ///< of a sentence; more are dropped
inline constexpr int kSentencePads = 4;     ///< at most, behind the tokens that answer

enum class AttentionSetting {
  kBase,    ///< the sentence to itself, all four matrices the identity
  kGlobal,  ///< the sentence to itself
  kCausal,  ///< the same, and no token sees a later one
  kCross,   ///< the sentence asks, another one answers
};

enum class MaskPreset { kNone, kPadding, kCausal, kWindow, kPrefix };

/// Everything that enters the result. The default sentence has two readings, and head 1 and head 2 of the default matrices take one each.
struct SentenceAttentionSettings {
  SentenceAttentionSettings();

  std::string text, other;
  AttentionSetting setting = AttentionSetting::kGlobal;
  int heads_log2 = 1;  ///< 0 to 3: 1, 2, 4 or 8 heads
  int head = 1;        ///< the one that is looked at, from 1
  MaskPreset preset = MaskPreset::kNone;
  int window = 1;          ///< kWindow: so far to either side
  int prefix = 2;          ///< kPrefix: so many tokens are seen by all
  int pad = 0;             ///< pad tokens behind the tokens that answer
  bool flipped = false;    ///< the mask is read the wrong way round
  Mask mask;               ///< [n,m] what the reader painted
  Mat nudge, nudge_other;  ///< [up to n,e] added to the first embeddings of the sentence and of the other one
  Mat wq, wk, wv, wo;      ///< [e,e]
  int shuffle = 1;         ///< seed of the shuffled order; 0 is the order as written

  int heads() const { return 1 << heads_log2; }
  int head_width() const { return kSentenceWidth / heads(); }
  bool is_cross() const { return setting == AttentionSetting::kCross; }
};

/// Brings the dependent members into agreement: the head shown exists, the mask has the size of the sentences (what was painted stays
/// where it fits, new cells may attend), the nudges have no rows beyond the tokens and no zero rows at the end, and a padding mask has
/// padding to hide. Idempotent.
void settle(SentenceAttentionSettings& settings);

struct SentenceAttention {
  std::vector<std::string> tokens, context;  ///< n that ask, m that answer: the same ones except in cross-attention
  Mat made_x, made_c;                        ///< [n,e], [m,e] embeddings before the nudges
  Mat x, c;                                  ///< and after
  Mask allowed;                              ///< [n,m] preset, setting and painted cells together, as read
  kernels::MultiHeadWeights matrices;        ///< as used
  kernels::MultiHead attention;
  std::vector<int> order;       ///< the shuffled sentence's token i is the sentence's token order[i]
  Mat shuffled;                 ///< [n,e] its output
  Real shuffle_difference = 0;  ///< between a token's two outputs, at most

  std::vector<std::string> shuffled_tokens() const;
  /// How many tokens see nothing.
  int blind() const;
};

/// multi_head_attention of kernels or of a compute backend.
using MultiHeadFunction = kernels::MultiHead (*)(In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask);

/// `settings` have been settled.
SentenceAttention attend(const SentenceAttentionSettings& settings, MultiHeadFunction multi_head_attention);

}  // namespace attn::models
