#include "tasks/tokenizer.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/json_reader.h"
#include "base/text.h"
#include "tasks/special_tokens.h"
#include "tasks/text_pieces.h"
#include "tasks/text_tokens.h"
#include "tasks/tokenizer_part.h"
#include "tasks/word_level.h"
#include "tasks/word_pieces.h"

namespace attn::tasks {
namespace {

using Vocabulary = std::unordered_map<std::string, int>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

// ---- byte pairs ------------------------------------------------------------------------------------------------------------------------

/// Byte pairs whose tokens a file has numbered as it likes. `ids` has the number of each token of `tokens`; the numbers that are left
/// belong to special tokens.
class BytePairTokenizer final : public Tokenizer {
 public:
  BytePairTokenizer(TextTokens tokens, std::vector<int> ids, std::vector<std::string> special)
      : tokens_(std::move(tokens)), ids_(std::move(ids)), special_(std::move(special)), own_(special_.size(), -1) {
    for (std::size_t token = 0; token < ids_.size(); ++token) own_[static_cast<std::size_t>(ids_[token])] = static_cast<int>(token);
  }

  int size() const override { return static_cast<int>(own_.size()); }
  Tokens encode(std::string_view text) const override {
    Tokens out;
    const auto plain = [&](std::string_view part) {
      for (const int token : tokens_.encode(part)) out.push_back(ids_[static_cast<std::size_t>(token)]);
    };
    cut_at_special(text, special_, plain, [&out](int id) { out.push_back(id); });
    return out;
  }
  std::string decode(const Tokens& tokens) const override {
    std::string out;
    for (const int token : tokens) out += own(token) < 0 ? special(token) : tokens_.text_of(own(token));
    return out;
  }
  std::string name(int token) const override { return own(token) < 0 ? special(token) : tokens_.name(own(token)); }

 private:
  /// The token among tokens_; -1 for a special one.
  int own(int token) const {
    CHECK(token >= 0 && token < size(), "Tokenizer: token ", token, " of ", size());
    return own_[static_cast<std::size_t>(token)];
  }
  const std::string& special(int token) const { return special_[static_cast<std::size_t>(token)]; }

  TextTokens tokens_;
  std::vector<int> ids_;              ///< of each of tokens_
  std::vector<std::string> special_;  ///< by number; empty for one of tokens_
  std::vector<int> own_;
};

/// The merges as ids: the 256 bytes in GPT-2's order, and then what each merge makes.
std::string merges_of(const Pairs& pairs, const std::string& file, std::vector<Merge>* merges) {
  const TextTokens bytes = TextTokens::byte_pairs({});
  Vocabulary made;
  for (int token = 0; token < bytes.size(); ++token) made.emplace(bytes.bpe_name(token), token);
  for (const auto& [left, right] : pairs) {
    const auto first = made.find(left), second = made.find(right);
    if (first == made.end() || second == made.end())
      return file + " joins " + cited(left) + " and " + cited(right) + " before " + cited(first == made.end() ? left : right) +
             " is there.";
    merges->push_back({first->second, second->second});
    made.emplace(left + right, TextTokens::kBytes + static_cast<int>(merges->size()) - 1);
  }
  return {};
}

std::string make_byte_pairs(const Vocabulary& vocabulary, const Pairs& pairs, const std::string& vocabulary_file,
                            const std::string& merges_file, std::unique_ptr<const Tokenizer>* tokenizer,
                            std::size_t longest_piece = std::numeric_limits<std::size_t>::max()) {
  std::vector<Merge> merges;
  if (std::string why = merges_of(pairs, merges_file, &merges); !why.empty()) return why;
  TextTokens tokens = TextTokens::byte_pairs(std::move(merges), longest_piece);
  if (vocabulary.size() < static_cast<std::size_t>(tokens.size()))
    return vocabulary_file + " has " + std::to_string(vocabulary.size()) + " tokens, and " + merges_file + " makes " +
           std::to_string(tokens.size()) + ".";
  std::vector<std::string> special(vocabulary.size());
  std::vector<bool> taken(vocabulary.size());
  for (const auto& [name, id] : vocabulary) {
    const auto at = static_cast<std::size_t>(id);
    if (id < 0 || at >= taken.size() || taken[at]) return vocabulary_file + " numbers its tokens with gaps, or two alike.";
    taken[at] = true, special[at] = name;
  }
  std::vector<int> ids;
  for (int token = 0; token < tokens.size(); ++token) {
    const std::string name = tokens.bpe_name(token);
    const auto found = vocabulary.find(name);
    if (found == vocabulary.end())
      return vocabulary_file + " should have " + cited(name) + ", which " + merges_file + " makes of the bytes.";
    ids.push_back(found->second);
    special[static_cast<std::size_t>(found->second)].clear();
  }
  *tokenizer = std::make_unique<BytePairTokenizer>(std::move(tokens), std::move(ids), std::move(special));
  return {};
}

// ---- word pieces -----------------------------------------------------------------------------------------------------------------------

class WordPieceTokenizer final : public Tokenizer {
 public:
  explicit WordPieceTokenizer(WordPieces pieces) : pieces_(std::move(pieces)) {}
  int size() const override { return pieces_.size(); }
  Tokens encode(std::string_view text) const override { return pieces_.encode(text); }
  std::string decode(const Tokens& tokens) const override { return pieces_.decode(tokens); }
  std::string name(int token) const override { return pieces_.name(token); }
  int first() const override { return pieces_.classifier(); }
  int last() const override { return pieces_.separator(); }
  int mask() const override { return pieces_.mask(); }

