// The source of each region of a figure, for the developer's mode: the row of the lesson that states what a region's numbers are, and the
// lines of code that draw it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/place.h"
#include "session/session.h"

namespace attn::session {

/// The result or the parameter that a region shows.
struct Behind {
  std::string_view kind;  ///< "result", "parameter", or empty where the region shows neither
  std::string_view name, label;
  canvas::Trail declared;  ///< where the lesson declares the result; empty where the lesson itself does not
};
Behind behind(const Session& session, std::string_view region);

/// Regions of the open figure that are drawn from the same lines and have one name: "key[0]", "key[1]", ...
struct Sources {
  std::vector<std::string> regions;
  canvas::Trail drawn;
};
std::vector<Sources> sources(Session& session);

/// The sources as lines of text, each with what is drawn, the result or parameter that it shows, and the lines of code that draw it.
std::string sources_text(Session& session);

}  // namespace attn::session
