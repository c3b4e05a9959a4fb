// The query string of a link that reproduces a lesson's parameters, with nothing in it that follows from the rest.
#pragma once

#include <string>

#include "course/lesson.h"

namespace attn::session {

/// `id=value&...` in declaration order for what has to be said so that a lesson opened with it comes to `params`. Unsaid are defaults, and
/// what settling the others gives anyway, such as an all-true mask whose size goes by the number of words.
std::string link_query(const course::Lesson& lesson, const void* params);

}  // namespace attn::session
