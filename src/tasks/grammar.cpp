// English sentences in, French ones out: adjectives change their place, words agree, "not" becomes two words.
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

/// Words in small letters, without commas and stops; "doesn't" is two words.
std::vector<std::string> words_of(std::string_view text) {
  std::string plain;
  for (const char32_t code : code_points(text)) {
    if (code == U'\u2019') {
      plain += '\'';
    } else if (code < 128 && code >= 'A' && code <= 'Z') {
      plain += static_cast<char>(code - 'A' + 'a');
    } else if (code == ',' || code == '.' || code == '!' || code == ';' || code == '\t' || code == '\n' || code == '\r' || code == 0xA0) {
      plain += ' ';
    } else {
      append_utf8(&plain, code);
    }
  }
  std::vector<std::string> words;
  for (std::size_t at = 0; at < plain.size();) {
    const std::size_t end = std::min(plain.find(' ', at), plain.size());
    if (end > at) words.push_back(plain.substr(at, end - at));
    at = end + 1;
  }
  std::vector<std::string> split;
  for (std::string& word : words) {
    const std::size_t stem = word.size() < 4 ? std::string::npos : word.size() - 3;
    const bool short_not = stem != std::string::npos && word.substr(stem) == "n't" && grammar::english().id(word.substr(0, stem)) >= 0;
    split.push_back(short_not ? word.substr(0, stem) : word);
    if (short_not) split.push_back("not");
  }
  return split;
}

std::string read(const PairTask& task, std::string_view text, Tokens* source) {
  Tokens tokens;
  for (const std::string& word : words_of(text)) {
    const int id = task.source.id(word);
    if (id < kFirstToken) {
      const std::vector<std::string> near = nearest_words(task.source, word, 3);
      return "\"" + word + "\" is not in the vocabulary." + (near.empty() ? "" : " Did you mean " + quoted_list(near) + "?");
    }
    tokens.push_back(id);
  }
  if (std::string error = check_source_length(tokens.size()); !error.empty()) return error;
  *source = tokens;
  return {};
}

/// "l'" and its like stand without a space before the next word.
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
