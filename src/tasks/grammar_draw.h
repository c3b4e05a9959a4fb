// English sentences of the grammar, at random: boys read books, cats are tired, hotels do neither.
#pragma once

#include "base/rng.h"
#include "base/tokens.h"

namespace attn::tasks::grammar {

/// A sentence of `clauses` clauses, each of which solve() understands.
Tokens draw_sentence(int clauses, Rng& rng);

}  // namespace attn::tasks::grammar
