// Values as text and back. The grammar is small: a number, true or false, a choice's id, free text; matrices as "1,2;3,4", masks as
// "110;111". Sizes are counted before anything is allocated, so that a hostile link cannot ask for memory.

#include <algorithm>
#include <limits>
#include <string>

#include "base/text.h"
#include "params/params.h"

namespace attn::params {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

size_t count_of(std::string_view text, char c) { return static_cast<size_t>(std::count(text.begin(), text.end(), c)); }

/// Takes the part before the next `separator` off `*rest`.
std::string_view take(std::string_view* rest, char separator) {
  const size_t end = rest->find(separator);
  const std::string_view part = rest->substr(0, end);
  rest->remove_prefix(end == std::string_view::npos ? rest->size() : end + 1);
  return trimmed(part);
}

std::string refuse(const Row& row, std::string_view why) { return std::string(row.label) + ": " + std::string(why); }

std::string too_many(const Row& row, size_t rows, size_t cols) {
  return refuse(row, "at most " + counted(row.rows.max, "row") + " of " + std::to_string(row.cols.max) + "; this has " +
                         counted(static_cast<std::ptrdiff_t>(rows), "row") + " of up to " + std::to_string(cols) + ".");
}

/// Reads a number. A text that is none gives a number that validate() refuses, so that the message names the range.
double parse_number(std::string_view text) {
  double number = std::numeric_limits<double>::quiet_NaN();
  text_to_number(trimmed(text), &number);
  return number;
}

std::string parse_boolean(const Row& row, std::string_view text, Value* value) {
  const std::string_view word = trimmed(text);
  if (word != "true" && word != "1" && word != "false" && word != "0") return std::string(row.label) + " has to be true or false.";
  *value = word == "true" || word == "1";
  return {};
}

std::string parse_mask(const Row& row, std::string_view text, Value* value) {
  if (trimmed(text).empty()) {
    *value = Mat(0, row.cols.min);
    return {};
  }
  const size_t rows = count_of(text, ';') + 1, cols = trimmed(text.substr(0, text.find(';'))).size();
  if (rows > static_cast<size_t>(row.rows.max) || cols > static_cast<size_t>(row.cols.max)) return too_many(row, rows, cols);
  Mat mask(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(cols));
  std::string_view rest = text;
  for (Eigen::Index i = 0; i < mask.rows(); ++i) {
    const std::string_view line = take(&rest, ';');
    if (line.size() != cols) return refuse(row, "all rows have to be equally long.");
    for (size_t j = 0; j < cols; ++j) {
      if (line[j] != '0' && line[j] != '1') return refuse(row, "rows of 0 and 1, separated by \";\".");
      mask(i, static_cast<Eigen::Index>(j)) = line[j] == '1' ? Real(1) : Real(0);
    }
  }
  *value = std::move(mask);
  return {};
}

std::string parse_matrix(const Row& row, std::string_view text, Value* value) {
  if (trimmed(text).empty()) {
    *value = Mat(0, row.cols.min);
    return {};
  }
  const size_t rows = count_of(text, ';') + 1, cols = count_of(text.substr(0, text.find(';')), ',') + 1;
  if (rows > static_cast<size_t>(row.rows.max) || cols > static_cast<size_t>(row.cols.max)) return too_many(row, rows, cols);
  Mat matrix(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(cols));
  std::string_view rest = text;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    std::string_view line = take(&rest, ';');
    if (count_of(line, ',') + 1 != cols) return refuse(row, "all rows have to be equally long.");
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      double entry = 0;
      if (!text_to_number(take(&line, ','), &entry))
        return refuse(row, "numbers separated by \",\", rows by \";\"; not so in row " + std::to_string(i + 1) + ", column " +
                               std::to_string(j + 1) + ".");
      matrix(i, j) = static_cast<Real>(entry);
    }
  }
  *value = std::move(matrix);
  return {};
}

std::string print_matrix(const Mat& m, bool mask) {
  std::string text;
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    if (i) text += ';';
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
      if (j && !mask) text += ',';
      text += mask ? (m(i, j) != 0 ? "1" : "0") : number_to_text(m(i, j));
    }
  }
  return text;
}

/// Reads a value without checking ranges.
std::string read(const Row& row, std::string_view text, Value* value) {
  switch (row.type) {
    case Type::kNumber:
    case Type::kInteger:
      *value = parse_number(text);
      return {};
    case Type::kBoolean:
      return parse_boolean(row, text, value);
    case Type::kChoice:
      *value = std::string(trimmed(text));
      return {};
    case Type::kText:
      *value = std::string(text);
      return {};
    case Type::kMask:
      return parse_mask(row, text, value);
    case Type::kMatrix:
    case Type::kPoints:
      return parse_matrix(row, text, value);
  }
  return {};
}

}  // namespace

std::string print(const Row& row, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* matrix = std::get_if<Mat>(&value)) return print_matrix(*matrix, row.type == Type::kMask);
  const double number = std::get<double>(value);
  return row.type == Type::kInteger ? std::to_string(static_cast<long long>(number)) : number_to_text(number);
}

std::string parse(const Row& row, std::string_view text, Value* value) {
  Value fresh;
  std::string why = read(row, text, &fresh);
  if (why.empty()) why = validate(row, fresh);
  if (why.empty()) *value = std::move(fresh);
  return why;
}

}  // namespace attn::params
