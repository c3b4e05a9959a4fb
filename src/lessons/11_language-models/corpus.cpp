#include "lessons/11_language-models/corpus.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <deque>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "tasks/merge_learner.h"
#include "tasks/stories.h"
#include "tasks/text_tokens.h"

namespace attn::lessons::language_models {
namespace {

// ---- stories ---------------------------------------------------------------------------------------------------------------------------

class StoryCorpus : public Corpus {
 public:
  int vocabulary() const override { return tasks::story_words().size(); }
  std::string name(int token) const override {
    return token == kStartToken ? "start" : token == kEndToken ? "end" : tasks::story_words().name(token);
  }
  std::string write(const Tokens& tokens) const override {
    Tokens words;
    std::copy_if(tokens.begin(), tokens.end(), std::back_inserter(words), [](int token) { return token >= kFirstToken; });
    return tasks::write_story(words);
  }
  std::string read(std::string_view text, Tokens* tokens) const override {
    Tokens words;
    std::string why = tasks::read_story(text, &words);
    if (!why.empty()) return why;
    words.insert(words.begin(), kStartToken);
    *tokens = std::move(words);
    return "";
  }
  Tokens draw(tasks::Split split, int context, Rng& rng) const override {
    Tokens story = tasks::draw_story(split, rng);
    story.insert(story.begin(), kStartToken);
    story.push_back(kEndToken);
    story.resize(std::min(story.size(), static_cast<std::size_t>(context) + 1));
    return story;
  }
  int end() const override { return kEndToken; }
  bool is_mark(int token) const override { return token < kFirstToken; }
  std::string sample() const override { return "Lily had"; }
};

class MaskedStoryCorpus final : public StoryCorpus {
 public:
  int vocabulary() const override { return StoryCorpus::vocabulary() + 1; }
  int mask() const override { return StoryCorpus::vocabulary(); }
  int closing() const override { return kEndToken; }
  bool is_mark(int token) const override { return token == mask() || StoryCorpus::is_mark(token); }
  std::string name(int token) const override {
    return token == mask() ? std::string(kMark) : token == kStartToken ? "[CLS]" : token == kEndToken ? "[SEP]" : StoryCorpus::name(token);
  }
  std::string write(const Tokens& tokens) const override {
    std::string text;
    for (auto from = tokens.begin(); from != tokens.end();) {
      const auto to = std::find(from, tokens.end(), mask());
      std::string words = StoryCorpus::write({from, to});
      if (!text.empty() && !words.empty()) {
        words.front() = name(*from).front();  // no sentence begins here
        if (std::isalpha(static_cast<unsigned char>(words.front()))) text += " ";
      }
      text += words;
      if (to == tokens.end()) break;
      text += (text.empty() ? "" : " ") + std::string(kMark);
      from = to + 1;
    }
    return text;
  }
  std::string read(std::string_view text, Tokens* tokens) const override {
    Tokens out{kStartToken}, words;
    std::string left(text);
    for (std::size_t at; (at = left.find(kMark)) != std::string::npos;) left.replace(at, kMark.size(), "_");
    while (true) {
      const std::size_t blank = left.find('_');
      if (std::string why = tasks::read_story(left.substr(0, blank), &words); !why.empty()) return why;
      out.insert(out.end(), words.begin(), words.end());
      if (blank == std::string::npos) break;
      out.push_back(mask());
      left.erase(0, blank + 1);
    }
    if (out.size() == 1) return "Type a few words of a story, with _ for each word to guess.";
    out.push_back(kEndToken);
    *tokens = std::move(out);
    return "";
  }
  Tokens draw(tasks::Split split, int context, Rng& rng) const override {
    Tokens story = tasks::draw_story(split, rng);
    constexpr std::size_t kShortest = 5;
    if (rng.below(2) == 0) story.resize(kShortest + rng.below(story.size() - kShortest + 1));
    return enclosed(std::move(story), context);
  }
  int end() const override { return -1; }
  std::string sample() const override {
    return "Emma had a pretty book. One day she came home without her book. Sue found the book under a tree.";
  }

