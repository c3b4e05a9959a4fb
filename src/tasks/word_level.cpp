#include "tasks/word_level.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/check.h"
#include "base/json_reader.h"
#include "base/text.h"
#include "tasks/special_tokens.h"
#include "tasks/text_pieces.h"
#include "tasks/text_tokens.h"
#include "tasks/tokenizer_part.h"
#include "tasks/unicode.h"

namespace attn::tasks {
namespace {

// ---- classes of characters
// ---------------------------------------------------------------------------------------------------------------

/// Some characters, and how a text is cut at them.
struct Cut {
  std::vector<std::pair<char32_t, char32_t>> ranges;
  bool spaces = false;    ///< white space belongs to them, too
  bool repeated = false;  ///< those that stand side by side are one piece
  bool removed = false;   ///< they separate pieces and are none

  bool has(char32_t code) const {
    return (spaces && unicode::is_space(code)) ||
           std::any_of(ranges.begin(), ranges.end(), [code](const auto& range) { return code >= range.first && code <= range.second; });
  }
};

/// Reads a class such as "[ ,.a-z]" or "[\s\S]", with a plus behind it or not. Returns whether it is one.
bool read_class(std::string_view regex, Cut* cut) {
  constexpr char32_t kLast = 0x10FFFF;
  std::vector<char32_t> signs = code_points(regex);
  if (!signs.empty() && signs.back() == '+') cut->repeated = true, signs.pop_back();
  if (signs.size() < 3 || signs.front() != '[' || signs.back() != ']' || signs[1] == '^') return false;
  for (std::size_t i = 1; i + 1 < signs.size(); ++i) {
    if (signs[i] == '[' || signs[i] == ']' || signs[i] == '&') return false;
    if (signs[i] == '\\') {
      ++i;
      if (signs[i] == 's') {
        cut->spaces = true;
        continue;
      }
      if (signs[i] == 'S' && cut->spaces) {
        cut->ranges.emplace_back(0, kLast);
        continue;
      }
      if (i + 1 == signs.size() || (signs[i] < 0x80 && std::isalnum(static_cast<int>(signs[i])))) return false;
    }
    const bool range = i + 3 < signs.size() && signs[i + 1] == '-';
    const char32_t last = range ? signs[i + 2] : signs[i];
    if (last < signs[i] || last == '\\') return false;
    cut->ranges.emplace_back(signs[i], last);
    if (range) i += 2;
  }
  return true;
}

std::vector<std::string_view> cut_into_pieces(std::string_view text, const Cut& cut) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  const auto end_at = [&](std::size_t end) {
    if (end > begin) out.push_back(text.substr(begin, end - begin));
    begin = end;
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 0;
    const auto has = [&](std::size_t i) {
      const CodePoint found = code_point_at(text, i);
      length = found.length;
      return cut.has(found.code);
    };
    if (!has(at)) {
      at += length;
      continue;
    }
    end_at(at);
    do at += length;
    while (cut.repeated && at < text.size() && has(at));
    if (cut.removed)
      begin = at;
    else
      end_at(at);
  }
  end_at(text.size());
  return out;
}

void replace_all(std::string* text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text->find(from, at)) != std::string::npos; at += to.size()) text->replace(at, from.size(), to);
}

// ---- the tokenizer
// -----------------------------------------------------------------------------------------------------------------------

struct Rules {
  std::vector<TokenizerPart> normal, joins;
  std::vector<Cut> cuts;
};

class WordLevelTokenizer final : public Tokenizer {
 public:
  WordLevelTokenizer(const WordLevelFile& file, std::vector<std::string> names, Rules rules)
      : names_(std::move(names)), ids_(file.vocabulary), special_(names_.size()), rules_(std::move(rules)) {
    for (const std::string& name : file.special) special_[static_cast<std::size_t>(ids_.at(name))] = name;
    unknown_ = id_of(file.unknown);
  }

  int size() const override { return static_cast<int>(names_.size()); }
  int first() const override { return first_; }
  int last() const override { return last_; }
  int unknown() const override { return unknown_; }
  bool is_special(int token) const override { return !special_[at(token)].empty(); }
  std::string name(int token) const override { return shown(names_[at(token)]); }
  Tokens encode(std::string_view text) const override {
    Tokens out;
    for_each_word(text, [&](std::string_view, int id) {
      if (id >= 0) out.push_back(id);
    });
    return out;
  }
  std::string refusal(std::string_view text) const override {
    std::string why;
    for_each_word(text, [&](std::string_view word, int id) {
      if (id < 0 && why.empty()) why = cited(word) + " is none of the " + thousands(size()) + " words that this model knows.";
    });
    return why;
  }
  std::string decode(const Tokens& tokens) const override {
    std::vector<std::string> words;
    for (const int token : tokens)
      if (!is_special(token)) words.push_back(names_[at(token)]);
    const auto join = [&words](std::string_view between) {
      std::string text;
      for (const std::string& word : words) text.append(text.empty() ? "" : between).append(word);
      words.assign(1, std::move(text));
    };
    for (const TokenizerPart& part : rules_.joins) {
      if (part.type == "Fuse") join("");
      if (part.type == "WordPiece") goes_on(part.prefix, &words);
      if (part.type == "Replace")
        for (std::string& word : words) replace_all(&word, part.text, part.content);
    }
    join(rules_.joins.empty() ? " " : "");
    return words.front();
  }

  void set_ends(int first, int last) { first_ = first, last_ = last; }
  int id_of(const std::string& name) const {
    const auto found = ids_.find(name);
    return found == ids_.end() ? -1 : found->second;
  }

