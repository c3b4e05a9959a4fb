#include "tasks/word_pieces.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "tasks/text_pieces.h"
#include "tasks/unicode.h"

namespace attn::tasks {
namespace {

constexpr std::size_t kLongestWord = 100;  ///< in code points; a longer one is unknown, as in the released code
constexpr std::string_view kGoesOn = "##";

/// The blocks whose characters are words by themselves, as the released code has them: CJK ideographs, without kana and Hangul.
bool is_chinese(char32_t code) {
  return (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0x3400 && code <= 0x4DBF) || (code >= 0x20000 && code <= 0x2A6DF) ||
         (code >= 0x2A700 && code <= 0x2B73F) || (code >= 0x2B740 && code <= 0x2B81F) || (code >= 0x2B820 && code <= 0x2CEAF) ||
         (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x2F800 && code <= 0x2FA1F);
}

bool is_mark(char32_t code) {
  const bool sign = (code >= 33 && code <= 47) || (code >= 58 && code <= 64) || (code >= 91 && code <= 96) || (code >= 123 && code <= 126);
  return sign || unicode::is_punctuation(code);
}

bool is_removed(char32_t code) {
  return code == 0 || code == 0xFFFD || (code != '\t' && code != '\n' && code != '\r' && unicode::is_control(code));
}

}  // namespace

std::string WordPieces::read(std::string_view vocabulary, bool lower_case, WordPieces* pieces) {
  if (!is_utf8(vocabulary)) return "vocab.txt is no valid UTF-8.";
  WordPieces out;
  out.lower_case_ = lower_case;
  for (std::size_t at = 0; at < vocabulary.size();) {
    const std::size_t end = std::min(vocabulary.find('\n', at), vocabulary.size());
    std::string_view line = vocabulary.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    at = end + 1;
    if (!out.ids_.emplace(line, out.size()).second) return "vocab.txt has " + cited(line) + " twice.";
    out.texts_.emplace_back(line);
  }
  const std::pair<const char*, int*> marks[] = {
      {"[UNK]", &out.unknown_}, {"[CLS]", &out.classifier_}, {"[SEP]", &out.separator_}, {"[MASK]", &out.mask_}};
  for (const auto& [mark, id] : marks) {
    const auto found = out.ids_.find(mark);
    if (found == out.ids_.end())
      return "vocab.txt has no " + std::string(mark) + "; a vocabulary of BERT has one token a line, this among them.";
    *id = found->second;
  }
  *pieces = std::move(out);
  return {};
}

const std::string& WordPieces::name(int token) const {
  CHECK(token >= 0 && token < size(), "WordPieces: token ", token, " of ", size());
  return texts_[static_cast<std::size_t>(token)];
}

Tokens WordPieces::encode(std::string_view text) const {
  Tokens out;
  while (!text.empty()) {
    const std::size_t mask = text.find("[MASK]"), separator = text.find("[SEP]"), end = std::min({mask, separator, text.size()});
    encode_words(text.substr(0, end), &out);
    if (end == text.size()) break;
    out.push_back(end == mask ? mask_ : separator_);
    text.remove_prefix(text.find(']', end) + 1);
  }
  return out;
}

void WordPieces::encode_words(std::string_view text, Tokens* out) const {
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) encode_word(word, out);
    word.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint found = code_point_at(text, at);
    at += found.length;
    if (is_removed(found.code)) continue;
    if (unicode::is_space(found.code)) {
      finish();
      continue;
    }
    const bool alone = is_chinese(found.code);
    if (alone) finish();
    std::u32string forms(1, found.code);
    if (lower_case_) {
      forms.clear();
      for (const char32_t bare : unicode::strip_accents(found.code)) forms += unicode::to_lower(bare);
    }
    for (const char32_t code : forms) {
      if (is_mark(code)) finish();
      append_utf8(&word, code);
      if (is_mark(code)) finish();
    }
    if (alone) finish();
  }
  finish();
}

void WordPieces::encode_word(std::string_view word, Tokens* out) const {
  if (code_point_count(word) > kLongestWord) return out->push_back(unknown_);
  const std::size_t before = out->size();
  for (std::size_t at = 0; at < word.size();) {
    std::size_t end = word.size();
    auto found = ids_.end();
    for (; end > at; --end) {
      if (end < word.size() && (static_cast<unsigned char>(word[end]) & 0xC0) == 0x80) continue;  // within a character
      found = ids_.find(std::string(at == 0 ? "" : kGoesOn).append(word.substr(at, end - at)));
      if (found != ids_.end()) break;
    }
    if (found == ids_.end()) {
      out->resize(before);
      return out->push_back(unknown_);
    }
    out->push_back(found->second);
    at = end;
  }
}

std::string WordPieces::decode(const Tokens& tokens) const {
  std::string out;
  for (const int token : tokens) {
    const std::string& text = name(token);
    const bool goes_on = text.size() > kGoesOn.size() && text.starts_with(kGoesOn);
    if (!out.empty() && !goes_on) out += ' ';
    out.append(text, goes_on ? kGoesOn.size() : 0);
  }
  return out;
}

}  // namespace attn::tasks
