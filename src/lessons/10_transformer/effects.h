// What each head matters for one sentence: which words change where this head alone is cut out of the model as trained.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "base/tokens.h"
#include "models/transformer_decoding.h"

namespace attn::lessons::transformer {

struct HeadEffects {
  Mat changed;               ///< [kKinds kLayers, heads] words inserted, left out or replaced; a line for each kind and layer
  std::vector<Tokens> said;  ///< what is said without the head, line by line; without the end mark
};

/// Cuts every head by itself and translates the source with at most `longest` words, the likeliest each time.
HeadEffects effects_of_cuts(const models::Transformer& model, const Tokens& source, int longest);

}  // namespace attn::lessons::transformer
