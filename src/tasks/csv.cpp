#include "tasks/csv.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "tasks/lines.h"

namespace attn::tasks {
namespace {

std::string_view take_field(std::string_view* line, char separator) {
  const size_t end = separator == ' ' ? line->find_first_of(" \t") : line->find(separator);
  std::string_view field = trimmed(line->substr(0, end));
  line->remove_prefix(end == std::string_view::npos ? line->size() : end + 1);
  if (separator == ' ') *line = trimmed(*line);
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') field = trimmed(field.substr(1, field.size() - 2));
  return field;
}

bool read_number(std::string_view field, char separator, double* value) {
  std::string digits(field);
  if (separator != ',' && digits.find('.') == std::string::npos && std::count(digits.begin(), digits.end(), ',') == 1)
    digits[digits.find(',')] = '.';
  return text_to_number(digits, value) && std::isfinite(*value);
}

/// Reads a pair of numbers. Returns an empty string, or why the line is no such pair.
std::string read_pair(std::string_view line, char separator, double pair[2]) {
  for (int column = 0; column < 2; ++column) {
    if (line.empty()) return column == 0 ? "there is nothing in it" : "the second number is missing";
    const std::string_view field = take_field(&line, separator);
    if (field.empty()) return column == 0 ? "the first number is missing" : "the second number is missing";
    if (!read_number(field, separator, &pair[column])) return cited(field) + " is not a number";
    if (std::abs(pair[column]) > kMaxCsvNumber) return cited(field) + " is beyond " + number_to_text(kMaxCsvNumber) + " in magnitude";
  }
  return {};
}

/// Whether a line names columns: it has no number in the first two of them.
bool is_header(std::string_view line, char separator) {
  for (int column = 0; column < 2; ++column) {
    if (line.empty()) return false;
    double ignored = 0;
    const std::string_view field = take_field(&line, separator);
    if (field.empty() || text_to_number(std::string(field), &ignored) || read_number(field, separator, &ignored)) return false;
  }
  return true;
}

Csv refused(std::string why) { return {Mat(0, 2), {std::move(why)}}; }

}  // namespace

Csv parse_csv(std::string_view text) {
  std::vector<Line> lines = lines_of(text);
  if (lines.empty()) return refused("There is no line with numbers in it; expected are lines of x,y.");
  const char separator = find_separator(lines);
  const bool header = is_header(lines.front().text, separator);
  if (header) lines.erase(lines.begin());
  if (lines.size() > static_cast<size_t>(kMaxCsvPoints))
    return refused("There are " + std::to_string(lines.size()) + " lines; at most " + std::to_string(kMaxCsvPoints) +
                   " points can be taken.");

  std::vector<Real> numbers;
  std::vector<std::string> bad;
  for (const Line& line : lines) {
    double pair[2];
    const std::string why = read_pair(line.text, separator, pair);
    if (why.empty())
      numbers.insert(numbers.end(), {static_cast<Real>(pair[0]), static_cast<Real>(pair[1])});
    else
      bad.push_back("Line " + std::to_string(line.number) + " was left out: " + why + ".");
  }
  const size_t good = numbers.size() / 2;
  if (good == 0 || bad.size() > good) {
    Csv csv = refused("This is not a table of x,y: " + counted(bad.size(), "line", "lines") + " of " + std::to_string(lines.size()) +
                      " could not be read, so nothing was taken.");
    name_bad_lines(bad, &csv.messages);
    return csv;
  }
  Csv csv;
  csv.points = Eigen::Map<const Mat>(numbers.data(), static_cast<Eigen::Index>(good), 2);
  csv.messages.push_back(counted(good, "point", "points") + " taken" + (header ? "; the first line names the columns." : "."));
  name_bad_lines(bad, &csv.messages);
  return csv;
}

}  // namespace attn::tasks
