#include "tasks/grammar_solve.h"

#include <string_view>
#include <vector>

#include "tasks/grammar_words.h"

namespace attn::tasks::grammar {
namespace {

struct Piece {
  French word;
  int source = -1;  ///< position of the English word, for content words
};

/// The features of a subject that verbs and predicates agree with.
struct Agreement {
  Person person = kHe;
  bool feminine = false;
  bool plural() const { return person == kWe || person == kThey; }
};

class Parser {
 public:
  explicit Parser(const Tokens& source) : source_(source) {}

  bool sentence() {
    if (!clause()) return false;
    while (!at_end()) {
      if (take("and")) {
        emit("et");
      } else if (take("but")) {
        emit("mais");
      } else if (take("because")) {
        emit("parce");
        emit({"que", "qu'"});
      } else {
        return false;
      }
      if (!clause()) return false;
    }
    return true;
  }

  std::vector<Piece> pieces;

 private:
  bool at_end() const { return at_ == static_cast<int>(source_.size()); }
  int token() const { return at_end() ? kEndToken : source_[static_cast<std::size_t>(at_)]; }
  const Roles& role() const { return roles(token()); }
  const std::string& word() const { return english().name(token()); }
  bool take(std::string_view expected) {
    if (at_end() || word() != expected) return false;
    ++at_;
    return true;
  }
  void emit(const French& word, int source = -1) { pieces.push_back({word, source}); }

  enum class Slot { kFree, kNegatedObject, kPossessor };

  /// determiner adjective* noun ["of" determiner adjective* noun]
  bool noun_phrase(Slot slot, Agreement* agreement) {
    const int determiner = role().determiner;
    if (determiner < 0) return false;
    ++at_;
    const int first = at_;
    while (role().adjective >= 0) ++at_;
    const int noun = role().noun;
    if (noun < 0 || at_ - first > 3) return false;
    const bool plural = role().plural;
    const Noun& entry = nouns()[static_cast<std::size_t>(noun)];
    *agreement = {plural ? kThey : kHe, entry.feminine};
    const int last = at_++;
    if (!article(determiners()[static_cast<std::size_t>(determiner)], slot, first, last, *agreement)) return false;
    for (int i = first; i < last; ++i) adjective(i, true, *agreement);
    emit(entry.french[plural], last);
    for (int i = last - 1; i >= first; --i) adjective(i, false, *agreement);
    if (slot == Slot::kPossessor || !take("of")) return true;
    emit({"de", "d'"});
    Agreement possessor;
    return noun_phrase(Slot::kPossessor, &possessor);
  }

  /// Translates the determiner of a noun phrase whose adjectives and noun are the words `first` to `last`.
  bool article(const Determiner& d, Slot slot, int first, int last, const Agreement& a) {
    const bool negated = slot == Slot::kNegatedObject;
    if (!(a.plural() ? d.plural : d.singular)) return false;
    if (d.english == "a" || d.english == "an") {
      const std::string& next = english().name(source_[static_cast<std::size_t>(first)]);
      if ((std::string_view("aeiou").find(next[0]) != std::string_view::npos) != (d.english == "an")) return false;
      emit(negated ? French("de", "d'") : a.feminine ? d.feminine : d.masculine);
      return true;
    }
    if (d.english == "any" && !negated) return false;
    if (d.english == "every" && negated) return false;
    if (d.english == "some") {
      if (slot != Slot::kFree) return false;
      bool adjective_first = false;
      for (int i = first; i < last; ++i) adjective_first = adjective_first || adjective_at(i).before;
      emit(adjective_first ? French("de", "d'") : d.plurals);
      return true;
    }
    emit(a.plural() ? d.plurals : a.feminine ? d.feminine : d.masculine);
    return true;
  }

  const Adjective& adjective_at(int position) const {
    return adjectives()[static_cast<std::size_t>(roles(source_[static_cast<std::size_t>(position)]).adjective)];
  }
  void adjective(int position, bool before, const Agreement& a) {
    const Adjective& entry = adjective_at(position);
    if (entry.before == before) emit(entry.form(a.feminine, a.plural()), position);
  }

  bool subject(Agreement* agreement) {
    if (role().subject < 0) return noun_phrase(Slot::kFree, agreement);
    const Pronoun& pronoun = subjects()[static_cast<std::size_t>(role().subject)];
    *agreement = {pronoun.person, pronoun.feminine};
    emit(pronoun.french);
    ++at_;
    return true;
  }

  bool clause() {
    Agreement agreement;
    if (!subject(&agreement)) return false;
    const std::string_view forms[] = {"am", "are", "is", "are", "are"};
    const bool ok = take(forms[agreement.person]) ? predicate(agreement) : verb_phrase(agreement);
    if (!ok) return false;
    bool more = true;
    while (more)
      if (!phrase(&more)) return false;
    adverb(Adverb::kWhere);
    adverb(Adverb::kWhen);
    return true;
  }

  /// "in" or "with" and a noun phrase. `*found` says whether there is one.
  bool phrase(bool* found) {
    *found = word() == "in" || word() == "with";
    if (!*found) return true;
    emit(word() == "in" ? "dans" : "avec");
    ++at_;
    Agreement ignored;
    return noun_phrase(Slot::kFree, &ignored);
  }

