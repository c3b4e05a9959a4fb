#include "tasks/stories.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <set>

#include "base/check.h"
#include "base/text.h"
#include "tasks/story_plots.h"

namespace attn::tasks {
namespace {

constexpr std::size_t kLongestStory = 63;

bool is_name(std::string_view word) {
  return std::find(std::begin(kGirls), std::end(kGirls), word) != std::end(kGirls) ||
         std::find(std::begin(kBoys), std::end(kBoys), word) != std::end(kBoys);
}

std::string lowered(std::string_view word) {
  std::string out(word);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string plural(std::string_view thing) { return std::string(thing) + "s"; }

/// The words of a sentence: what stands between spaces.
std::vector<std::string_view> words_of(std::string_view sentence) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < sentence.size();) {
    const std::size_t end = std::min(sentence.find(' ', at), sentence.size());
    if (end > at) out.push_back(sentence.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// A word that what stands before it settles.
struct Settled {
  std::size_t at;  ///< its place in the story
  Probe::Kind kind;
  std::vector<int> wrong;
};

/// Who and what a story is about.
struct Cast {
  std::string_view main, other, adjective, thing, place, animal;
  bool main_is_girl = true, other_is_girl = true;
  int given = 2, kept = 2;  ///< of `given` + `kept` things
};

struct Told {
  Tokens story;
  std::vector<Settled> settled;
};

template <class Items>
std::string_view any_of(const Items& items, Rng& rng) {
  return items[static_cast<std::size_t>(rng.below(std::size(items)))];
}

Cast cast_of(Rng& rng) {
  Cast c;
  c.main_is_girl = rng.below(2) == 0, c.other_is_girl = rng.below(2) == 0;
  c.main = c.main_is_girl ? any_of(kGirls, rng) : any_of(kBoys, rng);
  do c.other = c.other_is_girl ? any_of(kGirls, rng) : any_of(kBoys, rng);
  while (c.other == c.main);
  c.adjective = any_of(kAdjectives, rng), c.thing = any_of(kThings, rng), c.place = any_of(kPlaces, rng), c.animal = any_of(kAnimals, rng);
  c.given = 1 + static_cast<int>(rng.below(3)), c.kept = 1 + static_cast<int>(rng.below(4));
  return c;
}

class Teller {
 public:
  explicit Teller(const Cast& cast) : cast_(cast) {}

  void tell(std::string_view sentence) {
    for (const std::string_view word : words_of(sentence)) {
      if (word.front() != '{')
        put(is_name(word) ? std::string(word) : lowered(word));
      else
        place(word.substr(1, word.size() - 2));
    }
  }
  Told take() { return std::move(told_); }

 private:
  void put(const std::string& word) {
    const int id = story_words().id(word);
    CHECK(id >= 0, "stories: no word ", word);
    told_.story.push_back(id);
  }

  void settle(Probe::Kind kind, const std::string& wrong) {
    told_.settled.push_back({told_.story.size(), kind, {story_words().id(wrong)}});
  }

  /// Puts the word of a pair that fits; a probe may ask for it against the other.
  void agree(bool first, const std::string& one, const std::string& other, bool settled, Probe::Kind kind) {
    if (settled) settle(kind, first ? other : one);
    put(first ? one : other);
  }

  void place(std::string_view name) {
    const bool settled = name.front() == '*';
    if (settled) name.remove_prefix(1);
    const bool of_other = name.back() == '2';
    if (of_other) name.remove_suffix(1);
    const bool girl = of_other ? cast_.other_is_girl : cast_.main_is_girl;
    if (name == "M" || name == "O") {
      const std::string_view it = name == "M" ? cast_.main : cast_.other, wrong = name == "M" ? cast_.other : cast_.main;
      const bool both = std::count(told_.story.begin(), told_.story.end(), story_words().id(cast_.other)) > 0;
      if (settled && both) settle(Probe::Kind::name, std::string(wrong));
      put(std::string(it));
    } else if (name == "she") {
      agree(girl, "she", "he", settled, Probe::Kind::pronoun);
    } else if (name == "her") {
      agree(girl, "her", "him", settled, Probe::Kind::pronoun);
    } else if (name == "hers") {
      agree(girl, "her", "his", settled, Probe::Kind::pronoun);
    } else if (name == "thing") {
      put(std::string(cast_.thing));
    } else if (name == "things") {
      agree(last_number_ != 1, plural(cast_.thing), std::string(cast_.thing), settled, Probe::Kind::number);
    } else if (name == "n" || name == "m" || name == "k") {
      last_number_ = name == "n" ? cast_.given + cast_.kept : name == "m" ? cast_.given : cast_.kept;
      put(std::string(kNumbers[last_number_]));
    } else {
      put(std::string(name == "adj" ? cast_.adjective : name == "place" ? cast_.place : cast_.animal));
    }
  }

  Cast cast_;
  Told told_;
  int last_number_ = 2;
};

/// Numbers stand before the things that they count, except "the things" and "no things", which are many.
Told tell_story(Rng& rng) {
  while (true) {
    const StoryPlot& plot = story_plots()[static_cast<std::size_t>(rng.below(story_plots().size()))];
    Teller teller(cast_of(rng));
    for (const StoryLine& line : plot.lines) teller.tell(line[static_cast<std::size_t>(rng.below(line.size()))]);
    Told told = teller.take();
    if (told.story.size() <= kLongestStory) return told;
  }
}

Told draw_told(Split split, Rng& rng) {
  while (true) {
    Told told = tell_story(rng);
    if (split_of_story(told.story) == split) return told;
  }
}

std::vector<std::string> all_words() {
  std::set<std::string> words = {"no"};
  const auto add = [&words](const auto& list) {
    for (const std::string_view word : list) words.emplace(word);
  };
  add(kGirls), add(kBoys), add(kThings), add(kAdjectives), add(kPlaces), add(kAnimals), add(kNumbers);
  for (const std::string_view thing : kThings) words.insert(plural(thing));
  for (const char* pronoun : {"she", "he", "her", "him", "his"}) words.insert(pronoun);
  for (const StoryPlot& plot : story_plots())
    for (const StoryLine& line : plot.lines)
      for (const std::string_view sentence : line)
        for (const std::string_view word : words_of(sentence))
          if (word.front() != '{') words.insert(is_name(word) ? std::string(word) : lowered(word));
  return {words.begin(), words.end()};
}

bool ends_sentence(std::string_view word) { return word == "." || word == "!" || word == "?"; }

}  // namespace

const Vocabulary& story_words() {
  static const Vocabulary words(all_words());
  return words;
}

Tokens draw_story(Split split, Rng& rng) { return draw_told(split, rng).story; }

Split split_of_story(const Tokens& story) {
  std::optional<std::string> name, thing;
  for (const int token : story) {
    const std::string& word = story_words().name(token);
    if (!name && is_name(word)) name = word;
    for (const std::string_view one : kThings)
      if (!thing && (word == one || word == plural(one))) thing = std::string(one);
  }
  CHECK(name && thing, "split_of_story: no name or no thing in ", story.size(), " words");
  return split_of({story_words().id(*name), story_words().id(*thing)});
}

std::string write_story(const Tokens& story) {
  std::string text;
  bool begins = true, open = false;
  for (const int token : story) {
    std::string word = story_words().name(token);
    const bool quote = word == "\"", mark = ends_sentence(word) || word == ",";
    const bool closes = quote && open;
    if (!text.empty() && !mark && !closes && !(open && text.back() == '"')) text += ' ';
    if (begins && !quote && !mark) word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
    if (word == "i") word = "I";
    text += word;
    if (quote) open = !open;
    if (!closes) begins = ends_sentence(word) || (quote && open) || (begins && quote);
    if (closes) begins = false;
  }
  return text;
}

std::string read_story(std::string_view text, Tokens* story) {
  Tokens read;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (std::isspace(c)) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    if (std::isalpha(c) || c >= 0x80)
      while (end < text.size() && (std::isalpha(static_cast<unsigned char>(text[end])) || static_cast<unsigned char>(text[end]) >= 0x80))
        ++end;
    const std::string word = lowered(text.substr(at, end - at));
    std::string name = word;
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    const int id = is_name(name) ? story_words().id(name) : story_words().id(word);
    if (id < kFirstToken)
      return "The stories have " + std::to_string(story_words().size() - kFirstToken) + " words, and " + cited(text.substr(at, end - at)) +
             " is none of them. Names are Lily, Anna, Tom, Max and others; things are a ball, a kite, a cake and others.";
    read.push_back(id);
    at = end;
  }
  *story = std::move(read);
  return "";
}

std::vector<Probe> story_probes(Probe::Kind kind, int count, Rng& rng) {
  std::vector<Probe> probes;
  while (static_cast<int>(probes.size()) < count) {
    const Told told = draw_told(Split::kHeldOut, rng);
    std::vector<const Settled*> fitting;
    for (const Settled& one : told.settled)
      if (one.kind == kind) fitting.push_back(&one);
    if (fitting.empty()) continue;
    const Settled& asked = *fitting[static_cast<std::size_t>(rng.below(fitting.size()))];
    probes.push_back(
        {kind, Tokens(told.story.begin(), told.story.begin() + static_cast<std::ptrdiff_t>(asked.at)), told.story[asked.at], asked.wrong});
  }
  return probes;
}

}  // namespace attn::tasks
