// What a language model reads: little stories word by word, a text of the reader's own by characters or byte pairs, letters that repeat,
// stories in which words are hidden, or what a published model was trained on (opened.h).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/rng.h"
#include "base/tokens.h"
#include "tasks/pairs.h"

namespace attn::tasks {
class TextTokens;
}

namespace attn::lessons::language_models {

enum class Reads { stories, text, copies, masked, labelled, opened };
enum class Cut { characters, pairs };  ///< how a text is cut into tokens

class Corpus {
 public:
  virtual ~Corpus() = default;

  virtual int vocabulary() const = 0;
  /// A name for a label: "cat", "start", "·the".
  virtual std::string name(int token) const = 0;
  /// The tokens as text. Marks such as "start" have none.
  virtual std::string write(const Tokens& tokens) const = 0;
  /// What a model is given for this text, a mark at the beginning included, at least one token. Returns an empty string, or why it cannot
  /// be read; `*tokens` is untouched then.
  virtual std::string read(std::string_view text, Tokens* tokens) const = 0;
  /// A window of 2 to context + 1 tokens. Training never sees what is held out. Nothing is drawn for a published model.
  virtual Tokens draw(tasks::Split split, int context, Rng& rng) const = 0;
  /// All tokens for training where there is one text of them; else empty.
  virtual std::span<const int> training_tokens() const { return {}; }
  /// What cuts it, where it is a text and not words; else null.
  virtual const tasks::TextTokens* pieces() const { return nullptr; }
  /// The token after which a text is complete; -1 for none.
  virtual int end() const = 0;
  /// The token that hides others, where the model is to guess hidden ones and not the next one; else -1.
  virtual int mask() const { return -1; }
  /// What closes a text that is read; -1 for nothing.
  virtual int closing() const { return -1; }
  /// Whether a token is a mark, such as "start" or [MASK], and no part of a text.
  virtual bool is_mark(int) const { return false; }
  /// A good text to begin with.
  virtual std::string sample() const = 0;
};

/// The stories of tasks/stories.h. A window is the start mark, a story and the end mark.
std::shared_ptr<const Corpus> story_corpus();

/// The same for a model that sees both sides and guesses hidden words. A window is [CLS], a story or its beginning, and [SEP]. In a text
/// that is read, "_" and "[MASK]" stand for words to guess.
std::shared_ptr<const Corpus> masked_story_corpus();
/// [CLS], the text or its beginning, and [SEP], of no more tokens than the context: what the model of masked_story_corpus() reads.
Tokens enclosed(Tokens text, int context);

inline constexpr int kShortestBlock = 5, kLongestBlock = 13;
inline constexpr int kLetters = 26;
/// A block of 5 to 13 different letters a to z, and then again and again the rest of it from a random letter on, until the window is full.
/// What follows a letter can be known, but neither its place nor what has been said least tells it.
std::shared_ptr<const Corpus> copy_corpus();

/// A text, cut into `size` tokens at most. Its last tenth is held out. The same text and cutting give the same object as long as it is in
/// use. The text has at least kLeastText bytes.
std::shared_ptr<const Corpus> text_corpus(std::shared_ptr<const std::string> text, Cut cut, int size);

// ---- the reader's own texts ------------------------------------------------------------------------------------------------------------

inline constexpr std::size_t kLeastText = 2'000, kMostText = 5'000'000;  ///< bytes
/// Puts a text on the shelf, where the last ones stand until the program ends. Returns its key, which depends on the text alone.
std::string shelve(std::string text);
/// The text with this key; null where none is here.
std::shared_ptr<const std::string> shelved(std::string_view key);
/// A hundred thousand characters of stories, for who brings no text.
std::shared_ptr<const std::string> stories_as_text();

}  // namespace attn::lessons::language_models