  const Adverb* adverb_here(Adverb::Place place) const {
    if (role().adverb < 0) return nullptr;
    const Adverb& entry = adverbs()[static_cast<std::size_t>(role().adverb)];
    return entry.place == place ? &entry : nullptr;
  }
  bool adverb(Adverb::Place place) {
    const Adverb* entry = adverb_here(place);
    if (entry) emit(entry->french, at_++);
    return entry;
  }

  /// What follows a form of be.
  bool predicate(const Agreement& a) {
    const int be_at = at_ - 1;
    const bool negated = take("not");
    const Adverb* never = negated ? nullptr : adverb_here(Adverb::kNever);
    if (negated || never) emit({"ne", "n'"});
    emit(be()[a.person], be_at);
    if (negated) emit("pas");
    if (never) emit(never->french, at_++);
    if (!never) adverb(Adverb::kFrequency);
    const int very = at_;
    const bool has_very = take("very");
    if (role().adjective >= 0) {
      if (has_very) emit("très", very);
      emit(adjective_at(at_).form(a.feminine, a.plural()).plain.data(), at_);
      ++at_;
      return true;
    }
    return !has_very && (word() == "in" || word() == "with" || adverb_here(Adverb::kWhere));
  }

  bool verb_phrase(const Agreement& a) {
    const int third = a.person == kHe;
    const bool negated = take(third ? "does" : "do");
    if (negated && !take("not")) return false;
    const int adverb_at = at_;
    const Adverb* never = negated ? nullptr : adverb_here(Adverb::kNever);
    const Adverb* often = adverb_here(Adverb::kFrequency);
    if (never || often) ++at_;
    const int verb_at = at_;
    if (role().verb < 0 || role().third != (negated ? 0 : third)) return false;
    const Verb& verb = verbs()[static_cast<std::size_t>(role().verb)];
    ++at_;
    const bool has_object = verb.particle.empty() ? verb.object != Verb::kNone && object_follows() : take(verb.particle);
    if (!has_object && verb.object == Verb::kRequired) return false;

    if (negated || never) emit({"ne", "n'"});
    bool object_said = !has_object;
    if (has_object && role().object >= 0 && !noun_phrase_follows()) {
      const Pronoun& pronoun = objects()[static_cast<std::size_t>(role().object)];
      if (verb.to || (pronoun.person == a.person && pronoun.person != kHe && pronoun.person != kThey)) return false;
      emit(pronoun.french);
      ++at_;
      object_said = true;
    }
    emit(verb.french[a.person], verb_at);
    if (negated) emit("pas");
    if (never) emit(never->french, adverb_at);
    if (often) emit(often->french, adverb_at);
    if (!has_object) return adverb(Adverb::kManner), true;
    if (object_said) return true;
    if (verb.to) emit("à");
    Agreement ignored;
    return noun_phrase((negated || never) && !verb.to ? Slot::kNegatedObject : Slot::kFree, &ignored);
  }

  bool object_follows() const { return role().object >= 0 || role().determiner >= 0; }
  /// Tells "her cat" from "her".
  bool noun_phrase_follows() const {
    if (role().determiner < 0 || at_ + 1 >= static_cast<int>(source_.size())) return false;
    const Roles& next = roles(source_[static_cast<std::size_t>(at_) + 1]);
    return next.noun >= 0 || next.adjective >= 0;
  }

  const Tokens& source_;
  int at_ = 0;
};

/// Applies elision, from the right, since each form depends on the word that follows. Then it contracts articles with "de" and "à".
std::vector<std::string_view> spell(const std::vector<Piece>& pieces, std::vector<int>* sources) {
  std::vector<std::string_view> words(pieces.size());
  for (std::size_t i = pieces.size(); i-- > 0;) {
    const bool vowel = i + 1 < pieces.size() && starts_with_vowel(words[i + 1]);
    words[i] = vowel ? pieces[i].word.before_vowel : pieces[i].word.plain;
  }
  struct Contraction {
    std::string_view first, second, both;
  };
  constexpr Contraction kContractions[] = {{"de", "le", "du"}, {"de", "les", "des"}, {"à", "le", "au"}, {"à", "les", "aux"}};
  std::vector<std::string_view> spelled;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view word = words[i];
    sources->push_back(pieces[i].source);
    for (const Contraction& c : kContractions)
      if (i + 1 < words.size() && words[i] == c.first && words[i + 1] == c.second) {
        word = c.both;
        ++i;
        break;
      }
    spelled.push_back(word);
  }
  return spelled;
}

}  // namespace

bool solve(const Tokens& source, Example* answer) {
  for (const int token : source)
    if (token < kFirstToken || token >= english().size()) return false;
  Parser parser(source);
  if (!parser.sentence()) return false;
  answer->source = source;
  answer->target.clear();
  answer->alignment.clear();
  for (const std::string_view word : spell(parser.pieces, &answer->alignment)) answer->target.push_back(french().id(word));
  return true;
}

}  // namespace attn::tasks::grammar
