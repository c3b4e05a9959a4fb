// Prints the tokens of texts, for tests that hold them against other tokenizers.
//
//   tokenize_lines [--write | --decode] KIND
//
//   pairs VOCAB.json MERGES.txt | pieces VOCAB.txt | lower-pieces VOCAB.txt | json TOKENIZER.json    as a published file cuts a text
//   characters TEXT.txt SIZE | byte-pairs TEXT.txt SIZE | stories                                    as a model of ours does
//
// Each line of the standard input is a text as JSON. For each it prints the ids of its tokens, with spaces between, on a line; with
// --decode the text that is made of them again, as JSON. A text that cannot be cut is the line "refused". With --write it prints the
// tokenizer.json of a model of ours instead.
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>

#include "base/json.h"
#include "base/json_reader.h"
#include "tasks/merge_learner.h"
#include "tasks/stories.h"
#include "tasks/tokenizer.h"
#include "tasks/tokenizer_files.h"

namespace {

using namespace attn;

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Cutter {
  std::function<bool(const std::string& text, Tokens* tokens)> encode;
  std::function<std::string(const Tokens& tokens)> decode;
  std::string file;  ///< of a model of ours
};

Cutter of_text(const tasks::TextTokens& tokens) {
  return {[tokens](const std::string& text, Tokens* out) { return *out = tokens.encode(text), true; },
          [tokens](const Tokens& all) { return tokens.decode(all); }, tasks::tokenizer_json(tokens)};
}

tasks::TextTokens byte_pairs_of(const std::string& text, int size) {
  tasks::MergeLearner learner(text);
  learner.learn(size - tasks::TextTokens::kBytes);
  return learner.tokens();
}

Cutter of_stories() {
  const auto encode = [](const std::string& text, Tokens* out) {
    if (!tasks::read_story(text, out).empty()) return false;
    out->insert(out->begin(), kStartToken);
    return true;
  };
  return {encode, tasks::write_story, tasks::story_tokenizer_json()};
}

/// Returns an empty string, or what is wrong.
std::string of_file(const std::string& kind, const std::vector<std::string>& files, Cutter* cutter) {
  std::unique_ptr<const tasks::Tokenizer> made;
  const std::string first = files.empty() ? "" : content_of(files[0]);
  const std::string why = kind == "pairs" && files.size() == 2         ? tasks::read_byte_pairs(first, content_of(files[1]), &made)
                          : kind == "pieces" || kind == "lower-pieces" ? tasks::read_word_pieces(first, kind == "lower-pieces", &made)
                          : kind == "json"                             ? tasks::read_tokenizer_json(first, &made)
                                                                       : "The comment in the source says how it is called.";
  if (!why.empty()) return why;
  const std::shared_ptr<const tasks::Tokenizer> tokenizer = std::move(made);
  const bool enclosed = kind == "json" && tokenizer->mask() < 0;  // with what the file puts before a text and behind it
  cutter->encode = [tokenizer, enclosed](const std::string& text, Tokens* out) {
    if (!tokenizer->refusal(text).empty()) return false;
    *out = tokenizer->encode(text);
    if (enclosed && tokenizer->first() >= 0) out->insert(out->begin(), tokenizer->first());
    if (enclosed && tokenizer->last() >= 0) out->push_back(tokenizer->last());
    return true;
  };
  cutter->decode = [tokenizer](const Tokens& all) { return tokenizer->decode(all); };
  return {};
}

std::string printed(const Cutter& cutter, const std::string& text, bool decodes) {
  Tokens tokens;
  if (!cutter.encode(text, &tokens)) return "refused";
  if (decodes) return json::string(cutter.decode(tokens));
  std::string line;
  for (const int token : tokens) line += (line.empty() ? "" : " ") + std::to_string(token);
  return line;
}

int fail(const std::string& why) {
  std::cerr << why << "\n";
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> given(arguments + 1, arguments + count);
  const std::string mode = !given.empty() && given[0].starts_with("--") ? given[0] : "";
  if (!mode.empty()) given.erase(given.begin());
  if (given.empty()) return fail("The comment in the source says how it is called.");
  const std::string kind = given[0];
  const std::vector<std::string> files(given.begin() + 1, given.end());
  Cutter cutter;
  if (kind == "stories")
    cutter = of_stories();
  else if (kind == "characters" && files.size() == 2)
    cutter = of_text(tasks::TextTokens::characters(content_of(files[0]), std::stoi(files[1])));
  else if (kind == "byte-pairs" && files.size() == 2)
    cutter = of_text(byte_pairs_of(content_of(files[0]), std::stoi(files[1])));
  else if (const std::string why = of_file(kind, files, &cutter); !why.empty())
    return fail(why);
  if (mode == "--write") return std::cout << cutter.file, 0;
  for (std::string line, text; std::getline(std::cin, line); text.clear()) {
    json::Reader reader(line, "The line");
    if (!reader.string(&text) || !reader.end()) return fail(reader.error());
    std::cout << printed(cutter, text, mode == "--decode") << "\n";
  }
}