 private:
  static constexpr std::string_view kMark = "[MASK]";
};

// ---- copies -----------------------------------------------------------------------------------------------------------------------------

constexpr int kCopiesWindow = 41;

Tokens draw_block(int length, Rng& rng) {
  Tokens letters(kLetters);
  std::iota(letters.begin(), letters.end(), kFirstToken);
  rng.shuffle(&letters);
  letters.resize(static_cast<std::size_t>(length));
  return letters;
}

class CopyCorpus final : public Corpus {
 public:
  int vocabulary() const override { return kFirstToken + kLetters; }
  std::string name(int token) const override {
    return token < kFirstToken ? "\u2013" : std::string(1, static_cast<char>('a' + token - kFirstToken));
  }
  std::string write(const Tokens& tokens) const override {
    std::string text;
    for (const int token : tokens) text += (text.empty() ? "" : " ") + name(token);
    return text;
  }
  std::string read(std::string_view text, Tokens* tokens) const override {
    Tokens letters;
    for (const char32_t c : code_points(text)) {
      const char32_t letter = c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
      if (letter >= 'a' && letter <= 'z')
        letters.push_back(kFirstToken + static_cast<int>(letter - 'a'));
      else if (c != ' ' && c != ',' && c != '\n' && c != '\t')
        return "This model reads the letters a to z, and " + cited(text) + " has something else.";
    }
    if (letters.empty()) return "Type a few letters, some of them twice.";
    *tokens = std::move(letters);
    return "";
  }
  Tokens draw(tasks::Split, int context, Rng& rng) const override {
    const int length = kShortestBlock + static_cast<int>(rng.below(kLongestBlock - kShortestBlock + 1));
    const auto window = static_cast<std::size_t>(std::min(kCopiesWindow, context + 1));
    const Tokens block = draw_block(length, rng);
    Tokens all = block;
    while (all.size() < window)
      all.insert(all.end(), block.begin() + static_cast<std::ptrdiff_t>(rng.below(block.size() - 1)), block.end());
    all.resize(window);
    return all;
  }
  int end() const override { return -1; }
  bool is_mark(int token) const override { return token < kFirstToken; }
  std::string sample() const override { return "k t d q v m h s k t d"; }
};

// ---- a text -----------------------------------------------------------------------------------------------------------------------------

constexpr double kHeldOutShare = 0.1;
constexpr std::size_t kLearnedFrom = 1'000'000;  ///< bytes of a text from which pairs are learned

tasks::TextTokens pairs_of(std::string_view text, int size) {
  tasks::MergeLearner learner(text.substr(0, kLearnedFrom));
  learner.learn(size - tasks::TextTokens::kBytes);
  return learner.tokens();
}

class TextCorpus final : public Corpus {
 public:
  TextCorpus(const std::string& text, Cut cut, int size)
      : pieces_(cut == Cut::characters ? tasks::TextTokens::characters(text, size) : pairs_of(text, size)),
        tokens_(pieces_.encode(text)),
        held_out_from_(tokens_.size() -
                       std::max<std::size_t>(2, static_cast<std::size_t>(kHeldOutShare * static_cast<double>(tokens_.size())))) {
    CHECK(tokens_.size() >= 8, "TextCorpus: ", tokens_.size(), " tokens");
    const std::size_t begin = text.find_first_not_of(" \t\r\n"), stop = text.find_first_of(".!?\n", begin);
    sample_ = begin == std::string::npos ? text.substr(0, 8) : text.substr(begin, std::min<std::size_t>(stop - begin, 12));
    while (!sample_.empty() && !is_utf8(sample_)) sample_.pop_back();
    if (sample_.empty()) sample_ = "a";
  }
  int vocabulary() const override { return pieces_.size(); }
  std::string name(int token) const override { return pieces_.name(token); }
  std::string write(const Tokens& tokens) const override { return pieces_.decode(tokens); }
  std::string read(std::string_view text, Tokens* tokens) const override {
    if (text.empty()) return "Type a few words for the model to go on from.";
    *tokens = pieces_.encode(text);
    return "";
  }
  Tokens draw(tasks::Split split, int context, Rng& rng) const override {
    const std::size_t begin = split == tasks::Split::kHeldOut ? held_out_from_ : 0;
    const std::size_t end = split == tasks::Split::kHeldOut ? tokens_.size() : held_out_from_;
    const std::size_t length = std::min(static_cast<std::size_t>(context) + 1, end - begin);
    const std::size_t from = begin + static_cast<std::size_t>(rng.below(end - begin - length + 1));
    return Tokens(tokens_.begin() + static_cast<std::ptrdiff_t>(from), tokens_.begin() + static_cast<std::ptrdiff_t>(from + length));
  }
  std::span<const int> training_tokens() const override { return std::span(tokens_).first(held_out_from_); }
  const tasks::TextTokens* pieces() const override { return &pieces_; }
  int end() const override { return -1; }
  std::string sample() const override { return sample_; }

