// The words of the English-French grammar: what each is, and its French forms.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "tasks/pairs.h"

namespace attn::tasks::grammar {

/// A French word and the form it takes before a vowel or a mute h: le, l'. The forms are equal where nothing changes.
struct French {
  std::string_view plain, before_vowel;
  constexpr French() = default;
  constexpr French(const char* word) : plain(word), before_vowel(word) {}
  constexpr French(const char* word, const char* vowel) : plain(word), before_vowel(vowel) {}
};

/// What a noun names; sets of kinds are bits or'ed together.
enum Kind : unsigned { kPerson = 1, kAnimal = 2, kFood = 4, kText = 8, kThing = 16, kPlace = 32, kAlive = 3, kNotPerson = 62, kAny = 63 };

struct Noun {
  std::string_view english[2];  ///< singular, plural
  French french[2];
  bool feminine = false;
  Kind kind = kThing;
};

struct Adjective {
  std::string_view english;
  bool before = false;  ///< whether French puts it before the noun
  French masculine, feminine, masculines, feminines;
  Kind of = kAny;  ///< the nouns with which drawn sentences use it
  const French& form(bool is_feminine, bool plural) const {
    return plural ? (is_feminine ? feminines : masculines) : (is_feminine ? feminine : masculine);
  }
};

struct Determiner {
  std::string_view english;
  bool singular = true, plural = true;
  French masculine, feminine, plurals;
};

/// Grammatical person, with number: i, you (tu), he or she, we, they.
enum Person { kI, kYou, kHe, kWe, kThey };

struct Verb {
  enum Object { kNone, kOptional, kRequired };
  std::string_view english[2];  ///< eat, eats
  std::string_view particle;    ///< the English word before the object: look "for"
  bool to = false;              ///< whether French puts "à" before the object
  std::array<const char*, 5> french;
  Object object = kOptional;
  Kind subjects = kAlive, objects = kAny;  ///< the nouns with which drawn sentences use it
};

struct Pronoun {
  std::string_view english;
  Person person;
  bool feminine = false;
  French french;
};

/// An adverb and its place in the sentence.
struct Adverb {
  enum Place { kFrequency, kNever, kManner, kWhere, kWhen };
  std::string_view english;
  Place place;
  French french;
};

/// What an English word can be, as indices into the tables below; -1 for what it cannot be.
struct Roles {
  int noun = -1, plural = 0;
  int adjective = -1, determiner = -1;
  int verb = -1, third = 0;  ///< third: "eats"
  int subject = -1, object = -1, adverb = -1;
};

std::span<const Noun> nouns();
std::span<const Adjective> adjectives();
std::span<const Determiner> determiners();
std::span<const Verb> verbs();
std::span<const Pronoun> subjects();
std::span<const Pronoun> objects();
std::span<const Adverb> adverbs();
/// suis, es, est, sommes, sont
std::span<const char* const, 5> be();

const Vocabulary& english();
const Vocabulary& french();
/// The roles of a token of english().
const Roles& roles(int token);

/// Whether the word begins with a vowel or a mute h; every h of the vocabulary is mute.
bool starts_with_vowel(std::string_view french_word);

}  // namespace attn::tasks::grammar