 private:
  WordPieces pieces_;
};

// ---- JSON ------------------------------------------------------------------------------------------------------------------------------

bool read_vocabulary(json::Reader& reader, Vocabulary* vocabulary) {
  return reader.object([&](const std::string& token) {
    std::uint64_t id = 0;
    if (!reader.whole(&id)) return false;
    if (id > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) return reader.fail("has a token numbered " + std::to_string(id));
    return vocabulary->emplace(token, static_cast<int>(id)).second || reader.fail("names " + cited(token) + " twice");
  });
}

/// "a b", or ["a", "b"] as newer files have it.
bool read_merge(json::Reader& reader, Pairs* pairs) {
  std::pair<std::string, std::string> pair;
  if (!reader.take('[')) {
    std::string both;
    if (!reader.string(&both)) return false;
    const std::size_t space = both.find(' ');
    if (space == std::string::npos) return reader.fail("has the merge " + cited(both) + ", which is no pair");
    pair = {both.substr(0, space), both.substr(space + 1)};
  } else if (!reader.string(&pair.first) || !reader.expect(',') || !reader.string(&pair.second) || !reader.expect(']')) {
    return false;
  }
  pairs->push_back(std::move(pair));
  return true;
}

struct TokenizerJson {
  std::string type;
  Vocabulary vocabulary;
  std::vector<std::pair<std::string, int>> added;  ///< tokens beside, which the vocabulary may have too
  Pairs merges;
  std::string unknown;
  std::string_view normalizer, pre_tokenizer, post_processor, decoder;
};

bool skip(json::Reader& reader) {
  std::string_view raw;
  return reader.any(&raw);
}

bool read_model(json::Reader& reader, TokenizerJson* to) {
  return reader.object([&](const std::string& key) {
    if (key == "type") return reader.string(&to->type);
    if (key == "vocab") return read_vocabulary(reader, &to->vocabulary);
    if (key == "unk_token") return read_text(reader, &to->unknown);
    if (key == "merges") return reader.array([&] { return read_merge(reader, &to->merges); });
    return skip(reader);
  });
}

bool read_added(json::Reader& reader, TokenizerJson* to) {
  return reader.array([&] {
    std::string content;
    std::uint64_t id = 0;
    const bool read = reader.object([&](const std::string& key) {
      return key == "id" ? reader.whole(&id) : key == "content" ? reader.string(&content) : skip(reader);
    });
    if (read && id <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())) to->added.emplace_back(content, static_cast<int>(id));
    return read;
  });
}

std::string word_pieces_of(const TokenizerJson& json, std::unique_ptr<const Tokenizer>* tokenizer) {
  std::vector<const std::string*> lines(json.vocabulary.size());
  for (const auto& [name, id] : json.vocabulary) {
    if (static_cast<std::size_t>(id) >= lines.size() || lines[static_cast<std::size_t>(id)])
      return "tokenizer.json numbers its tokens with gaps.";
    lines[static_cast<std::size_t>(id)] = &name;
  }
  std::string text;
  for (const std::string* line : lines) text.append(*line).append("\n");
  const bool lower_case = json.normalizer.find("\"lowercase\":true") != std::string_view::npos ||
                          json.normalizer.find("\"lowercase\": true") != std::string_view::npos;
  return read_word_pieces(text, lower_case, tokenizer);
}

std::string byte_pairs_of(const TokenizerJson& json, std::unique_ptr<const Tokenizer>* tokenizer) {
  std::vector<TokenizerPart> cuts;
  if (std::string why = read_parts(json.pre_tokenizer, &cuts); !why.empty()) return why;
  const bool ours = std::any_of(cuts.begin(), cuts.end(), [](const TokenizerPart& part) { return part.regex == kPiecePattern; });
  return make_byte_pairs(json.vocabulary, json.merges, "tokenizer.json", "tokenizer.json", tokenizer,
                         ours ? kLongestPiece : std::numeric_limits<std::size_t>::max());
}

std::string words_of(const TokenizerJson& json, std::unique_ptr<const Tokenizer>* tokenizer) {
  WordLevelFile file{json.vocabulary, {}, json.unknown, json.normalizer, json.pre_tokenizer, json.post_processor, json.decoder};
  for (const auto& [name, id] : json.added) file.special.push_back(name);
  return make_word_level(file, tokenizer);
}

}  // namespace

