#include "tasks/unknown_word.h"

#include <algorithm>

#include "tasks/pair_parts.h"

namespace attn::tasks {
namespace {

constexpr std::string_view kSpace = " \t\n\r", kStops = ",.!?:;\"";
constexpr int kSuggested = 3, kOffered = 6, kFewSigns = 12;

bool is_known(const PairTask& task, std::string_view word) {
  Tokens tokens;
  return task.read(task, word, &tokens).empty();
}

bool is_one_of(char sign, std::string_view signs) { return signs.find(sign) != signs.npos; }

bool has_single_signs(const PairTask& task) { return task.source.name(kFirstToken).size() == 1; }

/// The first character of text[begin, end) that cannot be read, as bytes of `text`.
UnknownWord unknown_sign(const PairTask& task, std::string_view text, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end;) {
    std::size_t next = at + 1;
    while (next < end && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80U) ++next;  // the rest of a character in UTF-8
    if (!is_known(task, text.substr(at, next - at))) return {at, next, {}};
    at = next;
  }
  return {begin, end, {}};
}

std::string in_small_letters(std::string_view word) {
  std::string small(word);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

/// Some of the words with which the task's rules cover the text, spread over the vocabulary.
std::vector<std::string> fitting_words(const PairTask& task, std::string_view text, const UnknownWord& unknown) {
  std::vector<std::string> all, some;
  for (int id = kFirstToken; id < task.source.size(); ++id) {
    Tokens tokens;
    Example answer;
    const std::string& word = task.source.name(id);
    if (task.read(task, replaced(text, unknown, word), &tokens).empty() && task.solve(task, tokens, &answer)) all.push_back(word);
  }
  const std::size_t count = std::min<std::size_t>(kOffered, all.size());
  for (std::size_t k = 0; k < count; ++k) some.push_back(all[(2 * k + 1) * all.size() / (2 * count)]);
  return some;
}

std::vector<std::string> offered_words(const PairTask& task, std::string_view text, const UnknownWord& unknown) {
  const int words = task.source.size() - kFirstToken;
  if (has_single_signs(task)) return words <= kFewSigns ? some_words(task.source, words) : std::vector<std::string>();
  const std::string word = in_small_letters(text.substr(unknown.begin, unknown.end - unknown.begin));
  if (std::vector<std::string> near = nearest_words(task.source, word, kSuggested); !near.empty()) return near;
  if (std::vector<std::string> fitting = fitting_words(task, text, unknown); !fitting.empty()) return fitting;
  return some_words(task.source, kOffered);
}

}  // namespace

std::optional<UnknownWord> find_unknown_word(const PairTask& task, std::string_view text) {
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    while (begin < text.size() && is_one_of(text[begin], kSpace)) ++begin;
    end = begin;
    while (end < text.size() && !is_one_of(text[end], kSpace)) ++end;
    std::size_t first = begin, last = end;  // without the punctuation around it
    while (first < last && is_one_of(text[first], kStops)) ++first;
    while (first < last && is_one_of(text[last - 1], kStops)) --last;
    if (first == last || is_known(task, text.substr(first, last - first))) continue;
    UnknownWord unknown = has_single_signs(task) ? unknown_sign(task, text, first, last) : UnknownWord{first, last, {}};
    unknown.known = offered_words(task, text, unknown);
    return unknown;
  }
  return std::nullopt;
}

std::string replaced(std::string_view text, const UnknownWord& unknown, std::string_view word) {
  return std::string(text.substr(0, unknown.begin)).append(word).append(text.substr(unknown.end));
}

}  // namespace attn::tasks
