#include "tasks/grammar_words.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace attn::tasks::grammar {
namespace {

constexpr Noun kNouns[] = {
    {{"boy", "boys"}, {"garçon", "garçons"}, false, kPerson},       {{"man", "men"}, {"homme", "hommes"}, false, kPerson},
    {{"king", "kings"}, {"roi", "rois"}, false, kPerson},           {{"child", "children"}, {"enfant", "enfants"}, false, kPerson},
    {{"woman", "women"}, {"femme", "femmes"}, true, kPerson},       {{"girl", "girls"}, {"fille", "filles"}, true, kPerson},
    {{"queen", "queens"}, {"reine", "reines"}, true, kPerson},      {{"cat", "cats"}, {"chat", "chats"}, false, kAnimal},
    {{"dog", "dogs"}, {"chien", "chiens"}, false, kAnimal},         {{"bird", "birds"}, {"oiseau", "oiseaux"}, false, kAnimal},
    {{"horse", "horses"}, {"cheval", "chevaux"}, false, kAnimal},   {{"cow", "cows"}, {"vache", "vaches"}, true, kAnimal},
    {{"mouse", "mice"}, {"souris", "souris"}, true, kAnimal},       {{"cake", "cakes"}, {"gâteau", "gâteaux"}, false, kFood},
    {{"apple", "apples"}, {"pomme", "pommes"}, true, kFood},        {{"orange", "oranges"}, {"orange", "oranges"}, true, kFood},
    {{"book", "books"}, {"livre", "livres"}, false, kText},         {{"letter", "letters"}, {"lettre", "lettres"}, true, kText},
    {{"story", "stories"}, {"histoire", "histoires"}, true, kText}, {{"hat", "hats"}, {"chapeau", "chapeaux"}, false, kThing},
    {{"tree", "trees"}, {"arbre", "arbres"}, false, kThing},        {{"car", "cars"}, {"voiture", "voitures"}, true, kThing},
    {{"flower", "flowers"}, {"fleur", "fleurs"}, true, kThing},     {{"garden", "gardens"}, {"jardin", "jardins"}, false, kPlace},
    {{"hotel", "hotels"}, {"hôtel", "hôtels"}, false, kPlace},      {{"house", "houses"}, {"maison", "maisons"}, true, kPlace},
    {{"school", "schools"}, {"école", "écoles"}, true, kPlace},
};

constexpr Adjective kAdjectives[] = {
    {"small", true, "petit", "petite", "petits", "petites"},
    {"big", true, "grand", "grande", "grands", "grandes"},
    {"old", true, {"vieux", "vieil"}, "vieille", "vieux", "vieilles"},
    {"beautiful", true, {"beau", "bel"}, "belle", "beaux", "belles"},
    {"new", true, {"nouveau", "nouvel"}, "nouvelle", "nouveaux", "nouvelles", kNotPerson},
    {"young", true, "jeune", "jeune", "jeunes", "jeunes", kAlive},
    {"black", false, "noir", "noire", "noirs", "noires", kNotPerson},
    {"white", false, "blanc", "blanche", "blancs", "blanches", kNotPerson},
    {"red", false, "rouge", "rouge", "rouges", "rouges", kNotPerson},
    {"green", false, "vert", "verte", "verts", "vertes", kNotPerson},
    {"happy", false, "heureux", "heureuse", "heureux", "heureuses", kAlive},
    {"sad", false, "triste", "triste", "tristes", "tristes", kAlive},
    {"tired", false, "fatigué", "fatiguée", "fatigués", "fatiguées", kAlive},
};

constexpr Determiner kDeterminers[] = {
    {"the", true, true, {"le", "l'"}, {"la", "l'"}, "les"},
    {"a", true, false, "un", "une", {}},
    {"an", true, false, "un", "une", {}},
    {"some", false, true, {}, {}, "des"},
    {"any", false, true, {}, {}, {"de", "d'"}},
    {"this", true, false, {"ce", "cet"}, "cette", {}},
    {"these", false, true, {}, {}, "ces"},
    {"my", true, true, "mon", {"ma", "mon"}, "mes"},
    {"your", true, true, "ton", {"ta", "ton"}, "tes"},
    {"his", true, true, "son", {"sa", "son"}, "ses"},
    {"her", true, true, "son", {"sa", "son"}, "ses"},
    {"our", true, true, "notre", "notre", "nos"},
    {"their", true, true, "leur", "leur", "leurs"},
    {"every", true, false, "chaque", "chaque", {}},
    {"two", false, true, {}, {}, "deux"},
    {"three", false, true, {}, {}, "trois"},
};

constexpr Kind kBought = static_cast<Kind>(kFood | kText | kThing);
constexpr Verb kVerbs[] = {
    {{"eat", "eats"}, "", false, {"mange", "manges", "mange", "mangeons", "mangent"}, Verb::kOptional, kAlive, kFood},
    {{"read", "reads"}, "", false, {"lis", "lis", "lit", "lisons", "lisent"}, Verb::kOptional, kPerson, kText},
    {{"see", "sees"}, "", false, {"vois", "vois", "voit", "voyons", "voient"}, Verb::kRequired, kAlive, kAny},
    {{"love", "loves"}, "", false, {"aime", "aimes", "aime", "aimons", "aiment"}, Verb::kRequired, kAlive, kAny},
    {{"find", "finds"}, "", false, {"trouve", "trouves", "trouve", "trouvons", "trouvent"}, Verb::kRequired, kAlive, kAny},
    {{"buy", "buys"}, "", false, {"achète", "achètes", "achète", "achetons", "achètent"}, Verb::kRequired, kPerson, kBought},
    {{"look", "looks"}, "for", false, {"cherche", "cherches", "cherche", "cherchons", "cherchent"}, Verb::kRequired, kAlive, kAny},
    {{"listen", "listens"}, "to", false, {"écoute", "écoutes", "écoute", "écoutons", "écoutent"}, Verb::kRequired, kAlive, kAlive},
    {{"speak", "speaks"}, "to", true, {"parle", "parles", "parle", "parlons", "parlent"}, Verb::kOptional, kPerson, kAlive},
    {{"go", "goes"}, "to", true, {"vais", "vas", "va", "allons", "vont"}, Verb::kRequired, kAlive, kPlace},
    {{"sleep", "sleeps"}, "", false, {"dors", "dors", "dort", "dormons", "dorment"}, Verb::kNone, kAlive, kAny},
    {{"sing", "sings"}, "", false, {"chante", "chantes", "chante", "chantons", "chantent"}, Verb::kNone, kAlive, kAny},
    {{"work", "works"}, "", false, {"travaille", "travailles", "travaille", "travaillons", "travaillent"}, Verb::kNone, kAlive, kAny},
};

constexpr Pronoun kSubjects[] = {
    {"i", kI, false, {"je", "j'"}}, {"you", kYou, false, "tu"}, {"he", kHe, false, "il"},
    {"she", kHe, true, "elle"},     {"we", kWe, false, "nous"}, {"they", kThey, false, "ils"},
};

constexpr Pronoun kObjects[] = {
    {"me", kI, false, {"me", "m'"}},  {"you", kYou, false, {"te", "t'"}}, {"him", kHe, false, {"le", "l'"}},
    {"her", kHe, true, {"la", "l'"}}, {"us", kWe, false, "nous"},         {"them", kThey, false, "les"},
};

constexpr Adverb kAdverbs[] = {
    {"often", Adverb::kFrequency, "souvent"}, {"always", Adverb::kFrequency, "toujours"}, {"never", Adverb::kNever, "jamais"},
    {"well", Adverb::kManner, "bien"},        {"slowly", Adverb::kManner, "lentement"},   {"here", Adverb::kWhere, "ici"},
    {"today", Adverb::kWhen, "aujourd'hui"},
};

constexpr const char* kBe[] = {"suis", "es", "est", "sommes", "sont"};

/// The different words, in the order in which each comes first.
class WordList {
 public:
  void add(std::string_view word) {
    if (!word.empty() && std::find(words_.begin(), words_.end(), word) == words_.end()) words_.emplace_back(word);
  }
  void add(const French& word) {
    add(word.plain);
    add(word.before_vowel);
  }
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::vector<std::string> words_;
};

Vocabulary english_vocabulary() {
  WordList list;
  for (const Determiner& d : kDeterminers) list.add(d.english);
  for (const Pronoun& p : kSubjects) list.add(p.english);
  for (const Pronoun& p : kObjects) list.add(p.english);
  for (const char* word : {"am", "is", "are", "does", "do", "not", "and", "but", "because", "of", "in", "with", "to", "for", "very"})
    list.add(std::string_view(word));
  for (const Adverb& a : kAdverbs) list.add(a.english);
  for (const Adjective& a : kAdjectives) list.add(a.english);
  for (const Verb& v : kVerbs)
    for (const std::string_view word : v.english) list.add(word);
  for (const Noun& n : kNouns)
    for (const std::string_view word : n.english) list.add(word);
  return Vocabulary(list.words());
}

Vocabulary french_vocabulary() {
  WordList list;
  for (const Determiner& d : kDeterminers)
    for (const French& word : {d.masculine, d.feminine, d.plurals}) list.add(word);
  for (const Pronoun& p : kSubjects) list.add(p.french);
  for (const Pronoun& p : kObjects) list.add(p.french);
  for (const char* word : {"ne", "n'", "pas", "et", "mais", "parce", "que", "qu'", "du", "au", "aux", "à", "dans", "avec", "très"})
    list.add(std::string_view(word));
  for (const Adverb& a : kAdverbs) list.add(a.french);
  for (const Adjective& a : kAdjectives)
    for (const French& word : {a.masculine, a.feminine, a.masculines, a.feminines}) list.add(word);
  for (const char* word : kBe) list.add(std::string_view(word));
  for (const Verb& v : kVerbs)
    for (const char* word : v.french) list.add(std::string_view(word));
  for (const Noun& n : kNouns)
    for (const French& word : n.french) list.add(word);
  return Vocabulary(list.words());
}

template <class Entry, std::size_t count, class Match>
int place_in(const Entry (&table)[count], Match match) {
  const auto found = std::find_if(std::begin(table), std::end(table), match);
  return found == std::end(table) ? -1 : static_cast<int>(found - table);
}

Roles roles_of(std::string_view word) {
  Roles r;
  const auto is_word = [word](const auto& entry) { return entry.english == word; };
  for (int form = 0; form < 2; ++form) {
    const int noun = place_in(kNouns, [&](const Noun& n) { return n.english[form] == word; });
    if (noun >= 0) r.noun = noun, r.plural = form;
    const int verb = place_in(kVerbs, [&](const Verb& v) { return v.english[form] == word; });
    if (verb >= 0) r.verb = verb, r.third = form;
  }
  r.adjective = place_in(kAdjectives, is_word);
  r.determiner = place_in(kDeterminers, is_word);
  r.subject = place_in(kSubjects, is_word);
  r.object = place_in(kObjects, is_word);
  r.adverb = place_in(kAdverbs, is_word);
  return r;
}

}  // namespace

std::span<const Noun> nouns() { return kNouns; }
std::span<const Adjective> adjectives() { return kAdjectives; }
std::span<const Determiner> determiners() { return kDeterminers; }
std::span<const Verb> verbs() { return kVerbs; }
std::span<const Pronoun> subjects() { return kSubjects; }
std::span<const Pronoun> objects() { return kObjects; }
std::span<const Adverb> adverbs() { return kAdverbs; }
std::span<const char* const, 5> be() { return kBe; }

const Vocabulary& english() {
  static const Vocabulary words = english_vocabulary();
  return words;
}

const Vocabulary& french() {
  static const Vocabulary words = french_vocabulary();
  return words;
}

const Roles& roles(int token) {
  static const std::vector<Roles> all = [] {
    std::vector<Roles> of;
    for (int id = 0; id < english().size(); ++id) of.push_back(roles_of(english().name(id)));
    return of;
  }();
  return all[static_cast<std::size_t>(token)];
}

bool starts_with_vowel(std::string_view word) {
  for (const std::string_view start : {"a", "e", "i", "o", "u", "h", "â", "é", "ê", "î", "ô"})
    if (word.substr(0, start.size()) == start) return true;
  return false;
}

}  // namespace attn::tasks::grammar
