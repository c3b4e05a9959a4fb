// A lesson in the message of a test that fails: by its name. All files of a program that has lessons as parameters include it: what one of
// them makes without it, the bytes, may be what the program prints.
#pragma once

#include <ostream>

#include "course/lesson.h"

namespace attn::course {

inline void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.about.slug; }

}  // namespace attn::course
