#include "tasks/pair_parts.h"

#include <algorithm>
#include <compare>
#include <cstdlib>

#include "base/text.h"

namespace attn::tasks {
namespace {

/// Optimal string alignment distance over bytes.
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::string quoted_list(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += cited(words[i]);
  }
  return text;
}

std::vector<std::string> nearest_words(const Vocabulary& vocabulary, std::string_view word, int count) {
  constexpr std::size_t kLongest = 40;
  if (word.size() > kLongest) return {};
  struct Near {
    int distance, longer, id;
    auto operator<=>(const Near&) const = default;
  };
  std::vector<Near> near;
  const int limit = word.size() <= 3 ? 1 : 2;
  for (int id = kFirstToken; id < vocabulary.size(); ++id)
    if (const int distance = edit_distance(word, vocabulary.name(id)); distance <= limit)
      near.push_back({distance, std::abs(static_cast<int>(vocabulary.name(id).size()) - static_cast<int>(word.size())), id});
  std::sort(near.begin(), near.end());
  std::vector<std::string> words;
  for (const auto& [distance, longer, id] : near)
    if (distance == near[0].distance && static_cast<int>(words.size()) < count) words.push_back(vocabulary.name(id));
  return words;
}

std::vector<std::string> some_words(const Vocabulary& vocabulary, int count) {
  const int words = vocabulary.size() - kFirstToken, shown = std::min(count, words);
  std::vector<std::string> out;
  for (int i = 0; i < shown; ++i) out.push_back(vocabulary.name(kFirstToken + (2 * i + 1) * words / (2 * shown)));
  return out;
}

std::string check_source_length(std::size_t count) {
  if (count == 0) return "There is nothing to read yet.";
  if (count > kMaxSourceTokens)
    return "A source has at most " + std::to_string(kMaxSourceTokens) + " tokens, this one " + std::to_string(count) + ".";
  return {};
}

std::string read_signs(const PairTask& task, std::string_view text, Tokens* source) {
  Tokens tokens;
  for (const char32_t code : code_points(text)) {
    if (code == ' ' || code == ',' || code == ';' || code == '\t' || code == '\n' || code == '\r') continue;
    std::string sign;
    append_utf8(&sign, code < 128 && code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code);
    const int id = task.source.id(sign);
    if (id < kFirstToken) {
      const std::string& first = task.source.name(kFirstToken);
      return cited(sign) + " is not in the vocabulary, which goes from " + cited(first) + " to " +
             cited(task.source.name(task.source.size() - 1)) + ".";
    }
    tokens.push_back(id);
  }
  if (std::string error = check_source_length(tokens.size()); !error.empty()) return error;
  *source = tokens;
  return {};
}

std::string write_words(const Vocabulary& words, const Tokens& tokens) {
  std::string text;
  for (const int token : tokens) {
    if (!text.empty()) text += ' ';
    text += words.name(token);
  }
  return text;
}

namespace {

/// A source of `length` independent characters, or where that is 0 of any number from task.shortest to task.longest.
Tokens draw_signs(const PairTask& task, Split split, int length, Rng& rng) {
  const auto below = [](Rng& r, int n) { return static_cast<int>(r.below(static_cast<std::uint64_t>(n))); };
  return draw_source(split, length, rng, [&](Rng& r) {
    const int count = length ? length : task.shortest + below(r, task.longest - task.shortest + 1);
    Tokens signs(static_cast<std::size_t>(count));
    for (int& sign : signs) sign = kFirstToken + below(r, task.source.size() - kFirstToken);
    return signs;
  });
}

Example draw_solved(const PairTask& task, Split split, int length, Rng& rng) {
  Example example;
  task.solve(task, draw_signs(task, split, length, rng), &example);
  return example;
}

}  // namespace

PairTask sign_task(std::string_view name, std::string_view label, std::string_view help, const Vocabulary& signs,
                   decltype(PairTask::solve) solve) {
  PairTask task{name, label, help, signs, signs};
  task.draw = draw_solved;
  task.read = read_signs;
  task.write = write_words;
  task.solve = solve;
  return task;
}

}  // namespace attn::tasks
