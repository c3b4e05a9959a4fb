// A task of translation from English to French: adjectives change their place, words agree, and "not" becomes two words.
#include <string>

#include "base/text.h"
#include "tasks/grammar_draw.h"
#include "tasks/grammar_solve.h"
#include "tasks/grammar_words.h"
#include "tasks/pair_parts.h"

namespace attn::tasks {
namespace {

Example draw(const PairTask& task, Split split, int length, Rng& rng) {
  const Tokens source = draw_source(split, length, rng, [&](Rng& r) {
    if (length > task.longest) return grammar::draw_sentence_of(length, 2 + static_cast<int>(r.below(3)), r);
    Tokens sentence = grammar::draw_sentence(r.uniform() < 0.6 ? 1 : 2, r);
    if (static_cast<int>(sentence.size()) > task.longest) sentence.clear();
    return sentence;
  });
  Example example;
  CHECK(grammar::solve(source, &example), "grammar: the rules do not cover \"", write_words(task.source, source), "\"");
  return example;
}

/// Splits contractions such as "doesn't" and "he's" into two words of the vocabulary. Other words stay whole.
std::vector<std::string> full_forms(const std::string& word) {
  constexpr std::string_view kShort[][2] = {{"n't", "not"}, {"'m", "am"}, {"'s", "is"}, {"'re", "are"}};
  for (const auto& [ending, full] : kShort) {
    if (word.size() <= ending.size() || word.compare(word.size() - ending.size(), ending.size(), ending) != 0) continue;
    const std::string stem = word.substr(0, word.size() - ending.size());
    if (grammar::english().id(stem) >= kFirstToken) return {stem, std::string(full)};
  }
  return {word};
}

/// The words of a text in lower case, without stops, commas and quotation marks.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    for (std::string& part : full_forms(word)) words.push_back(std::move(part));
    word.clear();
  };
  for (const char32_t code : code_points(text)) {
    if (code == 0xA0 || (code < 128 && std::string_view(" ,.!?:;\"\t\n\r").find(static_cast<char>(code)) != std::string_view::npos)) {
      end_word();
    } else {
      append_utf8(&word, code == U'\u2019' ? U'\'' : code < 128 && code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code);
    }
  }
  end_word();
  return words;
}

std::string read(const PairTask& task, std::string_view text, Tokens* source) {
  Tokens tokens;
  for (const std::string& word : words_of(text)) {
    const int id = task.source.id(word);
    if (id < kFirstToken) {
      const std::vector<std::string> near = nearest_words(task.source, word, 3);
      const std::string help =
          near.empty() ? " It has words like " + quoted_list(some_words(task.source, 8)) + "." : " Did you mean " + quoted_list(near) + "?";
      return cited(word) + " is not in the vocabulary." + help;
    }
    tokens.push_back(id);
  }
  if (std::string error = check_source_length(tokens.size()); !error.empty()) return error;
  *source = tokens;
  return {};
}

/// Writes words with spaces between them, but none after "l'" and the like.
std::string write(const Vocabulary& words, const Tokens& tokens) {
  std::string text;
  for (const int token : tokens) {
    if (!text.empty() && text.back() != '\'') text += ' ';
    text += words.name(token);
  }
  return text;
}

}  // namespace

PairTask make_grammar() {
  PairTask task{"grammar", "English to French", "A sentence of a small English grammar in, the same in French out.", grammar::english(),
                grammar::french()};
  task.shortest = 2;
  task.longest = 12;
  task.longest_tested = 24;
  task.sample = "the small black cat does not eat the red apple";
  task.draw = draw;
  task.read = read;
  task.write = write;
  task.solve = [](const PairTask&, const Tokens& source, Example* answer) { return grammar::solve(source, answer); };
  return task;
}

}  // namespace attn::tasks
