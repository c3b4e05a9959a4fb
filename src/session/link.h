// The queries of links: the shortest one that reproduces a lesson's parameters, and the one that takes parameters along to another lesson.
#pragma once

#include <string>
#include <string_view>

#include "course/lesson.h"
#include "session/results.h"

namespace attn::session {

/// `id=value&...` in declaration order, such that opening the lesson with it gives `params`. It leaves out defaults, and values that the
/// lesson derives from the others when it settles them, such as an all-true mask whose size is the number of words.
std::string link_query(const course::Lesson& lesson, const void* params);

/// Completes the query of a link to another lesson: `id=*` becomes the open lesson's value of that parameter, and other pairs stay as they
/// are. For a mask the value is the one in use, which is the result of the same name where there is one.
std::string carried(const Document& document, Results& results, std::string_view query);

}  // namespace attn::session
