// What BERT is asked while it is trained (Devlin et al. 2019, section 3.1): tokens of a text are chosen, and most of them are hidden.
#pragma once

#include "base/rng.h"
#include "base/tokens.h"

namespace attn::tasks {

struct Masking {
  int mark = 0;               ///< the token that hides another: [MASK]
  int first = 0, beyond = 0;  ///< the tokens that can be chosen, and that a replaced one is drawn from: first to beyond - 1
  double chosen = 0.15;       ///< share of these tokens
  double marked = 0.8;        ///< share of the chosen that become the mark
  double replaced = 0.1;      ///< share of the chosen that become another token at random; the others stay as they are
};

/// Chooses each token with its probability, but at least one of a text that has any to choose.
MaskedText mask_tokens(const Tokens& text, const Masking& masking, Rng& rng);

}  // namespace attn::tasks
