// Little stories for children, from a grammar (story_plots.h): something is lost and found, breaks, gets wet, is shared, counted or given.
//
// They are small enough for a small model and have what makes text hard to guess: pronouns, numbers, names that come again, causes and
// their effects.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/pairs.h"

namespace attn::tasks {

inline constexpr int kShortestStory = 30, kLongestStory = 64;  ///< in tokens

/// Words and the marks . , " ! ? : of all stories. Everything but names and "I" is in lower case.
const Vocabulary& story_words();

/// A story without kEndToken, of kShortestStory to kLongestStory tokens. Training and held-out stories differ in whom and what they are
/// about: no main character of a training story has the thing that it has in a held-out one.
Tokens draw_story(Split split, Rng& rng);

/// The split of a story or of its beginning: one pair in eight of the first name and the first thing is held out. Nothing where either has
/// not been named.
std::optional<Split> split_of_story(const Tokens& story);

/// A story, and whether the first who is named in it is a girl. Those whom the held-out stories are about and those whom the stories for
/// training are about are different children.
struct LabelledStory {
  Tokens story;
  bool is_girl = false;
};
LabelledStory draw_labelled_story(Split split, Rng& rng);

/// The text of a story: sentences and quotations begin with capitals, and marks have no spaces before them. Special tokens are left out.
std::string write_story(const Tokens& story);

/// Reads a reader's text in any case. Returns an empty string, or a sentence that names the first unknown word; `tokens` is unchanged then.
std::string read_story(std::string_view text, Tokens* tokens);

/// The beginning of a held-out story, up to a word that the story decides. A model is right where p(right) exceeds p of each of `wrong`.
struct Probe {
  enum class Kind {
    pronoun,  ///< of he and she, him and her, his and her, the one that agrees with the person who is meant
    number,   ///< the singular or plural of a noun, was or were, it or they, it or them
    name,     ///< which of two people it is, the one who lost the thing or the one who found it
  };
  Tokens prompt;
  int right = -1;
  std::vector<int> wrong;
  Kind kind = Kind::pronoun;
};

std::vector<Probe> story_probes(Probe::Kind kind, int count, Rng& rng);

}  // namespace attn::tasks
