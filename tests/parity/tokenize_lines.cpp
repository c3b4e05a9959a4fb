// Prints the tokens of texts, for tests that hold them against other tokenizers.
//
//   tokenize_lines pairs VOCAB.json MERGES.txt | pieces VOCAB.txt | lower-pieces VOCAB.txt | json TOKENIZER.json
//
// Each line of the standard input is a text as JSON. For each it prints the ids of its tokens, with spaces between, on a line.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>

#include "base/json_reader.h"
#include "tasks/tokenizer.h"

namespace {

std::string content_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int count, char** arguments) {
  using namespace attn;
  const std::string kind = count > 2 ? arguments[1] : "";
  std::unique_ptr<const tasks::Tokenizer> tokenizer;
  const std::string first = count > 2 ? content_of(arguments[2]) : "";
  const std::string why = kind == "pairs" && count > 3                 ? tasks::read_byte_pairs(first, content_of(arguments[3]), &tokenizer)
                          : kind == "pieces" || kind == "lower-pieces" ? tasks::read_word_pieces(first, kind == "lower-pieces", &tokenizer)
                          : kind == "json"                             ? tasks::read_tokenizer_json(first, &tokenizer)
                                                                       : "The comment in the source says how it is called.";
  if (!why.empty()) {
    std::cerr << why << "\n";
    return 1;
  }
  for (std::string line, text; std::getline(std::cin, line); text.clear()) {
    json::Reader reader(line, "The line");
    if (!reader.string(&text) || !reader.end()) {
      std::cerr << reader.error() << "\n";
      return 1;
    }
    const char* space = "";
    for (const int token : tokenizer->encode(text)) std::cout << std::exchange(space, " ") << token;
    std::cout << "\n";
  }
}
