// The words of the task "antecedent" (antecedent.h): its nouns, its verbs with what they say about subject and object, its adjectives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/tokens.h"
#include "tasks/pairs.h"

namespace attn::tasks::antecedent {

enum class Pronoun { it, he, she, they };

struct Noun {
  int word = 0, plural = -1;  ///< -1: the task does without its plural
  std::string_view kinds;     ///< a letter for each kind, as verbs ask for them
  Pronoun pronoun = Pronoun::it;
};

/// A verb and what its subject and object have to be, with the adjectives that make a reason of one or the other: what does not fit is too
/// big, and what it does not fit in is too small.
struct Verb {
  Tokens words;          ///< "did not fit in"; for a subject in the plural see plural_form()
  bool present = false;  ///< the reason has "is" or "are" then, not "was" or "were"
  bool ends_in_preposition = false;
  std::string_view subjects, objects;  ///< the kinds of nouns
  Tokens of_subject, of_object;        ///< the adjectives
};

const Vocabulary& words();
const std::vector<Noun>& nouns();
const std::vector<Verb>& verbs();
const Tokens& attributes();  ///< adjectives that may stand before a noun
/// "do" for "does", "fit" for "fits"; other words stay.
int plural_form(int word);
/// The noun whose singular or plural this is; null for other words.
const Noun* find_noun(int word);
bool is_adjective(int word);
/// Null for words that are no pronouns.
const Pronoun* find_pronoun(int word);

}  // namespace attn::tasks::antecedent
