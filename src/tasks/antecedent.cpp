#include "tasks/antecedent.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "base/text.h"
#include "tasks/antecedent_words.h"
#include "tasks/pair_parts.h"

namespace attn::tasks {
namespace {

using antecedent::find_noun, antecedent::find_pronoun, antecedent::is_adjective, antecedent::Noun, antecedent::Pronoun, antecedent::Verb,
    antecedent::words;

constexpr int kShortest = 5, kLongest = 16;

int id(std::string_view word) { return words().id(word); }

bool is_one_of(int word, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [word](std::string_view name) { return id(name) == word; });
}

bool contains(const Tokens& words, int word) { return std::find(words.begin(), words.end(), word) != words.end(); }

bool shares_kind(std::string_view kinds, std::string_view wanted) { return kinds.find_first_of(wanted) != kinds.npos; }

// ---- drawing
// -----------------------------------------------------------------------------------------------------------------------------

template <class Items>
const auto& one_of(const Items& items, Rng& rng) {
  return items[static_cast<size_t>(rng.below(items.size()))];
}

const Noun& draw_noun(std::string_view kinds, Rng& rng) {
  for (;;)
    if (const Noun& noun = one_of(antecedent::nouns(), rng); shares_kind(noun.kinds, kinds)) return noun;
}

/// A noun with its article and perhaps an adjective, and what pronoun it has.
struct Phrase {
  Tokens tokens;
  Pronoun pronoun;
};

bool begins_with_vowel(int word) { return std::string_view("aeiou").find(words().name(word)[0]) != std::string_view::npos; }

Phrase draw_phrase(const Noun& noun, Rng& rng) {
  const bool many = noun.plural >= 0 && rng.uniform() < 0.4;
  Tokens rest;
  if (rng.uniform() < 0.2) rest.push_back(one_of(antecedent::attributes(), rng));
  rest.push_back(many ? noun.plural : noun.word);
  const bool the = many || rng.uniform() < 0.8;
  rest.insert(rest.begin(), id(the ? "the" : begins_with_vowel(rest.front()) ? "an" : "a"));
  return {rest, many ? Pronoun::they : noun.pronoun};
}

int draw_pronoun(Pronoun pronoun) {
  constexpr std::string_view kNames[] = {"it", "he", "she", "they"};
  return id(kNames[static_cast<size_t>(pronoun)]);
}

/// The reason for a sentence: one of its two nouns as a pronoun, with any adjective that fits the verb.
Tokens draw_reason(const Verb& verb, Pronoun meant, Rng& rng) {
  Tokens out{id(rng.uniform() < 0.7 ? "because" : rng.uniform() < 0.5 ? "since" : "as"), draw_pronoun(meant)};
  const bool many = meant == Pronoun::they;
  out.push_back(id(verb.present ? many ? "are" : "is" : many ? "were" : "was"));
  const std::string_view strongest = contains(verb.words, id("not")) ? "too" : "so";
  if (const double degree = rng.uniform(); degree < 0.75) out.push_back(id(degree < 0.4 ? strongest : degree < 0.6 ? "so" : "very"));
  out.push_back(one_of(rng.uniform() < 0.5 ? verb.of_subject : verb.of_object, rng));
  return out;
}

Tokens draw_sentence(Rng& rng) {
  const Verb& verb = one_of(antecedent::verbs(), rng);
  const Noun& subject = draw_noun(verb.subjects, rng);
  const Noun& object = draw_noun(verb.objects, rng);
  if (subject.word == object.word) return {};
  const Phrase first = draw_phrase(subject, rng), second = draw_phrase(object, rng);
  Tokens out = first.tokens;
  for (const int word : verb.words) out.push_back(first.pronoun == Pronoun::they ? antecedent::plural_form(word) : word);
  out.insert(out.end(), second.tokens.begin(), second.tokens.end());
  if (rng.uniform() < 0.05) return out;
  for (const int word : draw_reason(verb, rng.uniform() < 0.5 ? first.pronoun : second.pronoun, rng)) out.push_back(word);
  return out;
}

// ---- solving
// -----------------------------------------------------------------------------------------------------------------------------

/// The places of a sentence's parts. A part goes from its first place to the one after its last.
struct Parts {
  int subject = -1, object = -1;  ///< the nouns
  int verb = 0, verb_end = 0;
  int reason = -1;  ///< -1: there is none
};

/// Reads an article, any adjectives and a noun from `at` on. Returns the noun's place, or -1.
int noun_place(const Tokens& s, size_t at) {
  if (at >= s.size() || !is_one_of(s[at], {"the", "a", "an"})) return -1;
  for (++at; at < s.size() && is_adjective(s[at]);) ++at;
  return at < s.size() && find_noun(s[at]) ? static_cast<int>(at) : -1;
}

bool find_parts(const Tokens& s, Parts* parts) {
  parts->subject = noun_place(s, 0);
  if (parts->subject < 0) return false;
  parts->verb = parts->verb_end = parts->subject + 1;
  const auto end = static_cast<int>(s.size());
  while (parts->verb_end < end && noun_place(s, static_cast<size_t>(parts->verb_end)) < 0) ++parts->verb_end;
  parts->object = noun_place(s, static_cast<size_t>(parts->verb_end));
  if (parts->object < 0) return false;
  parts->reason = parts->object + 1 < end ? parts->object + 1 : -1;
  return true;
}

const Verb* find_verb(const Tokens& s, const Parts& parts) {
  const Tokens found(s.begin() + parts.verb, s.begin() + parts.verb_end);
  for (const Verb& verb : antecedent::verbs()) {
    if (found.size() != verb.words.size()) continue;
    const auto same = [](int word, int own) { return word == own || word == antecedent::plural_form(own); };
    if (std::equal(found.begin(), found.end(), verb.words.begin(), same)) return &verb;
  }
  return nullptr;
}

Pronoun pronoun_of(int noun) { return find_noun(noun)->plural == noun ? Pronoun::they : find_noun(noun)->pronoun; }

/// The place of the noun that the reason is about, or -1 where the rules do not say.
int meant_place(const Tokens& s, const Parts& parts, const Verb& verb) {
  const auto at = static_cast<size_t>(parts.reason);
  if (at + 3 >= s.size() || !is_one_of(s[at], {"because", "since", "as"}) || !find_pronoun(s[at + 1]) ||
      !is_one_of(s[at + 2], {"was", "were", "is", "are"}))
    return -1;
  const size_t last = at + 3 + (is_one_of(s[at + 3], {"too", "so", "very"}) ? 1 : 0);
  if (last + 1 != s.size()) return -1;
  const Pronoun pronoun = *find_pronoun(s[at + 1]);
  const bool of_subject = contains(verb.of_subject, s[last]), of_object = contains(verb.of_object, s[last]);
  const bool first = pronoun_of(s[static_cast<size_t>(parts.subject)]) == pronoun;
  const bool second = pronoun_of(s[static_cast<size_t>(parts.object)]) == pronoun;
  if (of_subject == of_object || (!first && !second)) return -1;
  if (first != second) return first ? parts.subject : parts.object;
  return of_subject ? parts.subject : parts.object;
}

bool solve(const PairTask&, const Tokens& s, Example* answer) {
  Parts parts;
  if (!find_parts(s, &parts)) return false;
  const Verb* verb = find_verb(s, parts);
  if (!verb) return false;
  const int meant = parts.reason < 0 ? -1 : meant_place(s, parts, *verb);
  if (parts.reason >= 0 && meant < 0) return false;
  answer->source = s;
  answer->target.clear(), answer->alignment.clear();
  for (int i = 0; i < static_cast<int>(s.size()); ++i) {
    const bool preposition = verb->ends_in_preposition && i == parts.verb_end - 1;
    const int to = i < parts.verb_end  ? (preposition ? parts.object : parts.subject)
                   : i <= parts.object ? parts.object
                   : i == parts.reason ? i
                                       : meant;
    answer->alignment.push_back(to);
    answer->target.push_back(s[static_cast<size_t>(to)]);
  }
  return true;
}

Example draw(const PairTask& task, Split split, int, Rng& rng) {
  for (;;) {
    Example example;
    const Tokens sentence = draw_sentence(rng);
    if (sentence.empty() || is_held_out(sentence) != (split == Split::kHeldOut)) continue;
    CHECK(solve(task, sentence, &example), "antecedent: the rules do not cover \"", write_words(task.source, sentence), "\"");
    return example;
  }
}

// ---- reading
// -----------------------------------------------------------------------------------------------------------------------------

/// The two words that a short form stands for, or the word itself: "doesn't", "cannot", "it's", "they're".
std::vector<std::string> full_forms(const std::string& word) {
  if (word == "can't" || word == "cannot") return {"can", "not"};
  constexpr std::string_view kShort[][2] = {{"n't", "not"}, {"'s", "is"}, {"'re", "are"}};
  for (const auto& [ending, full] : kShort)
    if (word.size() > ending.size() && word.ends_with(ending)) return {word.substr(0, word.size() - ending.size()), std::string(full)};
  return {word};
}

/// The words of a text in lower case and without stops.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    for (std::string& part : full_forms(word)) out.push_back(std::move(part));
    word.clear();
  };
  for (const char32_t code : code_points(text)) {
    if (code == 0xA0 || (code < 128 && std::string_view(" ,.!?:;\"\t\n\r").find(static_cast<char>(code)) != std::string_view::npos))
      end_word();
    else
      append_utf8(&word, code == U'\u2019' ? U'\'' : code < 128 && code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code);
  }
  end_word();
  return out;
}

