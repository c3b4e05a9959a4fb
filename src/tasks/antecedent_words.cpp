#include "tasks/antecedent_words.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"

namespace attn::tasks::antecedent {
namespace {

struct NounRow {
  std::string_view word, plural, kinds;
  Pronoun pronoun = Pronoun::it;
};

/// Kinds: t thing that goes into another, c container, b breakable, w weapon against these, a animal, f food, v vehicle, p person, h hides
/// what stands behind it.
constexpr NounRow kNouns[] = {
    {"trophy", "trophies", "t"},
    {"cup", "cups", "tbc"},
    {"ball", "balls", "tw"},
    {"book", "books", "t"},
    {"shoe", "shoes", "t"},
    {"lamp", "", "tb"},
    {"toy", "toys", "tb"},
    {"key", "keys", "t"},
    {"phone", "phones", "tb"},
    {"laptop", "", "tb"},
    {"bottle", "bottles", "tb"},
    {"hat", "hats", "t"},
    {"guitar", "", "tb"},
    {"ring", "", "t"},
    {"suitcase", "", "ch"},
    {"box", "boxes", "ch"},
    {"bag", "bags", "c"},
    {"basket", "", "c"},
    {"drawer", "", "c"},
    {"pocket", "", "c"},
    {"fridge", "", "ch"},
    {"window", "windows", "b"},
    {"plate", "plates", "bt"},
    {"glass", "glasses", "bt"},
    {"chair", "chairs", "b"},
    {"door", "", "bh"},
    {"table", "", "bh"},
    {"stone", "stones", "wt"},
    {"hammer", "", "wt"},
    {"dog", "dogs", "a"},
    {"cat", "cats", "a"},
    {"mouse", "", "af"},
    {"bird", "birds", "a"},
    {"fish", "", "af"},
    {"horse", "horses", "a"},
    {"lion", "", "a"},
    {"rabbit", "", "af"},
    {"elephant", "elephants", "a"},
    {"bear", "", "a"},
    {"cow", "cows", "a"},
    {"snake", "", "a"},
    {"apple", "apples", "ft"},
    {"cake", "cakes", "ft"},
    {"bread", "", "f"},
    {"egg", "eggs", "fb"},
    {"cookie", "cookies", "ft"},
    {"pizza", "", "ft"},
    {"car", "cars", "vc"},
    {"bus", "", "vh"},
    {"train", "", "vh"},
    {"truck", "trucks", "vh"},
    {"bike", "", "v"},
    {"tree", "trees", "h"},
    {"house", "", "h"},
    {"wall", "", "bh"},
    {"man", "men", "p", Pronoun::he},
    {"boy", "boys", "p", Pronoun::he},
    {"king", "", "p", Pronoun::he},
    {"father", "", "p", Pronoun::he},
    {"son", "", "p", Pronoun::he},
    {"woman", "women", "p", Pronoun::she},
    {"girl", "girls", "p", Pronoun::she},
    {"queen", "", "p", Pronoun::she},
    {"mother", "", "p", Pronoun::she},
    {"daughter", "", "p", Pronoun::she},
};

struct VerbRow {
  std::string_view forms;  ///< separated by commas
  std::string_view subjects, objects, of_subject, of_object;
};

constexpr std::string_view kBig = "big large huge wide", kSmall = "small little tiny narrow";
constexpr std::string_view kWeak = "weak tired small little", kHeavy = "heavy big large huge";
constexpr std::string_view kSlow = "slow tired old", kFast = "fast quick";

constexpr VerbRow kVerbs[] = {
    {"did not fit in,does not fit in,would not fit in,did not fit into", "tfa", "c", kBig, kSmall},
    {"did fit in,fits in,could fit in", "tfa", "c", kSmall, kBig},
    {"did not hold,could not hold,does not hold", "c", "tf", kSmall, kBig},
    {"held,holds,could hold", "c", "tf", kBig, kSmall},
    {"could not lift,could not carry,can not lift,can not carry,did not lift,did not carry", "pa", "ptcap", kWeak, kHeavy},
    {"could lift,could carry,lifted,carried", "pa", "ptcap", "strong big", "light small little tiny"},
    {"could not catch,did not catch,can not catch", "pav", "av", kSlow, kFast},
    {"could catch,caught,passed", "pav", "av", kFast, kSlow},
    {"ate", "ap", "f", "hungry", "tasty sweet fresh delicious"},
    {"did not eat,does not eat", "ap", "f", "full tired", "old hard bad rotten"},
    {"chased", "ap", "a", "hungry angry", "scared weak loud"},
    {"feared,ran from", "ap", "ap", "scared weak small", "angry strong big loud hungry"},
    {"broke", "w", "b", "heavy hard", "thin weak old fragile"},
    {"did not break,could not break", "w", "b", "light soft small", "thick strong hard"},
    {"hid,did hide", "h", "tavcp", "big large huge wide high tall", "small little tiny low short"},
    {"did not hide,does not hide,could not hide", "h", "tavcp", "small little low narrow short", "big large huge high tall"},
};

constexpr std::string_view kArticles = "the a an", kAttributes = "red blue green brown black white old new big small";
constexpr std::string_view kRest = "it he she they because since as was were is are too so very do fit hold hide eat";

std::vector<std::string> split(std::string_view text, char sign = ' ') {
  std::vector<std::string> parts;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(sign, at), text.size());
    parts.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

Vocabulary collected() {
  std::vector<std::string> all;
  const auto add = [&all](std::string_view text) {
    for (std::string& word : split(text))
      if (std::find(all.begin(), all.end(), word) == all.end()) all.push_back(std::move(word));
  };
  add(kArticles);
  for (const NounRow& noun : kNouns) add(noun.word), add(noun.plural);
  for (const VerbRow& verb : kVerbs)
    for (const std::string& form : split(verb.forms, ',')) add(form);
  for (const VerbRow& verb : kVerbs) add(verb.of_subject), add(verb.of_object);
  add(kAttributes);
  add(kRest);
  return Vocabulary(std::move(all));
}

Tokens ids(std::string_view text) {
  Tokens out;
  for (const std::string& word : split(text)) out.push_back(words().id(word));
  return out;
}

std::vector<Verb> made_verbs() {
  std::vector<Verb> all;
  for (const VerbRow& row : kVerbs)
    for (const std::string& form : split(row.forms, ',')) {
      const std::string first = split(form).front(), last = split(form).back();
      const bool present = first == "does" || first == "can" || first == "fits" || first == "holds";
      all.push_back({ids(form), present, last == "in" || last == "into" || last == "from", row.subjects, row.objects, ids(row.of_subject),
                     ids(row.of_object)});
    }
  return all;
}

std::vector<Noun> made_nouns() {
  std::vector<Noun> all;
  for (const NounRow& row : kNouns)
    all.push_back({words().id(row.word), row.plural.empty() ? -1 : words().id(row.plural), row.kinds, row.pronoun});
  return all;
}

}  // namespace

const Vocabulary& words() {
  static const Vocabulary all = collected();
  return all;
}

const std::vector<Noun>& nouns() {
  static const std::vector<Noun> all = made_nouns();
  return all;
}

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = made_verbs();
  return all;
}

