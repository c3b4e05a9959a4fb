// What a reader of the lesson on self-attention may set: sentences, masks, matrices, and an order of the tokens.
//
// e = 8 is the width of every embedding, n the tokens that ask, m those that answer.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "params/params.h"

namespace attn::lessons::self_attention {

inline constexpr int kWidth = 8;           ///< e
inline constexpr int kTokens = 24;         ///< of a sentence; more are dropped
inline constexpr int kPads = 4;            ///< at most, behind the tokens that answer
inline constexpr Real kEntryLimit = 3;     ///< entries of the matrices stay within [-limit, limit],
inline constexpr double kEntryStep = 0.1;  ///< at multiples of this step, which embeddings move by too

enum class Setting {
  kBase,    ///< the sentence to itself, all four matrices the identity
  kGlobal,  ///< the sentence to itself
  kCausal,  ///< the same, and no token sees a later one
  kCross,   ///< the sentence asks, another one answers
};

/// A usual mask on top of the painted one. With none of them, the painted mask is `kNone` where all of it is open, else `kPainted`.
enum class Preset { kNone, kPadding, kCausal, kWindow, kPrefix, kPainted };

/// Everything that enters the result. The default sentence has two readings, and head 1 and head 2 of the default matrices take one each.
struct Params {
  Params();

  std::string text, other;
  Setting setting = Setting::kGlobal;
  int heads_log2 = 1;  ///< 0 to 3: 1, 2, 4 or 8 heads
  int head = 1;        ///< the one that is looked at, from 1
  Preset preset = Preset::kNone;
  int window = 1;          ///< kWindow: so far to either side
  int prefix = 2;          ///< kPrefix: so many tokens are seen by all
  int pad = 0;             ///< pad tokens behind the tokens that answer
  bool flipped = false;    ///< the mask is read the wrong way round
  Mask mask;               ///< [n,m] what the reader painted
  Mat nudge, nudge_other;  ///< [up to n,e] added to the first embeddings of the sentence and of the other one
  Mat wq, wk, wv, wo;      ///< [e,e]
  int shuffle = 1;         ///< seed of the shuffled order; 0 is the order as written

  int heads() const { return 1 << heads_log2; }
  int head_width() const { return kWidth / heads(); }
  bool is_cross() const { return setting == Setting::kCross; }

  static params::Table<Params> table();
};

/// What follows from an edit of `before`: the head shown exists, the mask has the size of the sentences (what was painted stays where it
/// fits, new cells may attend), a mask with closed cells that is painted under a preset takes its place, choosing kNone opens every cell,
/// the nudges have no rows beyond the tokens and no zero rows at the end, and a padding mask has padding to hide. Idempotent.
void settle(const Params& before, Params& after);

/// `shown` [n,m], the cells that may attend as read, becomes the painted mask of settled `params`. No usual mask is left, and where a later
/// token is seen the causal setting becomes the global one.
void paint(Params& params, const Mask& shown);

/// The tokens that ask, and those that answer, with their padding.
std::vector<std::string> asking(const Params& p);
std::vector<std::string> answering(const Params& p);

}  // namespace attn::lessons::self_attention
