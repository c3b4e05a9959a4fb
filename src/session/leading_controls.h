// Which controls of a figure come first where not all have room.
#pragma once

#include <string_view>
#include <vector>

#include "course/lesson.h"

namespace attn::session {

class Session;

/// The figure's controls: first the time that plays, then those into which the reader types what the figure is about, then those that one
/// of the figure's scenes sets, then the others. The order is the same in all scenes, so that each control keeps its place while the text
/// is read.
std::vector<std::string_view> leading_controls(const Session& session, const course::Lesson::Figure& figure);

}  // namespace attn::session