const Tokens& attributes() {
  static const Tokens all = ids(kAttributes);
  return all;
}

int plural_form(int word) {
  static const std::map<int, int> forms = [] {
    std::map<int, int> out;
    for (const auto& [one, many] : {std::pair{"does", "do"}, {"fits", "fit"}, {"holds", "hold"}}) out[words().id(one)] = words().id(many);
    return out;
  }();
  const auto found = forms.find(word);
  return found == forms.end() ? word : found->second;
}

const Noun* find_noun(int word) {
  for (const Noun& noun : nouns())
    if (noun.word == word || noun.plural == word) return &noun;
  return nullptr;
}

bool is_adjective(int word) {
  static const std::set<int> all = [] {
    std::set<int> out(attributes().begin(), attributes().end());
    for (const Verb& verb : verbs())
      for (const Tokens* of : {&verb.of_subject, &verb.of_object}) out.insert(of->begin(), of->end());
    return out;
  }();
  return all.count(word) > 0;
}

const Pronoun* find_pronoun(int word) {
  static const std::map<int, Pronoun> all = {{words().id("it"), Pronoun::it},
                                             {words().id("he"), Pronoun::he},
                                             {words().id("she"), Pronoun::she},
                                             {words().id("they"), Pronoun::they}};
  const auto found = all.find(word);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace attn::tasks::antecedent
