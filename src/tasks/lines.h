// Reads the lines of a reader's own text, which pasted and dropped tables of all kinds need.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn::tasks {

/// The text without white space at its ends.
std::string_view trimmed(std::string_view text);

struct Line {
  int number;  ///< counted from 1 over all lines of the text
  std::string_view text;
};

/// The trimmed lines that are neither empty nor a comment (`#`). Lines end at "\n", "\r\n" or a lone "\r"; a byte order mark is ignored.
std::vector<Line> lines_of(std::string_view text);

/// The separator of columns: the first of semicolon, tab and comma that more than half of the lines contain outside of quotation marks,
/// else white space (' ').
char find_separator(const std::vector<Line>& lines);

/// "1 line", "3 lines".
std::string counted(std::size_t count, const char* one, const char* many);

/// Appends the first few of `bad` to the messages, and how many more there are.
void name_bad_lines(const std::vector<std::string>& bad, std::vector<std::string>* messages);

}  // namespace attn::tasks
