#include "tasks/stories.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "tasks/pair_parts.h"
#include "tasks/story_plots.h"

namespace attn::tasks {
namespace {

using story::Blank;

template <class Items>
const auto& one_item(const Items& items, Rng& rng) {
  return items[static_cast<size_t>(rng.below(items.size()))];
}

/// A person, with the words that agree.
struct Character {
  int name = -1;
  bool is_girl = false;

  int subject() const { return story::word(is_girl ? "she" : "he"); }
  int object() const { return story::word(is_girl ? "her" : "him"); }
  int possessive() const { return story::word(is_girl ? "her" : "his"); }
};

/// What stands in the blanks of one story.
struct Cast {
  const story::Plot* plot = nullptr;
  Character main, other, parent;
  const story::Thing* thing = nullptr;
  int adjective = -1, number = 0;
  story::Place place{};
};

/// A place of the story whose word is decided.
struct Decided {
  Probe::Kind kind;
  int place, wrong;
};

struct Draft {
  Tokens tokens;
  std::vector<Decided> decided;
};

Character draw_person(Rng& rng) {
  const bool is_girl = rng.below(2) == 0;
  return {one_item(is_girl ? story::girls() : story::boys(), rng), is_girl};
}

Split split_of_cast(int name, const story::Thing& thing) { return split_of({name, thing.one}); }

Cast draw_cast(Split split, Rng& rng) {
  Cast cast;
  do {
    cast.plot = &one_item(story::plots(), rng);
    cast.main = draw_person(rng);
    cast.thing = story::find_thing(one_item(cast.plot->things, rng));
  } while (split_of_cast(cast.main.name, *cast.thing) != split);
  do cast.other = draw_person(rng);
  while (cast.other.name == cast.main.name);
  cast.parent.is_girl = rng.below(2) == 0;
  cast.parent.name = story::word(cast.parent.is_girl ? "mom" : "dad");
  cast.adjective = one_item(cast.plot->adjectives, rng);
  cast.number = cast.plot->fewest == 1 && rng.below(2) == 0 ? 1 : 2 + static_cast<int>(rng.below(5));
  cast.place = one_item(story::places(), rng);
  return cast;
}

/// The words of a blank, of which the last is the one that a probe would ask for.
struct Filled {
  Tokens tokens;
  Probe::Kind kind = Probe::Kind::number;
  int wrong = -1;
};

Filled fill_pronoun(const Character& person, int (Character::*form)() const) {
  return {{(person.*form)()}, Probe::Kind::pronoun, (Character{-1, !person.is_girl}.*form)()};
}

/// `one` for the number 1, else `many`.
Filled fill_number(int number, int one, int many) {
  return number == 1 ? Filled{{one}, Probe::Kind::number, many} : Filled{{many}, Probe::Kind::number, one};
}

Filled fill_blank(const Cast& cast, Blank blank) {
  using story::word;
  const story::Thing& thing = *cast.thing;
  switch (blank) {
    case Blank::name:
      return {{cast.main.name}, Probe::Kind::name, cast.other.name};
    case Blank::subject:
      return fill_pronoun(cast.main, &Character::subject);
    case Blank::object:
      return fill_pronoun(cast.main, &Character::object);
    case Blank::possessive:
      return fill_pronoun(cast.main, &Character::possessive);
    case Blank::child:
      return {{word(cast.main.is_girl ? "girl" : "boy")}};
    case Blank::other_name:
      return {{cast.other.name}, Probe::Kind::name, cast.main.name};
    case Blank::other_subject:
      return fill_pronoun(cast.other, &Character::subject);
    case Blank::other_object:
      return fill_pronoun(cast.other, &Character::object);
    case Blank::other_possessive:
      return fill_pronoun(cast.other, &Character::possessive);
    case Blank::parent:
      return {{cast.parent.name}};
    case Blank::parent_subject:
      return fill_pronoun(cast.parent, &Character::subject);
    case Blank::thing:
      return {{thing.one}, Probe::Kind::number, thing.many};
    case Blank::things:
      return fill_number(cast.number, thing.one, thing.many);
    case Blank::adjective:
      return {{cast.adjective}};
    case Blank::number:
      return {{story::number_word(cast.number)}};
    case Blank::was:
      return fill_number(cast.number, word("was"), word("were"));
    case Blank::it:
      return fill_number(cast.number, word("it"), word("they"));
    case Blank::them:
      return fill_number(cast.number, word("it"), word("them"));
    case Blank::count: {
      Filled counted{{story::number_word(1)}};
      for (int n = 2; n <= cast.number; ++n) counted.tokens.push_back(word(",")), counted.tokens.push_back(story::number_word(n));
      return counted;
    }
    case Blank::left:
      return {{story::number_word(cast.number - 1)}};
    case Blank::things_left:
      return fill_number(cast.number - 1, thing.one, thing.many);
    case Blank::in_place:
      return {{cast.place.preposition, word("the"), cast.place.noun}};
    case Blank::to_place:
      return {{word("to"), word("the"), cast.place.noun}};
  }
  CHECK(false, "story: no such blank");
}

void tell_part(const Cast& cast, const story::Part& part, Draft* draft) {
  const Filled filled = part.word >= 0 ? Filled{{part.word}, Probe::Kind::number, part.wrong} : fill_blank(cast, part.blank);
  draft->tokens.insert(draft->tokens.end(), filled.tokens.begin(), filled.tokens.end());
  if (part.is_decided) {
    CHECK(filled.wrong >= 0, "story: nothing else can stand for ", story::words().name(filled.tokens.back()));
    draft->decided.push_back({filled.kind, static_cast<int>(draft->tokens.size()) - 1, filled.wrong});
  }
}

/// "a" becomes "an" before a vowel.
void correct_articles(Tokens* tokens) {
  const int a = story::word("a"), an = story::word("an");
  for (size_t i = 0; i + 1 < tokens->size(); ++i)
    if ((*tokens)[i] == a && std::string_view("aeiou").find(story::words().name((*tokens)[i + 1])[0]) != std::string_view::npos)
      (*tokens)[i] = an;
}

/// A way to tell a sentence. A sentence that may be left out is so half of the time.
const story::Sentence& draw_way(const std::vector<story::Sentence>& ways, Rng& rng) {
  const bool can_be_left_out = ways.front().empty();
  if (can_be_left_out && rng.below(2) == 0) return ways.front();
  const size_t first = can_be_left_out ? 1 : 0;
  return ways[first + static_cast<size_t>(rng.below(ways.size() - first))];
}

Draft tell(const Cast& cast, Rng& rng) {
  Draft draft;
  for (const auto& ways : cast.plot->sentences)
    for (const story::Choice& choice : draw_way(ways, rng))
      for (const story::Part& part : one_item(choice, rng)) tell_part(cast, part, &draft);
  correct_articles(&draft.tokens);
  return draft;
}

/// Tells it again where it comes out too short or too long, so that every plot is equally likely.
Draft draw_draft(Split split, Rng& rng) {
  constexpr int kTries = 10000;
  const Cast cast = draw_cast(split, rng);
  for (int i = 0; i < kTries; ++i) {
    Draft draft = tell(cast, rng);
    const auto length = static_cast<int>(draft.tokens.size());
    if (length >= kShortestStory && length <= kLongestStory) return draft;
  }
  CHECK(false, "story: no plot of the right length");
}

bool is_one_of_signs(std::string_view word, std::string_view signs) {
  return word.size() == 1 && signs.find(word[0]) != std::string_view::npos;
}

char lower_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The token of a word in any case, or -1.
int token_of_word(const std::string& own) {
  std::string lower = own;
  std::transform(lower.begin(), lower.end(), lower.begin(), lower_letter);
  if (const int id = story::words().id(lower); id >= kFirstToken) return id;
  if (!lower.empty() && lower[0] >= 'a' && lower[0] <= 'z') lower[0] = static_cast<char>(lower[0] - 'a' + 'A');
  const int id = story::words().id(lower);
  return id >= kFirstToken ? id : -1;
}

/// Words and single marks. Typographic quotation marks are plain ones.
std::vector<std::string> split_into_words(std::string_view text) {
  std::vector<std::string> out;
  bool is_open = false;  // whether the last word can go on
  for (char32_t code : code_points(text)) {
    if (code == U'\u201c' || code == U'\u201d' || code == U'\u201e') code = U'"';
    const bool is_ascii = code < 0x80;
    if (code == 0xA0 || (is_ascii && code <= ' ')) {
      is_open = false;
    } else if (is_ascii && std::string_view(".,\"!?:;()").find(static_cast<char>(code)) != std::string_view::npos) {
      out.emplace_back(1, static_cast<char>(code));
      is_open = false;
    } else {
      if (!is_open) out.emplace_back();
      append_utf8(&out.back(), code);
      is_open = true;
    }
  }
  return out;
}

}  // namespace

const Vocabulary& story_words() { return story::words(); }

Tokens draw_story(Split split, Rng& rng) { return draw_draft(split, rng).tokens; }

std::optional<Split> split_of_story(const Tokens& tokens) {
  const auto name = std::find_if(tokens.begin(), tokens.end(), story::is_name);
  const auto thing = std::find_if(tokens.begin(), tokens.end(), [](int word) { return story::find_thing(word) != nullptr; });
  if (name == tokens.end() || thing == tokens.end()) return std::nullopt;
  return split_of_cast(*name, *story::find_thing(*thing));
}

LabelledStory draw_labelled_story(Split split, Rng& rng) {
  while (true) {
    LabelledStory out{draw_story(split, rng)};
    const auto name = std::find_if(out.story.begin(), out.story.end(), story::is_name);
    out.is_girl = story::is_girl(*name);
    const std::vector<int>& names = out.is_girl ? story::girls() : story::boys();
    const auto place = std::find(names.begin(), names.end(), *name) - names.begin();
    if ((place % 2 == 0) == (split == Split::kTraining)) return out;
  }
}

std::string write_story(const Tokens& tokens) {
  const int quote = story::word("\""), said = story::word("said"), comma = story::word(",");
  const auto at = [&tokens](size_t i) { return i < tokens.size() ? tokens[i] : -1; };
  std::string out;
  bool begins = true, is_quoted = false, is_glued = true;  // a sentence begins; inside a quotation; no space before the next word
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] < kFirstToken) continue;
    if (tokens[i] == quote) {
      if (!is_quoted && !out.empty()) out += ' ';
      out += '"';
      is_quoted = is_glued = !is_quoted;
      // "said Lily" and "she said." go on with the sentence of the quotation.
      const bool goes_on = at(i + 1) == said || (at(i + 2) == said && at(i + 3) != comma);
      begins = is_quoted || (begins && !goes_on);
      continue;
    }
    std::string word = story::words().name(tokens[i]);
    const bool is_mark = is_one_of_signs(word, ".,!?:");
    if (!is_mark && !is_glued) out += ' ';
    if (!is_mark && begins && word[0] >= 'a' && word[0] <= 'z') word[0] = static_cast<char>(word[0] - 'a' + 'A');
    out += word;
    is_glued = false;
    begins = is_one_of_signs(word, ".!?");
  }
  return out;
}

std::string read_story(std::string_view text, Tokens* tokens) {
  Tokens out;
  for (const std::string& own : split_into_words(text)) {
    const int token = token_of_word(own);
    if (token < 0) {
      const std::vector<std::string> near = nearest_words(story::words(), own, 3);
      return cited(own) + " is not a word of the stories." + (near.empty() ? "" : " Did you mean " + quoted_list(near) + "?");
    }
    out.push_back(token);
  }
  *tokens = std::move(out);
  return {};
}

std::vector<Probe> story_probes(Probe::Kind kind, int count, Rng& rng) {
  std::vector<Probe> out;
  while (static_cast<int>(out.size()) < count) {
    const Draft draft = draw_draft(Split::kHeldOut, rng);
    std::vector<Decided> fitting;
    for (const Decided& decided : draft.decided)
      if (decided.kind == kind) fitting.push_back(decided);
    if (fitting.empty()) continue;
    const Decided& chosen = one_item(fitting, rng);
    const auto place = draft.tokens.begin() + chosen.place;
    out.push_back({Tokens(draft.tokens.begin(), place), *place, {chosen.wrong}, kind});
  }
  return out;
}

}  // namespace attn::tasks
