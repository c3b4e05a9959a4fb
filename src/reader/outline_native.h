// The parts of the course, into which a list of its lessons is grouped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"

namespace attn::reader {

struct CoursePart {
  std::string title;  ///< empty where the program finds no outline
  std::vector<const course::Entry*> lessons;
};

/// The lessons that exist, part by part in the course's order. The file outline.tsv has a line for each part: the number of its first
/// lesson, a tab, and its title.
std::vector<CoursePart> read_outline(const std::string& file);

/// The lesson's number in two digits, "04".
std::string number_of(const course::Entry& entry);

/// The row of the lesson `offset` places after `slug` in the course's table; null where there is none.
const course::Entry* entry_of(std::string_view slug, int offset = 0);

}  // namespace attn::reader
