// What a reader of the lesson on self-attention may set: the sentence of the trained network, and for the layer by hand sentences, masks,
// matrices, and an order of the tokens.
//
// e = 8 is the width of every embedding. n tokens ask (they have queries), and m tokens answer (they have keys and values).
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "base/tokens.h"
#include "course/trained.h"
#include "lessons/long_text/long_text.h"
#include "params/params.h"

namespace attn::lessons::self_attention {

inline constexpr int kWidth = 8;           ///< e
inline constexpr int kTokens = 24;         ///< most tokens of a sentence; further ones are dropped
inline constexpr int kPads = 4;            ///< most pad tokens after the tokens that answer
inline constexpr Real kEntryLimit = 3;     ///< entries of the matrices stay within [-kEntryLimit, kEntryLimit]
inline constexpr double kEntryStep = 0.1;  ///< entries are multiples of this step; embeddings, too, are moved by it

enum class Setting {
  kBase,    ///< the sentence attends to itself, and all four matrices are the identity
  kGlobal,  ///< the sentence attends to itself
  kCausal,  ///< the sentence attends to itself, and no token sees a later one
  kCross,   ///< the sentence attends to another one
};

/// A mask that comes on top of the painted one: a cell may attend where both allow it. kNone and kPainted add nothing; kNone says that all
/// painted cells are open, kPainted that some are closed.
enum class Preset { kNone, kPadding, kCausal, kWindow, kPrefix, kPainted };

/// Everything that the result depends on. The default `text` has two readings; with the default matrices head 1 takes one of them, head 2
/// the other.
struct Params : course::TrainingChoices {
  Params();

  std::string sentence;  ///< for the trained network, as typed
  int word = 0;          ///< the word of it that is asked about, from 1; 0 is the pronoun

  std::string text, other;
  Setting setting = Setting::kGlobal;
  int heads_log2 = 1;  ///< 0 to 3: 1, 2, 4 or 8 heads
  int head = 1;        ///< the head that the figures show, from 1
  Preset preset = Preset::kNone;
  int window = 1;                    ///< kWindow: how far a token sees to either side
  int prefix = 2;                    ///< kPrefix: how many tokens are seen by all
  int pad = 0;                       ///< pad tokens after the tokens that answer
  bool flipped = false;              ///< the mask is read the wrong way round
  Mask mask;                         ///< [n,m] what the reader painted
  Mat nudge, nudge_other;            ///< [up to n or m,e] is added to the first embeddings of the sentence, and of the other one
  Mat wq, wk, wv, wo;                ///< [e,e]
  int shuffle = 1;                   ///< seed of the shuffled order; 0 is the order as written
  long_text::LongText text_of_many;  ///< the same layer on a long text, without padding, nudges and painted cells

  // Set by settle().
  Tokens shown;         ///< the last `sentence` that could be read
  std::string refusal;  ///< why `sentence` cannot be read; empty where it can

  int heads() const { return 1 << heads_log2; }
  int head_width() const { return kWidth / heads(); }
  bool is_cross() const { return setting == Setting::kCross; }

  static params::Table<Params> table();
};

/// What follows from an edit of `before`. Idempotent.
/// - The sentence is read; for one that cannot be read, `shown` keeps the last one that could. The word that is asked about exists.
/// - The head shown exists.
/// - The mask has the size of the sentences: what was painted stays where it fits, and new cells may attend.
/// - Painting closed cells while a preset is chosen replaces the preset by kPainted; choosing kNone opens every cell.
/// - The nudges have no rows beyond the tokens, and no rows of zeros at the end except their first row.
/// - A padding mask has padding to hide.
void settle(const Params& before, Params& after);

/// Makes `shown` [n,m], the cells that are to be open as read, the painted mask of settled `params`. No other preset remains, and where a
/// later token is seen the causal setting becomes the global one.
void paint(Params& params, const Mask& shown);

/// The tokens that ask and those that answer, both with their padding.
std::vector<std::string> asking(const Params& p);
std::vector<std::string> answering(const Params& p);

}  // namespace attn::lessons::self_attention
