// The parts of the course, which a list of its lessons is grouped by.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"

namespace attn::reader {

struct CoursePart {
  std::string title;  ///< empty where the outline does not lie beside the program
  std::vector<const course::Entry*> lessons;
};

/// The lessons that exist, part by part in the course's order, from the file outline.tsv: a line for each part, the number of its first
/// lesson and its title with a tab between.
std::vector<CoursePart> read_outline(const std::string& file);

/// "04"
std::string number_of(const course::Entry& entry);

/// The lesson's row, and its neighbours'; null where there is none.
const course::Entry* entry_of(std::string_view slug, int offset = 0);

}  // namespace attn::reader