 private:
  std::size_t at(int token) const {
    CHECK(token >= 0 && token < size(), "Tokenizer: token ", token, " of ", size());
    return static_cast<std::size_t>(token);
  }
  /// A space before every word but the first and those that go on the last one.
  static void goes_on(const std::string& prefix, std::vector<std::string>* words) {
    for (std::size_t i = 1; i < words->size(); ++i) {
      std::string& word = (*words)[i];
      if (!prefix.empty() && word.starts_with(prefix))
        word.erase(0, prefix.size());
      else
        word.insert(0, 1, ' ');
    }
  }
  /// Calls `found(word, id)` for each word of a text; the id is -1 where it has no token.
  template <class Found>
  void for_each_word(std::string_view text, const Found& found) const {
    const auto plain = [&](std::string_view part) {
      const std::string normal = normalized(part);
      std::vector<std::string_view> pieces{normal};
      for (const Cut& cut : rules_.cuts) {
        std::vector<std::string_view> smaller;
        for (const std::string_view piece : pieces)
          for (const std::string_view one : cut_into_pieces(piece, cut)) smaller.push_back(one);
        pieces = std::move(smaller);
      }
      for (const std::string_view piece : pieces) {
        const int id = id_of(std::string(piece));
        found(piece, id < 0 ? unknown_ : id);
      }
    };
    cut_at_special(text, special_, plain, [&](int id) { found(special_[static_cast<std::size_t>(id)], id); });
  }
  std::string normalized(std::string_view part) const {
    std::string text(part);
    for (const TokenizerPart& rule : rules_.normal) {
      if (rule.type == "Replace") {
        replace_all(&text, rule.text, rule.content);
        continue;
      }
      std::string lower;
      for (const char32_t code : code_points(text))
        for (const char32_t one : unicode::to_lower(code)) append_utf8(&lower, one);
      text = std::move(lower);
    }
    return text;
  }

  std::vector<std::string> names_;
  std::unordered_map<std::string, int> ids_;
  std::vector<std::string> special_;  ///< by number; empty for a word
  Rules rules_;
  int unknown_ = -1, first_ = -1, last_ = -1;
};

// ---- reading
// -----------------------------------------------------------------------------------------------------------------------------

std::string unread(const char* what, const TokenizerPart& part) {
  return "tokenizer.json has a " + std::string(what) + " of the type " + cited(part.type) +
         (part.regex.empty() ? "" : " with the pattern " + cited(part.regex, 60)) + ", which is not read here for a list of words.";
}

std::string read_rules(const WordLevelFile& file, Rules* rules) {
  std::vector<TokenizerPart> cuts;
  for (const auto& [json, parts] : {std::pair(file.normalizer, &rules->normal), {file.pre_tokenizer, &cuts}, {file.decoder, &rules->joins}})
    if (std::string why = read_parts(json, parts); !why.empty()) return why;
  for (const TokenizerPart& part : rules->normal)
    if (part.type != "Lowercase" && (part.type != "Replace" || part.text.empty())) return unread("normalizer", part);
  for (const TokenizerPart& part : rules->joins) {
    const bool joins = part.type == "Fuse" || (part.type == "WordPiece" && !part.cleans_up);
    if (!joins && (part.type != "Replace" || part.text.empty())) return unread("decoder", part);
  }
  for (const TokenizerPart& part : cuts) {
    Cut& cut = rules->cuts.emplace_back();
    cut.removed = part.type == "WhitespaceSplit" || part.behavior == "Removed";
    const bool splits = part.type == "Split" && !part.inverts && (cut.removed || part.behavior == "Isolated");
    if (part.type == "WhitespaceSplit")
      cut.spaces = cut.repeated = true;
    else if (!splits || !read_class(part.regex, &cut))
      return unread("pre-tokenizer", part);
  }
  return {};
}

/// The names of the special tokens before the text and after it, where the file says that they are put there.
bool read_ends(std::string_view post_processor, std::string* first, std::string* last) {
  if (post_processor.empty() || post_processor == "null") return true;
  bool after = false;
  json::Reader reader(post_processor, "tokenizer.json");
  std::string_view raw;
  const auto read_item = [&](const std::string& kind) {
    after = after || kind == "Sequence";
    return reader.object([&](const std::string& key) {
      return kind == "SpecialToken" && key == "id" ? reader.string(after ? last : first) : reader.any(&raw);
    });
  };
  return reader.object(
      [&](const std::string& key) { return key == "single" ? reader.array([&] { return reader.object(read_item); }) : reader.any(&raw); });
}

}  // namespace

std::string make_word_level(const WordLevelFile& file, std::unique_ptr<const Tokenizer>* tokenizer) {
  std::vector<std::string> names(file.vocabulary.size());
  for (const auto& [name, id] : file.vocabulary) {
    if (id < 0 || static_cast<std::size_t>(id) >= names.size() || !names[static_cast<std::size_t>(id)].empty())
      return "tokenizer.json numbers its tokens with gaps, or two alike.";
    if (name.empty()) return "tokenizer.json has a token without a letter.";
    names[static_cast<std::size_t>(id)] = name;
  }
  Rules rules;
  if (std::string why = read_rules(file, &rules); !why.empty()) return why;
  std::string first, last;
  if (!read_ends(file.post_processor, &first, &last)) return "tokenizer.json has a post-processor that is not as expected.";
  auto made = std::make_unique<WordLevelTokenizer>(file, std::move(names), std::move(rules));
  made->set_ends(made->id_of(first), made->id_of(last));
  *tokenizer = std::move(made);
  return {};
}

}  // namespace attn::tasks
