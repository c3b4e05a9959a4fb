#include "tasks/grammar_words.h"

#include <algorithm>
#include <set>
#include <string>

namespace attn::tasks::grammar {

const std::vector<Noun>& nouns() {
  static const std::vector<Noun> table = {
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
  return table;
}

const std::vector<Adjective>& adjectives() {
  static const std::vector<Adjective> table = {
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
  return table;
}

const std::vector<Determiner>& determiners() {
  static const std::vector<Determiner> table = {
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
  return table;
}

const std::vector<Verb>& verbs() {
  constexpr Kind kBought = static_cast<Kind>(kFood | kText | kThing);
  static const std::vector<Verb> table = {
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
  return table;
}

const std::vector<Pronoun>& subjects() {
  static const std::vector<Pronoun> table = {
      {"i", kI, false, {"je", "j'"}}, {"you", kYou, false, "tu"}, {"he", kHe, false, "il"},
      {"she", kHe, true, "elle"},     {"we", kWe, false, "nous"}, {"they", kThey, false, "ils"},
  };
  return table;
}

const std::vector<Pronoun>& objects() {
  static const std::vector<Pronoun> table = {
      {"me", kI, false, {"me", "m'"}},  {"you", kYou, false, {"te", "t'"}}, {"him", kHe, false, {"le", "l'"}},
      {"her", kHe, true, {"la", "l'"}}, {"us", kWe, false, "nous"},         {"them", kThey, false, "les"},
  };
  return table;
}

const std::vector<Adverb>& adverbs() {
  static const std::vector<Adverb> table = {
      {"often", Adverb::kFrequency, "souvent"}, {"always", Adverb::kFrequency, "toujours"}, {"never", Adverb::kNever, "jamais"},
      {"well", Adverb::kManner, "bien"},        {"slowly", Adverb::kManner, "lentement"},   {"here", Adverb::kWhere, "ici"},
      {"today", Adverb::kWhen, "aujourd'hui"},
  };
  return table;
}

const std::array<const char*, 5>& be() {
  static const std::array<const char*, 5> forms = {"suis", "es", "est", "sommes", "sont"};
  return forms;
}

namespace {

/// Words in the order of their first mention.
class WordList {
 public:
  void add(std::string_view word) {
    if (!word.empty() && seen_.insert(std::string(word)).second) words_.emplace_back(word);
  }
  void add(const French& word) {
    add(word.plain);
    add(word.before_vowel);
  }
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::set<std::string> seen_;
  std::vector<std::string> words_;
};

Vocabulary english_vocabulary() {
  WordList list;
  for (const Determiner& d : determiners()) list.add(d.english);
  for (const Pronoun& p : subjects()) list.add(p.english);
  for (const Pronoun& p : objects()) list.add(p.english);
  for (const char* word : {"am", "is", "are", "does", "do", "not", "and", "but", "because", "of", "in", "with", "to", "for", "very"})
    list.add(std::string_view(word));
  for (const Adverb& a : adverbs()) list.add(a.english);
  for (const Adjective& a : adjectives()) list.add(a.english);
  for (const Verb& v : verbs())
    for (const std::string_view word : v.english) list.add(word);
  for (const Noun& n : nouns())
    for (const std::string_view word : n.english) list.add(word);
  return Vocabulary(list.words());
}

Vocabulary french_vocabulary() {
  WordList list;
  for (const Determiner& d : determiners())
    for (const French& word : {d.masculine, d.feminine, d.plurals}) list.add(word);
  for (const Pronoun& p : subjects()) list.add(p.french);
  for (const Pronoun& p : objects()) list.add(p.french);
  for (const char* word : {"ne", "n'", "pas", "et", "mais", "parce", "que", "qu'", "du", "au", "aux", "à", "dans", "avec", "très"})
    list.add(std::string_view(word));
  for (const Adverb& a : adverbs()) list.add(a.french);
  for (const Adjective& a : adjectives())
    for (const French& word : {a.masculine, a.feminine, a.masculines, a.feminines}) list.add(word);
  for (const char* word : be()) list.add(std::string_view(word));
  for (const Verb& v : verbs())
    for (const char* word : v.french) list.add(std::string_view(word));
  for (const Noun& n : nouns())
    for (const French& word : n.french) list.add(word);
  return Vocabulary(list.words());
}

template <class Table, class Match>
int place_in(const Table& table, Match match) {
  const auto found = std::find_if(table.begin(), table.end(), match);
  return found == table.end() ? -1 : static_cast<int>(found - table.begin());
}

Roles roles_of(std::string_view word) {
  Roles r;
  const auto is_word = [word](const auto& entry) { return entry.english == word; };
  for (int form = 0; form < 2; ++form) {
    const int noun = place_in(nouns(), [&](const Noun& n) { return n.english[form] == word; });
    if (noun >= 0) r.noun = noun, r.plural = form;
    const int verb = place_in(verbs(), [&](const Verb& v) { return v.english[form] == word; });
    if (verb >= 0) r.verb = verb, r.third = form;
  }
  r.adjective = place_in(adjectives(), is_word);
  r.determiner = place_in(determiners(), is_word);
  r.subject = place_in(subjects(), is_word);
  r.object = place_in(objects(), is_word);
  r.adverb = place_in(adverbs(), is_word);
  return r;
}

}  // namespace

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
