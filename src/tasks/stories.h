// Little stories from a grammar, word by word: somebody has a thing and loses it, shares it, breaks it or gives it away, with pronouns,
// numbers, names that come up again, and causes that have effects.
//
// A story is held out if its main character and its thing are held out together: training sees both, but never in one story.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "base/tokens.h"
#include "tasks/pairs.h"

namespace attn::tasks {

/// All words and marks of the stories. Only names have capitals.
const Vocabulary& story_words();

/// A story of the split, of 24 to 63 tokens, without marks for its beginning and end.
Tokens draw_story(Split split, Rng& rng);
/// By the first name in the story and the first thing. CHECKs that it has both.
Split split_of_story(const Tokens& story);

/// The story as text, with capitals and spaces where they belong.
std::string write_story(const Tokens& story);
/// Turns a reader's text into tokens, capitals or not. Returns an empty string, or a sentence that names the first word that no story has;
/// `*story` is untouched then.
std::string read_story(std::string_view text, Tokens* story);

/// The beginning of a story, up to a word that is settled by what stands there.
struct Probe {
  enum class Kind { pronoun, number, name };
  Kind kind;
  Tokens prompt;
  int right = 0;
  std::vector<int> wrong;  ///< words of the same kind that do not agree: "he" for "she", "apple" for "apples", the other name
};
/// Beginnings of held-out stories.
std::vector<Probe> story_probes(Probe::Kind kind, int count, Rng& rng);

}  // namespace attn::tasks