std::string read(const PairTask& task, std::string_view text, Tokens* source) {
  Tokens tokens;
  for (const std::string& word : words_of(text)) {
    const int known = task.source.id(word);
    if (known < kFirstToken) {
      const std::vector<std::string> near = nearest_words(task.source, word, 3);
      const std::string help =
          near.empty() ? " It has words like " + quoted_list(some_words(task.source, 6)) + "." : " Did you mean " + quoted_list(near) + "?";
      return cited(word) + " is not in the vocabulary." + help;
    }
    tokens.push_back(known);
  }
  if (tokens.empty()) return "There is nothing to read yet.";
  if (static_cast<int>(tokens.size()) > kLongest)
    return "A sentence has at most " + std::to_string(kLongest) + " words, this one " + std::to_string(tokens.size()) + ".";
  *source = tokens;
  return {};
}

PairTask make_task() {
  PairTask task{"antecedent", "What a pronoun means", "An English sentence in, for each of its words the noun that it is about.", words(),
                words()};
  task.shortest = kShortest;
  task.longest = task.longest_tested = kLongest;
  task.sample = "The trophy did not fit in the suitcase because it was too big";
  task.draw = draw;
  task.read = read;
  task.write = write_words;
  task.solve = solve;
  return task;
}

}  // namespace

