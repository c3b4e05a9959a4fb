// Draws English sentences of the grammar at random. They make sense to a degree: boys read books, cats are tired, hotels do neither.
#pragma once

#include "base/rng.h"
#include "base/tokens.h"

namespace attn::tasks::grammar {

/// A sentence of `clauses` clauses that solve() can translate.
Tokens draw_sentence(int clauses, Rng& rng);
/// The same with the last clause chosen so that the sentence has `length` tokens; empty where the clauses before it leave no room.
Tokens draw_sentence_of(int length, int clauses, Rng& rng);

}  // namespace attn::tasks::grammar
