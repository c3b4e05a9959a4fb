// Prints a lesson by its name in the messages of GoogleTest. In a program whose tests have lessons as parameters, all files must include
// this; if one does not, the program may print the bytes instead.
#pragma once

#include <ostream>

#include "course/lesson.h"

namespace attn::course {

inline void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.about.slug; }

}  // namespace attn::course
