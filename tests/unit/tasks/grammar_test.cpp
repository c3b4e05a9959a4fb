// The English-French grammar: its answers, and what has to hold of every French sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "tasks/grammar_words.h"
#include "tasks/pairs.h"

namespace attn::tasks {
namespace {

const PairTask& task() { return *find_pair_task("grammar"); }

std::string french_of(const std::string& text) {
  Tokens source;
  if (const std::string error = task().read(task(), text, &source); !error.empty()) return error;
  Example answer;
  return task().solve(task(), source, &answer) ? task().write(task().target, answer.target) : "none";
}

struct Pair {
  const char *english, *french;
};

TEST(Grammar, HasEightyWordsASide) {
  EXPECT_GE(task().source.size() - kFirstToken, 80);
  EXPECT_GE(task().target.size() - kFirstToken, 80);
}

TEST(Grammar, PlaceAndAgreementOfAdjectives) {
  for (const Pair& p : std::vector<Pair>{{"the small black cat sleeps", "le petit chat noir dort"},
                                         {"the small white houses are old", "les petites maisons blanches sont vieilles"},
                                         {"a happy queen sings", "une reine heureuse chante"},
                                         {"some beautiful flowers are here", "de belles fleurs sont ici"},
                                         {"some green flowers are here", "des fleurs vertes sont ici"},
                                         {"my old horses are tired", "mes vieux chevaux sont fatigués"},
                                         {"the green red hat is new", "le chapeau rouge vert est nouveau"},
                                         {"she is very small", "elle est très petite"},
                                         {"they are sad", "ils sont tristes"}})
    EXPECT_EQ(french_of(p.english), p.french) << p.english;
}

TEST(Grammar, ElisionAndItsSpecialForms) {
  for (const Pair& p : std::vector<Pair>{{"the bird sleeps", "l'oiseau dort"},
                                         {"the small bird sleeps", "le petit oiseau dort"},
                                         {"a beautiful bird sings", "un bel oiseau chante"},
                                         {"a beautiful small bird sings", "un beau petit oiseau chante"},
                                         {"an old man works", "un vieil homme travaille"},
                                         {"the old men work", "les vieux hommes travaillent"},
                                         {"this new hotel is old", "ce nouvel hôtel est vieux"},
                                         {"this tree is old here", "cet arbre est vieux ici"},
                                         {"my school is big", "mon école est grande"},
                                         {"my big school is new", "ma grande école est nouvelle"},
                                         {"her story is sad", "son histoire est triste"},
                                         {"i love the orange", "j'aime l'orange"},
                                         {"i do not love the apple", "je n'aime pas la pomme"},
                                         {"i sleep because he works", "je dors parce qu'il travaille"},
                                         {"i sleep because the man works", "je dors parce que l'homme travaille"}})
    EXPECT_EQ(french_of(p.english), p.french) << p.english;
}

TEST(Grammar, Contractions) {
  for (const Pair& p : std::vector<Pair>{{"the house of the king is big", "la maison du roi est grande"},
                                         {"the house of the kings is big", "la maison des rois est grande"},
                                         {"the house of the child is big", "la maison de l'enfant est grande"},
                                         {"the house of an old queen is big", "la maison d'une vieille reine est grande"},
                                         {"he goes to the garden", "il va au jardin"},
                                         {"we go to the schools", "nous allons aux écoles"},
                                         {"you go to the school", "tu vas à l'école"},
                                         {"they go to the house", "ils vont à la maison"},
                                         {"she speaks to the old man", "elle parle au vieil homme"},
                                         {"she listens to the man", "elle écoute l'homme"}})
    EXPECT_EQ(french_of(p.english), p.french) << p.english;
}

TEST(Grammar, NegationAndPronouns) {
  for (const Pair& p : std::vector<Pair>{{"the cat does not eat the apple", "le chat ne mange pas la pomme"},
                                         {"the cat does not eat an apple", "le chat ne mange pas de pomme"},
                                         {"the cat does not eat any oranges", "le chat ne mange pas d'oranges"},
                                         {"the cat never eats a red cake", "le chat ne mange jamais de gâteau rouge"},
                                         {"the cats are not often sad", "les chats ne sont pas souvent tristes"},
                                         {"you are not old", "tu n'es pas vieux"},
                                         {"i see him", "je le vois"},
                                         {"i love you", "je t'aime"},
                                         {"you love her but she loves me", "tu l'aimes mais elle m'aime"},
                                         {"you love her cat", "tu aimes son chat"},
                                         {"we do not see them", "nous ne les voyons pas"},
                                         {"he does not love us", "il ne nous aime pas"},
                                         {"she never listens to him today", "elle ne l'écoute jamais aujourd'hui"},
                                         {"the woman looks for a letter", "la femme cherche une lettre"},
                                         {"the women often look for her", "les femmes la cherchent souvent"},
                                         {"he isn't here", "il n'est pas ici"},
                                         {"They don't sing well.", "ils ne chantent pas bien"},
                                         {"I'm \"tired\", and he's sad!", "je suis fatigué et il est triste"}})
    EXPECT_EQ(french_of(p.english), p.french) << p.english;
}

TEST(Grammar, WhatTheRulesDoNotMakeHasNoAnswer) {
  for (const char* text : {"cat the the",
                           "the cat",
                           "the cat eat",
                           "the cats sleeps",
                           "the cat do not sleep",
                           "a cats sleep",
                           "some cat sleeps",
                           "an cat sleeps",
                           "a old cat sleeps",
                           "he see me",
                           "i see me",
                           "we see us",
                           "the cat sees",
                           "he speaks to him",
                           "i is sad",
                           "she looks the cat",
                           "he eats any cakes",
                           "he does not eat some cakes",
                           "this cats sleep",
                           "every cats sleep",
                           "he is very",
                           "he is not",
                           "he sleeps and",
                           "and he sleeps",
                           "he sleeps he eats",
                           "he sleeps the cat",
                           "he never does not eat",
                           "the cat of some kings sleeps",
                           "the small big old new cat sleeps"})
    EXPECT_EQ(french_of(text), "none") << text;
}

TEST(Grammar, UnknownWordsAreNamedWithTheNearest) {
  EXPECT_EQ(french_of("the dgo sleeps"), "\"dgo\" is not in the vocabulary. Did you mean \"dog\", \"do\" or \"go\"?");
  const std::string refused = french_of("the elephant sleeps"), lead = "\"elephant\" is not in the vocabulary. It has words like \"";
  EXPECT_EQ(refused.substr(0, lead.size()), lead) << refused;
  EXPECT_EQ(std::count(refused.begin(), refused.end(), '"'), 2 + 2 * 8);
  EXPECT_EQ(french_of(""), "There is nothing to read yet.");
}

/// Gender and number of French determiners: 'm', 'f' or '-' where both do; 's', 'p'.
const std::map<std::string, std::string>& determiner_features() {
  static const std::map<std::string, std::string> features = {
      {"le", "ms"},    {"la", "fs"},  {"l'", "-s"},   {"les", "-p"},   {"un", "ms"},     {"une", "fs"}, {"ce", "ms"},    {"cet", "ms"},
      {"cette", "fs"}, {"ces", "-p"}, {"mes", "-p"},  {"tes", "-p"},   {"ses", "-p"},    {"nos", "-p"}, {"leurs", "-p"}, {"du", "ms"},
      {"au", "ms"},    {"aux", "-p"}, {"deux", "-p"}, {"trois", "-p"}, {"chaque", "-s"}, {"ma", "fs"},  {"ta", "fs"},    {"sa", "fs"}};
  return features;
}

/// For each French word the noun forms it can be: gender and number.
std::map<std::string, std::set<std::string>> noun_features() {
  std::map<std::string, std::set<std::string>> features;
  for (const grammar::Noun& noun : grammar::nouns())
    for (int plural = 0; plural < 2; ++plural)
      features[std::string(noun.french[plural].plain)].insert(std::string(noun.feminine ? "f" : "m") + (plural ? "p" : "s"));
  return features;
}

/// Whether a word has an adjective form of this gender and number; `known` says whether it is an adjective at all.
bool agrees(const std::string& word, const std::string& features, bool* known) {
  bool fits = false;
  for (const grammar::Adjective& a : grammar::adjectives())
    for (const bool feminine : {false, true})
      for (const bool plural : {false, true}) {
        const grammar::French& form = a.form(feminine, plural);
        if (form.plain != word && form.before_vowel != word) continue;
        *known = true;
        fits = fits || features == std::string(feminine ? "f" : "m") + (plural ? "p" : "s");
      }
  return fits;
}

std::vector<std::string> french_words(const Example& e) { return task().target.names(e.target); }

TEST(Grammar, WordsAroundEveryNounAgreeWithIt) {
  const auto features_of = noun_features();
  Rng rng(1);
  int adjectives = 0, articles = 0;
  for (int i = 0; i < 3000; ++i) {
    const Example e = task().draw(task(), Split::kTraining, i % 3 ? 0 : 20, rng);
    const std::vector<std::string> words = french_words(e);
    for (std::size_t at = 0; at < words.size(); ++at) {
      const auto found = features_of.find(words[at]);
      if (found == features_of.end() || found->second.size() != 1) continue;
      const std::string features = *found->second.begin();
      std::size_t before = at;
      bool known = true;
      while (before-- > 0 && known) {
        known = false;
        const bool fits = agrees(words[before], features, &known);
        if (known) {
          EXPECT_TRUE(fits) << task().write(task().target, e.target);
        }
        adjectives += known;
      }
      const auto article = determiner_features().find(words[before + 1]);
      if (article != determiner_features().end()) {
        ++articles;
        EXPECT_TRUE(article->second[0] == '-' || article->second[0] == features[0]) << task().write(task().target, e.target);
        EXPECT_EQ(article->second[1], features[1]) << task().write(task().target, e.target);
      }
      known = at + 1 < words.size();
      for (std::size_t after = at + 1; known && after < words.size(); ++after) {
        known = false;
        const bool fits = agrees(words[after], features, &known);
        if (known) {
          EXPECT_TRUE(fits) << task().write(task().target, e.target);
        }
        adjectives += known;
      }
    }
  }
  EXPECT_GT(adjectives, 1000);
  EXPECT_GT(articles, 1000);
}

TEST(Grammar, ElidedFormsStandBeforeVowelsAndOnlyThere) {
  const std::set<std::string> elided = {"l'", "d'", "j'", "n'", "m'", "t'", "qu'", "cet", "bel", "vieil", "nouvel"};
  const std::set<std::string> whole = {"le", "la", "de", "je", "ne", "me", "te", "que", "ce", "ma", "ta", "sa"};
  const std::vector<std::array<std::string, 2>> never = {{"de", "le"}, {"de", "les"}, {"à", "le"}, {"à", "les"}};
  Rng rng(2);
  for (int i = 0; i < 5000; ++i) {
    const Example e = task().draw(task(), Split::kHeldOut, i % 3 ? 0 : 22, rng);
    const std::vector<std::string> words = french_words(e);
    EXPECT_FALSE(elided.count(words.back()));
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
      const bool vowel = grammar::starts_with_vowel(words[at + 1]);
      if (elided.count(words[at])) {
        EXPECT_TRUE(vowel) << task().write(task().target, e.target);
      }
      if (whole.count(words[at])) {
        EXPECT_FALSE(vowel) << task().write(task().target, e.target);
      }
      for (const auto& [first, second] : never) EXPECT_FALSE(words[at] == first && words[at + 1] == second);
    }
  }
}

TEST(Grammar, EachNegationHasBothItsWords) {
  Rng rng(3);
  for (int i = 0; i < 3000; ++i) {
    const Example e = task().draw(task(), Split::kTraining, 0, rng);
    const std::vector<std::string> words = french_words(e);
    const auto count = [&words](const char* word) { return std::count(words.begin(), words.end(), word); };
    EXPECT_EQ(count("ne") + count("n'"), count("pas") + count("jamais")) << task().write(task().target, e.target);
  }
}

/// The word at the gold place is the one that the French word translates: by the tables of words, not by the order of the sentence.
TEST(Grammar, GoldAlignmentsJoinWordsOfOneEntry) {
  std::set<std::pair<std::string, std::string>> entries;
  const auto join = [&entries](std::string_view english, std::string_view french) { entries.emplace(english, french); };
  for (const grammar::Noun& n : grammar::nouns())
    for (int plural = 0; plural < 2; ++plural) join(n.english[plural], n.french[plural].plain);
  for (const grammar::Adjective& a : grammar::adjectives())
    for (const grammar::French& form : {a.masculine, a.feminine, a.masculines, a.feminines})
      join(a.english, form.plain), join(a.english, form.before_vowel);
  for (const grammar::Verb& v : grammar::verbs())
    for (const char* form : v.french) join(v.english[0], form), join(v.english[1], form);
  for (const grammar::Adverb& a : grammar::adverbs()) join(a.english, a.french.plain);
  for (const char* english : {"am", "is", "are"})
    for (const char* french : grammar::be()) join(english, french);
  join("very", "très");
  Rng rng(4);
  int aligned = 0;
  for (int i = 0; i < 3000; ++i) {
    const Example e = task().draw(task(), Split::kHeldOut, i % 2 ? 0 : 24, rng);
    std::set<int> places;
    for (std::size_t at = 0; at < e.target.size(); ++at) {
      if (e.alignment[at] < 0) continue;
      ++aligned;
      EXPECT_TRUE(places.insert(e.alignment[at]).second) << "two words of one source word";
      const std::string& english = task().source.name(e.source[static_cast<std::size_t>(e.alignment[at])]);
      EXPECT_TRUE(entries.count({english, task().target.name(e.target[at])})) << english << " " << task().target.name(e.target[at]);
    }
    for (std::size_t at = 0; at < e.source.size(); ++at) {
      const grammar::Roles& r = grammar::roles(e.source[at]);
      if (r.noun >= 0 || r.adjective >= 0 || r.verb >= 0 || r.adverb >= 0) {
        EXPECT_TRUE(places.count(static_cast<int>(at)));
      }
    }
  }
  EXPECT_GT(aligned, 10000);
}

TEST(Grammar, EveryWordIsUsedInTraining) {
  std::set<int> english, french;
  Rng rng(5);
  for (int i = 0; i < 20000; ++i) {
    const Example e = task().draw(task(), Split::kTraining, 0, rng);
    english.insert(e.source.begin(), e.source.end());
    french.insert(e.target.begin(), e.target.end());
  }
  for (int id = kFirstToken; id < task().source.size(); ++id) EXPECT_TRUE(english.count(id)) << task().source.name(id);
  for (int id = kFirstToken; id < task().target.size(); ++id) EXPECT_TRUE(french.count(id)) << task().target.name(id);
}

}  // namespace
}  // namespace attn::tasks
