// A lesson in the message of a test that fails: by its name.
#pragma once

#include <ostream>

#include "course/lesson.h"

namespace attn::course {

inline void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.about.slug; }

}  // namespace attn::course
