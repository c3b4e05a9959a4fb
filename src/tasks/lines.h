// Lines of a reader's own text: what pasted and dropped tables have in common.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn::tasks {

/// Without white space at its ends.
std::string_view trimmed(std::string_view text);

struct Line {
  int number;  ///< counted from 1 over all lines of the text
  std::string_view text;
};

/// The trimmed lines that say something: neither empty nor a comment (`#`). They end at "\n", "\r\n" or a lone "\r"; a byte order mark is
/// passed over.
std::vector<Line> lines_of(std::string_view text);

/// What separates columns in more than half of the lines, outside of quotation marks: a semicolon, else a tab, else a comma, else white
/// space (' ').
char find_separator(const std::vector<Line>& lines);

/// "1 line", "3 lines".
std::string counted(std::size_t count, const char* one, const char* many);

/// Adds the first few of `bad` to the messages, and how many more there are.
void name_bad_lines(const std::vector<std::string>& bad, std::vector<std::string>* messages);

}  // namespace attn::tasks
