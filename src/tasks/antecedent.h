// English sentences in which a pronoun can mean two nouns, and which one it means follows from the rest of the sentence (after Levesque,
// Davis and Morgenstern 2012, The Winograd Schema Challenge): "the trophy did not fit in the suitcase because it was too big".
//
// A sentence has a subject, a verb, an object and, nearly always, a reason: because, since or as, a pronoun, was, were, is or are, perhaps
// "too", "so" or "very", an adjective. Agreement comes first: "they" means the noun in the plural, "she" the queen. Where both nouns agree,
// verb and adjective decide.
#pragma once

#include "tasks/pairs.h"

namespace attn::tasks {

/// Each word of the source is answered with its noun, and the example's alignment says where that stands: articles and adjectives have the
/// noun that they stand before, a verb has its subject, a preposition the object, and everything of the reason what the pronoun means.
/// Nouns and the word that begins the reason are answered with themselves. A sentence is held out if its two nouns, in this order, are:
/// training never sees them together in any sentence.
const PairTask& antecedent_task();

/// The place of the pronoun, or -1 where there is none.
int pronoun_place(const Tokens& sentence);

/// The sentence with another adjective at its end, one that speaks of the other noun where the pronoun leaves the choice: "small" for
/// "big". Empty where the task's rules do not cover the sentence, or where it gives no reason.
Tokens turned(const Tokens& sentence);

/// Whether both nouns agree with the pronoun, so that only the meaning of the sentence decides.
bool is_open(const Tokens& sentence);

/// Whether sentences about these nouns in this order are held out.
bool is_held_out(const Tokens& sentence);

}  // namespace attn::tasks
