// Translates from English to French by rules: a recursive descent over the English sentence that emits the French words in their order.
//
//   sentence  = clause { ("and" | "but" | "because") clause }
//   clause    = subject ( be ["not"] [frequency] ( ["very"] adjective | phrase | where )      subject, object: a pronoun or
//                       | ["do" | "does" "not"] [frequency] verb [object | manner] )           determiner adjective* noun
//               { phrase } [where] [when]                                                      phrase: ("in" | "with") noun phrase
//   frequency = "often" | "always"; "never" in its place where there is no "not"
//
// Number, gender and person agree. "you" is one friend (tu). "i", "you", "we" and "they" are masculine, as French has it where nothing else
// is known. After "not" or "never" the article of a direct object is "de".
#pragma once

#include "tasks/pairs.h"

namespace attn::tasks::grammar {

/// Returns false for a sentence that the rules above do not cover.
bool solve(const Tokens& source, Example* answer);

}  // namespace attn::tasks::grammar