std::string read_byte_pairs(std::string_view vocab_json, std::string_view merges_txt, std::unique_ptr<const Tokenizer>* tokenizer) {
  if (!is_utf8(vocab_json)) return "vocab.json is no valid UTF-8.";
  if (!is_utf8(merges_txt)) return "merges.txt is no valid UTF-8.";
  Vocabulary vocabulary;
  json::Reader reader(vocab_json, "vocab.json");
  if (!read_vocabulary(reader, &vocabulary) || !reader.end()) return reader.error();
  Pairs pairs;
  int number = 0;
  for (std::size_t at = 0; at < merges_txt.size();) {
    const std::size_t end = std::min(merges_txt.find('\n', at), merges_txt.size());
    std::string_view line = merges_txt.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    at = end + 1, ++number;
    if (line.empty() || (number == 1 && line.starts_with("#version"))) continue;
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos)
      return "merges.txt should have two tokens and a space in each line, and line " + std::to_string(number) + " is " + cited(line) + ".";
    pairs.emplace_back(line.substr(0, space), line.substr(space + 1));
  }
  return make_byte_pairs(vocabulary, pairs, "vocab.json", "merges.txt", tokenizer);
}

std::string read_word_pieces(std::string_view vocab_txt, bool lower_case, std::unique_ptr<const Tokenizer>* tokenizer) {
  WordPieces pieces;
  std::string why = WordPieces::read(vocab_txt, lower_case, &pieces);
  if (why.empty()) *tokenizer = std::make_unique<WordPieceTokenizer>(std::move(pieces));
  return why;
}

std::string read_tokenizer_json(std::string_view tokenizer_json, std::unique_ptr<const Tokenizer>* tokenizer) {
  if (!is_utf8(tokenizer_json)) return "tokenizer.json is no valid UTF-8.";
  TokenizerJson json;
  json::Reader reader(tokenizer_json, "tokenizer.json");
  const bool read = reader.object([&](const std::string& key) {
    if (key == "model") return read_model(reader, &json);
    if (key == "added_tokens") return read_added(reader, &json);
    std::string_view other;
    std::string_view* const part = key == "normalizer"       ? &json.normalizer
                                   : key == "pre_tokenizer"  ? &json.pre_tokenizer
                                   : key == "post_processor" ? &json.post_processor
                                   : key == "decoder"        ? &json.decoder
                                                             : &other;
    return reader.any(part);
  });
  if (!read || !reader.end()) return reader.error();
  for (const auto& [name, id] : json.added)
    if (const auto there = json.vocabulary.emplace(name, id).first; there->second != id)
      return "tokenizer.json gives " + cited(name) + " two numbers, " + std::to_string(there->second) + " and " + std::to_string(id) + ".";
  if (json.type == "BPE") return byte_pairs_of(json, tokenizer);
  if (json.type == "WordPiece") return word_pieces_of(json, tokenizer);
  if (json.type == "WordLevel") return words_of(json, tokenizer);
  return "tokenizer.json should have a model of the type BPE, WordPiece or WordLevel, and it is " +
         (json.type.empty() ? "missing" : cited(json.type)) + ".";
}

}  // namespace attn::tasks
