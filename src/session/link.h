// The query string of a link that reproduces a lesson's parameters, with nothing in it that follows from the rest.
#pragma once

#include <string>
#include <string_view>

#include "course/lesson.h"

namespace attn::session {

class Session;

/// `id=value&...` in declaration order for what has to be said so that a lesson opened with it comes to `params`. Unsaid are defaults, and
/// what settling the others gives anyway, such as an all-true mask whose size goes by the number of words.
std::string link_query(const course::Lesson& lesson, const void* params);

/// The query of a link to another lesson with what it takes along filled in: `id=*` becomes the open lesson's value of that parameter, a
/// mask as the picture reads it (the result of the same name, where there is one). Other pairs stay as they are.
std::string carried(Session& session, std::string_view query);

}  // namespace attn::session
