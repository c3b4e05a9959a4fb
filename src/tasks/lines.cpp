#include "tasks/lines.h"

#include <algorithm>

namespace attn::tasks {
namespace {

constexpr size_t kNamedLines = 4;  ///< bad lines that are named one by one; the rest are counted

std::string_view take_line(std::string_view* rest) {
  const size_t end = rest->find_first_of("\r\n");
  const std::string_view line = rest->substr(0, end);
  if (end == std::string_view::npos) {
    *rest = {};
    return line;
  }
  const bool pair = (*rest)[end] == '\r' && end + 1 < rest->size() && (*rest)[end + 1] == '\n';
  rest->remove_prefix(end + (pair ? 2 : 1));
  return line;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\v\f";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::vector<Line> lines_of(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  std::vector<Line> lines;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = trimmed(take_line(&text));
    if (!line.empty() && line.front() != '#') lines.push_back({number, line});
  }
  return lines;
}

// Trimming removes tabs at the ends of a line, but the one between two columns stays.
char find_separator(const std::vector<Line>& lines) {
  for (const char separator : {';', '\t', ','}) {
    const auto holds = [separator](const Line& line) {
      bool quoted = false;
      return std::any_of(line.text.begin(), line.text.end(), [&](char c) {
        quoted ^= c == '"';
        return !quoted && c == separator;
      });
    };
    if (2 * std::count_if(lines.begin(), lines.end(), holds) > static_cast<long>(lines.size())) return separator;
  }
  return ' ';
}

std::string counted(size_t count, const char* one, const char* many) { return std::to_string(count) + " " + (count == 1 ? one : many); }

void name_bad_lines(const std::vector<std::string>& bad, std::vector<std::string>* messages) {
  for (size_t i = 0; i < std::min(bad.size(), kNamedLines); ++i) messages->push_back(bad[i]);
  if (bad.size() > kNamedLines) messages->push_back(counted(bad.size() - kNamedLines, "more line was", "more lines were") + " left out.");
}

}  // namespace attn::tasks
