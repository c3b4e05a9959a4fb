// The grammar of the little stories: who and what they are about, and their plots as sentences with blanks.
//
// A plot is a row of sentences, each of which can be told in several ways. A way is text with blanks: "$B gave the $O back to $A! ." In a
// blank stands a name, a pronoun, the thing or a number, so that everything agrees. A mark says that the story so far decides the word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tasks/pairs.h"

namespace attn::tasks::story {

/// What can stand in a blank. Those of the second character and of the parent are like those of the first.
enum class Blank {
  name,
  subject,     ///< he, she
  object,      ///< him, her
  possessive,  ///< his, her
  child,       ///< boy, girl
  other_name,
  other_subject,
  other_object,
  other_possessive,
  parent,  ///< mom, dad
  parent_subject,
  thing,
  things,  ///< in the number of `number`
  adjective,
  number,
  was,    ///< was, were: for `number`
  it,     ///< it, they
  them,   ///< it, them
  count,  ///< one , two , three
  left,   ///< one less than `number`
  things_left,
  in_place,  ///< in the park
  to_place,  ///< to the park
};

/// A word or a blank.
struct Part {
  int word = -1;  ///< -1: a blank
  Blank blank = Blank::name;
  bool is_decided = false;  ///< the story so far decides which word of the same kind comes
  int wrong = -1;           ///< for a decided word: what it is not
};

using Phrase = std::vector<Part>;
/// Phrases of which one is said.
using Choice = std::vector<Phrase>;
using Sentence = std::vector<Choice>;

struct Plot {
  std::vector<int> things;                       ///< what it can be about
  std::vector<int> adjectives;                   ///< of the thing
  int fewest = 2;                                ///< the least number of things
  std::vector<std::vector<Sentence>> sentences;  ///< for each sentence the ways to tell it; an empty way first: it may be left out
};

struct Thing {
  int one, many;  ///< many: -1 where no story needs it
};

struct Place {
  int preposition, noun;
};

const Vocabulary& words();
/// The id of a word that is in the vocabulary.
int word(std::string_view name);
const std::vector<int>& girls();
const std::vector<int>& boys();
bool is_girl(int word);
bool is_name(int word);
/// Null for a word that is no thing.
const Thing* find_thing(int word);
const std::vector<Place>& places();
/// "one" to "six"; number is 1 ... 6.
int number_word(int number);
const std::vector<Plot>& plots();

}  // namespace attn::tasks::story
