#include "tasks/story_plots.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "tasks/story_texts.h"

namespace attn::tasks::story {
namespace {

std::vector<std::string_view> parts_between(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const size_t end = text.find(separator);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

constexpr std::pair<std::string_view, Blank> kBlanks[] = {
    {"A", Blank::name},
    {"a", Blank::subject},
    {"ao", Blank::object},
    {"as", Blank::possessive},
    {"ag", Blank::child},
    {"B", Blank::other_name},
    {"b", Blank::other_subject},
    {"bo", Blank::other_object},
    {"bs", Blank::other_possessive},
    {"M", Blank::parent},
    {"m", Blank::parent_subject},
    {"O", Blank::thing},
    {"Os", Blank::things},
    {"J", Blank::adjective},
    {"N", Blank::number},
    {"w", Blank::was},
    {"y", Blank::it},
    {"t", Blank::them},
    {"C", Blank::count},
    {"L", Blank::left},
    {"Ls", Blank::things_left},
    {"P", Blank::in_place},
    {"Q", Blank::to_place},
};

Blank find_blank(std::string_view name) {
  for (const auto& [own, blank] : kBlanks)
    if (own == name) return blank;
  CHECK(false, "story: no blank is called ", name);
}

/// The words of the vocabulary in the order in which they are first met.
struct WordCollector {
  std::vector<std::string> words;

  void add(std::string_view word) {
    if (word == "'") word = "\"";
    if (word.empty() || word == "-" || word[0] == '$') return;
    if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
  }
  void add_all(std::string_view text) {
    for (const std::string_view word : parts_between(text, ' ')) add(word);
  }
};

std::vector<std::string> collect_words() {
  WordCollector list;
  list.add_all(". , ' ! ? :");
  for (const std::string_view text : {kGirls, kBoys, kNumbers, kPlaces, kForms}) list.add_all(text);
  for (const ThingText& thing : thing_texts()) list.add(thing.one), list.add(thing.many);
  for (const PlotText& plot : plot_texts()) {
    list.add_all(plot.adjectives);
    for (const std::string_view line : parts_between(plot.sentences, '\n'))
      for (const std::string_view item : parts_between(line, ' '))
        for (const std::string_view choice : parts_between(item, '/'))
          for (const std::string_view word : parts_between(choice, '_'))
            if (word == "!" || word.empty() || word[0] == '$')
              list.add(word);
            else
              for (const std::string_view side : parts_between(word, '!')) list.add(side);
  }
  return list.words;
}

std::vector<int> ids_of(std::string_view text) {
  std::vector<int> out;
  for (const std::string_view name : parts_between(text, ' ')) out.push_back(word(name));
  return out;
}

Part read_part(std::string_view text) {
  Part part;
  if (text == "!") return {word(text)};
  const size_t mark = text.find('!');
  part.is_decided = mark != std::string_view::npos;
  const std::string_view own = text.substr(0, mark);
  if (own[0] == '$')
    part.blank = find_blank(own.substr(1));
  else
    part.word = word(own == "'" ? "\"" : own);
  if (part.is_decided && part.word >= 0) part.wrong = word(text.substr(mark + 1));
  return part;
}

Sentence read_sentence(std::string_view line) {
  Sentence sentence;
  for (const std::string_view item : parts_between(line, ' ')) {
    Choice& choice = sentence.emplace_back();
    for (const std::string_view text : parts_between(item, '/')) {
      Phrase& phrase = choice.emplace_back();
      if (text == "-") continue;
      for (const std::string_view part : parts_between(text, '_')) phrase.push_back(read_part(part));
    }
  }
  return sentence;
}

std::vector<Plot> read_plots() {
  std::vector<Plot> out;
  for (const PlotText& text : plot_texts()) {
    Plot& plot = out.emplace_back();
    for (const ThingText& thing : thing_texts())
      if (thing.kinds.find(text.kind) != std::string_view::npos) plot.things.push_back(word(thing.one));
    plot.adjectives = ids_of(text.adjectives);
    plot.fewest = text.fewest;
    plot.sentences.emplace_back();
    for (const std::string_view line : parts_between(text.sentences, '\n'))
      if (line == "?")
        plot.sentences.back().emplace_back();
      else if (!line.empty())
        plot.sentences.back().push_back(read_sentence(line));
      else if (!plot.sentences.back().empty())
        plot.sentences.emplace_back();
    plot.sentences.pop_back();  // after the last line
  }
  return out;
}

std::vector<Thing> read_things() {
  std::vector<Thing> out;
  for (const ThingText& thing : thing_texts()) out.push_back({word(thing.one), thing.many == "-" ? -1 : word(thing.many)});
  return out;
}

std::vector<Place> read_places() {
  std::vector<Place> out;
  const std::vector<int> ids = ids_of(kPlaces);
  for (size_t i = 0; i + 1 < ids.size(); i += 2) out.push_back({ids[i], ids[i + 1]});
  return out;
}

}  // namespace

const Vocabulary& words() {
  static const Vocabulary vocabulary(collect_words());
  return vocabulary;
}

int word(std::string_view name) {
  const int id = words().id(name);
  CHECK(id >= kFirstToken, "story: no word is \"", name, "\"");
  return id;
}

const std::vector<int>& girls() {
  static const std::vector<int> ids = ids_of(kGirls);
  return ids;
}

const std::vector<int>& boys() {
  static const std::vector<int> ids = ids_of(kBoys);
  return ids;
}

bool is_girl(int word) { return std::find(girls().begin(), girls().end(), word) != girls().end(); }

bool is_name(int word) { return is_girl(word) || std::find(boys().begin(), boys().end(), word) != boys().end(); }

const Thing* find_thing(int word) {
  static const std::vector<Thing> things = read_things();
  for (const Thing& thing : things)
    if (thing.one == word || (thing.many >= 0 && thing.many == word)) return &thing;
  return nullptr;
}

const std::vector<Place>& places() {
  static const std::vector<Place> all = read_places();
  return all;
}

int number_word(int number) {
  static const std::vector<int> ids = ids_of(kNumbers);
  CHECK(number >= 1 && number <= static_cast<int>(ids.size()), "story: number ", number);
  return ids[static_cast<size_t>(number - 1)];
}

const std::vector<Plot>& plots() {
  static const std::vector<Plot> all = read_plots();
  return all;
}

}  // namespace attn::tasks::story