 private:
  tasks::TextTokens pieces_;
  Tokens tokens_;
  std::size_t held_out_from_;
  std::string sample_;
};

/// FNV-1a, 64 bits.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

struct OnShelf {
  std::string key;
  std::shared_ptr<const std::string> text;
};
constexpr std::size_t kShelf = 4;
std::deque<OnShelf>& shelf() {
  static std::deque<OnShelf> texts;
  return texts;
}

struct Made {
  std::weak_ptr<const std::string> text;
  Cut cut;
  int size;
  std::shared_ptr<const Corpus> corpus;
};

}  // namespace

std::shared_ptr<const Corpus> story_corpus() {
  static const auto corpus = std::make_shared<const StoryCorpus>();
  return corpus;
}

std::shared_ptr<const Corpus> masked_story_corpus() {
  static const auto corpus = std::make_shared<const MaskedStoryCorpus>();
  return corpus;
}

Tokens enclosed(Tokens text, int context) {
  text.resize(std::min(text.size(), static_cast<std::size_t>(context) - 2));
  text.insert(text.begin(), kStartToken);
  text.push_back(kEndToken);
  return text;
}

std::shared_ptr<const Corpus> copy_corpus() {
  static const auto corpus = std::make_shared<const CopyCorpus>();
  return corpus;
}

std::shared_ptr<const Corpus> text_corpus(std::shared_ptr<const std::string> text, Cut cut, int size) {
  static std::deque<Made> made;
  for (const Made& one : made)
    if (one.text.lock() == text && one.cut == cut && one.size == size) return one.corpus;
  if (made.size() == kShelf) made.pop_front();
  return made.emplace_back(Made{text, cut, size, std::make_shared<const TextCorpus>(*text, cut, size)}).corpus;
}

std::string shelve(std::string text) {
  std::string key = std::to_string(text.size()) + "-" + std::to_string(hash_of(text));
  if (!shelved(key)) {
    if (shelf().size() == kShelf) shelf().pop_front();
    shelf().push_back({key, std::make_shared<const std::string>(std::move(text))});
  }
  return key;
}

std::shared_ptr<const std::string> shelved(std::string_view key) {
  for (const OnShelf& one : shelf())
    if (one.key == key) return one.text;
  return nullptr;
}

std::shared_ptr<const std::string> stories_as_text() {
  static const auto text = [] {
    constexpr std::size_t kCharacters = 100'000;
    std::string all;
    Rng rng(11);
    while (all.size() < kCharacters) all += tasks::write_story(tasks::draw_story(tasks::Split::kTraining, rng)) + "\n";
    return std::make_shared<const std::string>(std::move(all));
  }();
  return text;
}

}  // namespace attn::lessons::language_models
