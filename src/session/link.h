// Queries of links: one that reproduces a lesson's parameters and says nothing that follows from the rest, and one to another lesson.
#pragma once

#include <string>
#include <string_view>

#include "course/lesson.h"
#include "session/results.h"

namespace attn::session {

/// `id=value&...` in declaration order, so that a lesson opened with it comes to `params`. Defaults are not said, nor what settling the
/// others gives anyway, such as an all-true mask whose size goes by the number of words.
std::string link_query(const course::Lesson& lesson, const void* params);

/// Fills in what a link to another lesson takes along: in its query `id=*` becomes the open lesson's value of that parameter. A mask is
/// taken as the picture reads it, which is the result of the same name where there is one. Other pairs stay as they are.
std::string carried(const Document& document, Results& results, std::string_view query);

}  // namespace attn::session
