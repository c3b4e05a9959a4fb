// A task of dates: from a date as people write it to ISO 8601, character by character. The forms and their rules are in dates_forms.h.
#include <string>

#include "base/text.h"
#include "tasks/dates_forms.h"
#include "tasks/pair_parts.h"

namespace attn::tasks {
namespace {

/// The names of characters; a space is shown as "_".
std::string sign_name(char sign) { return std::string(1, sign == ' ' ? '_' : sign); }

Vocabulary vocabulary(std::string_view signs) {
  std::vector<std::string> names;
  for (const char sign : signs) names.push_back(sign_name(sign));
  return Vocabulary(names);
}

constexpr std::string_view kSourceSigns = "0123456789 .,/-'abcdefghijlmnoprstuvwy", kTargetSigns = "0123456789-";

/// The tokens of a text in which every character is one of `signs`.
Tokens tokens_of(std::string_view signs, std::string_view text) {
  Tokens tokens;
  tokens.reserve(text.size());
  for (const char sign : text) tokens.push_back(kFirstToken + static_cast<int>(signs.find(sign)));
  return tokens;
}

std::string write(const Vocabulary& words, const Tokens& tokens) {
  std::string text;
  for (const int token : tokens) text += words.name(token) == "_" ? " " : words.name(token);
  return text;
}

bool solve(const PairTask& task, const Tokens& source, Example* answer) {
  for (const int token : source)
    if (token < kFirstToken || token >= task.source.size()) return false;
  dates::Reading reading;
  if (!dates::read_date(write(task.source, source), &reading)) return false;
  answer->source = source;
  answer->target = tokens_of(kTargetSigns, dates::iso(reading.date));
  answer->alignment.assign(reading.places.begin(), reading.places.end());
  return true;
}

Example draw(const PairTask& task, Split split, int length, Rng& rng) {
  const Tokens source = draw_source(split, length, rng, [&](Rng& r) { return tokens_of(kSourceSigns, dates::draw_date(length, r)); });
  Example example;
  CHECK(solve(task, source, &example), "dates: the forms do not cover \"", write(task.source, source), "\"");
  return example;
}

std::string read(const PairTask& task, std::string_view text, Tokens* source) {
  std::string plain;
  for (const char32_t code : code_points(text)) {
    const bool space = code == ' ' || code == '\t' || code == '\n' || code == '\r' || code == 0xA0;
    if (space && (plain.empty() || plain.back() == ' ')) continue;
    if (space) {
      plain += ' ';
    } else if (code == U'\u2019') {
      plain += '\'';
    } else {
      append_utf8(&plain, code < 128 && code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code);
    }
  }
  if (!plain.empty() && plain.back() == ' ') plain.pop_back();
  Tokens tokens;
  for (const char32_t code : code_points(plain)) {
    const int id = code < 128 && code != '_' ? task.source.id(sign_name(static_cast<char>(code))) : -1;
    if (id < kFirstToken) {
      std::string sign;
      append_utf8(&sign, code);
      return "\"" + sign +
             "\" is not in the vocabulary: digits, points, commas, slashes, hyphens, apostrophes and the letters of English dates.";
    }
    tokens.push_back(id);
  }
  if (std::string error = check_source_length(tokens.size()); !error.empty()) return error;
  *source = tokens;
  return {};
}

}  // namespace

PairTask make_dates() {
  PairTask task{"dates", "Dates", "A date as people write it in, the same date as ISO 8601 writes it out, sign by sign.",
                vocabulary(kSourceSigns), vocabulary(kTargetSigns)};
  task.shortest = dates::kShortestDate;
  task.longest = task.longest_tested = dates::kLongestDate;
  task.sample = "Tuesday, 5 March 2024";
  task.draw = draw;
  task.read = read;
  task.write = write;
  task.solve = solve;
  return task;
}

}  // namespace attn::tasks
