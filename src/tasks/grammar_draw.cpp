#include "tasks/grammar_draw.h"

#include <span>
#include <string_view>
#include <vector>

#include "tasks/grammar_words.h"

namespace attn::tasks::grammar {
namespace {

class Speaker {
 public:
  explicit Speaker(Rng& rng) : rng_(rng) {}

  void clause() {
    const double kind = rng_.uniform();
    if (kind < 0.25) {
      state(true);
    } else if (kind < 0.32) {
      state(false);
    } else {
      action();
    }
    if (tokens.back() != english().id("here") && chance(0.08)) say("here");
    if (chance(0.08)) say("today");
  }

  void conjunction() { say(pick<std::string_view>({"and", "but", "because"})); }

  Tokens tokens;

 private:
  bool chance(double probability) { return rng_.uniform() < probability; }
  template <class Item>
  const Item& any_of(std::span<const Item> items) {
    return items[static_cast<std::size_t>(rng_.below(items.size()))];
  }
  template <class Item>
  Item pick(std::initializer_list<Item> items) {
    return *(items.begin() + rng_.below(items.size()));
  }
  void say(std::string_view word) { tokens.push_back(english().id(word)); }

  enum class Slot { kFree, kNegatedObject, kPossessor };

  std::string_view determiner(bool plural, Slot slot, bool vowel) {
    const double kind = rng_.uniform();
    if (kind < 0.4) return "the";
    if (kind < 0.62 && !(plural && slot == Slot::kPossessor))
      return !plural ? (vowel ? "an" : "a") : slot == Slot::kNegatedObject ? "any" : "some";
    if (kind < 0.7) return plural ? "these" : "this";
    if (kind < 0.92) return pick<std::string_view>({"my", "your", "his", "her", "our", "their"});
    if (plural) return pick<std::string_view>({"two", "three"});
    return slot == Slot::kNegatedObject ? "this" : "every";
  }

  /// A noun of one of the `kinds`, perhaps with an adjective that French puts before it and one that it puts after it. Returns whether the
  /// noun is plural.
  bool noun_phrase(unsigned kinds, Slot slot) {
    const Noun* noun;
    do noun = &any_of(nouns());
    while (!(noun->kind & kinds));
    const bool plural = chance(0.4);
    std::vector<std::string_view> words;
    for (const bool before : {true, false}) {
      if (!chance(0.28)) continue;
      const Adjective* adjective;
      do adjective = &any_of(adjectives());
      while (adjective->before != before || !(adjective->of & noun->kind));
      words.push_back(adjective->english);
    }
    words.push_back(noun->english[plural]);
    say(determiner(plural, slot, std::string_view("aeiou").find(words[0][0]) != std::string_view::npos));
    for (const std::string_view word : words) say(word);
    if (slot != Slot::kPossessor && chance(0.06)) {
      say("of");
      noun_phrase(kPerson, Slot::kPossessor);
    }
    return plural;
  }

  Person subject(unsigned kinds) {
    if ((kinds & kPerson) && chance(0.3)) {
      const Pronoun& pronoun = any_of(subjects());
      say(pronoun.english);
      return pronoun.person;
    }
    return noun_phrase(kinds, Slot::kFree) ? kThey : kHe;
  }

  /// A clause with a form of be: a subject with an adjective or with a place.
  void state(bool somehow) {
    const Adjective& adjective = any_of(adjectives());
    const Person person = subject(somehow ? adjective.of : static_cast<unsigned>(kNotPerson | kPerson) & ~unsigned{kPlace});
    say(person == kI ? "am" : person == kHe ? "is" : "are");
    const double kind = rng_.uniform();
    if (kind < 0.25) {
      say("not");
    } else if (kind < 0.4) {
      say(pick<std::string_view>({"often", "always", "never"}));
    }
    if (somehow) {
      if (chance(0.2)) say("very");
      say(adjective.english);
    } else if (chance(0.2)) {
      say("here");
    } else {
      place();
    }
  }

  void place() {
    say("in");
    noun_phrase(kPlace, Slot::kFree);
  }

  void action() {
    const Verb& verb = any_of(verbs());
    const Person person = subject(verb.subjects);
    const double kind = rng_.uniform();
    const bool negated = kind < 0.3;
    bool never = false;
    if (negated) {
      say(person == kHe ? "does" : "do");
      say("not");
    }
    if (chance(0.2)) {
      never = !negated && chance(0.4);
      say(never ? "never" : pick<std::string_view>({"often", "always"}));
    }
    say(verb.english[person == kHe && !negated]);
    const bool has_object = verb.object == Verb::kRequired || (verb.object == Verb::kOptional && chance(0.7));
    if (has_object) {
      if (!verb.particle.empty()) say(verb.particle);
      object(verb, person, (negated || never) && !verb.to ? Slot::kNegatedObject : Slot::kFree);
    } else if (chance(0.25)) {
      say(pick<std::string_view>({"well", "slowly"}));
    }
    if (verb.objects != kPlace && chance(0.1)) place();
    if (chance(0.05)) {
      say("with");
      noun_phrase(kAlive, Slot::kFree);
    }
  }

  void object(const Verb& verb, Person subject, Slot slot) {
    if (!verb.to && (verb.objects & kAlive) && chance(0.25)) {
      const Pronoun& pronoun = any_of(objects());
      const bool self = pronoun.person == subject && (subject == kI || subject == kYou || subject == kWe);
      if (!self) return say(pronoun.english);
    }
    noun_phrase(verb.objects, slot);
  }

  Rng& rng_;
};

}  // namespace

Tokens draw_sentence(int clauses, Rng& rng) {
  Speaker speaker(rng);
  for (int i = 0; i < clauses; ++i) {
    if (i > 0) speaker.conjunction();
    speaker.clause();
  }
  return speaker.tokens;
}

Tokens draw_sentence_of(int length, int clauses, Rng& rng) {
  constexpr std::size_t kShortestClause = 2;
  constexpr int kTries = 40;
  const std::size_t wanted = static_cast<std::size_t>(length);
  Speaker speaker(rng);
  for (int i = 1; i < clauses; ++i) {
    speaker.clause();
    speaker.conjunction();
  }
  const std::size_t before = speaker.tokens.size();
  for (int i = 0; i < kTries && before + kShortestClause <= wanted; ++i) {
    speaker.clause();
    if (speaker.tokens.size() == wanted) return speaker.tokens;
    speaker.tokens.resize(before);
  }
  return {};
}

}  // namespace attn::tasks::grammar
