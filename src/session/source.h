// What stands behind the regions of a figure, for the developer's mode: the row of the lesson that says what a region's numbers are, and
// the lines that draw it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/place.h"
#include "session/session.h"

namespace attn::session {

/// A result or a parameter of the lesson.
struct Behind {
  std::string_view kind;  ///< "result", "parameter", or empty where the region stands for neither
  std::string_view name, label;
  canvas::Trail declared;  ///< the result's row; empty where the lesson has not written it itself
};
Behind behind(const Session& session, std::string_view region);

/// Regions of the open figure that are drawn from the same lines and have one name: "key[0]", "key[1]", ...
struct Sources {
  std::vector<std::string> regions;
  canvas::Trail drawn;
};
std::vector<Sources> sources(Session& session);

/// The same as lines of text, each with what is drawn, what is behind it, and by which lines it is drawn.
std::string sources_text(Session& session);

}  // namespace attn::session