const PairTask& antecedent_task() {
  static const PairTask task = make_task();
  return task;
}

int pronoun_place(const Tokens& sentence) {
  const auto found = std::find_if(sentence.begin(), sentence.end(), [](int word) { return find_pronoun(word) != nullptr; });
  return found == sentence.end() ? -1 : static_cast<int>(found - sentence.begin());
}

Tokens turned(const Tokens& sentence) {
  Parts parts;
  Example answer;
  if (!solve(antecedent_task(), sentence, &answer) || !find_parts(sentence, &parts) || parts.reason < 0) return {};
  const Verb& verb = *find_verb(sentence, parts);
  const bool of_subject = contains(verb.of_subject, sentence.back());
  const Tokens &from = of_subject ? verb.of_subject : verb.of_object, &to = of_subject ? verb.of_object : verb.of_subject;
  const auto place = static_cast<size_t>(std::find(from.begin(), from.end(), sentence.back()) - from.begin());
  Tokens out = sentence;
  out.back() = to[std::min(place, to.size() - 1)];
  return out;
}

bool is_open(const Tokens& sentence) {
  Example one, other;
  const Tokens exchanged = turned(sentence);
  const int at = pronoun_place(sentence);
  if (exchanged.empty() || at < 0) return false;
  const auto place = static_cast<size_t>(at);
  return solve(antecedent_task(), sentence, &one) && solve(antecedent_task(), exchanged, &other) &&
         one.alignment[place] != other.alignment[place];
}

bool is_held_out(const Tokens& sentence) {
  Tokens nouns{kPadToken};  // a salt with which the sample is held out
  for (const int word : sentence)
    if (const Noun* noun = find_noun(word)) nouns.push_back(noun->word);
  return split_of(nouns) == Split::kHeldOut;
}

}  // namespace attn::tasks
