#include "canvas/place.h"

#include <algorithm>

namespace attn::canvas {

Trail trail_to(NamedPlace drawn) {
  Trail trail{drawn};
  for (const NamedDrawnFor* scope = NamedDrawnFor::innermost(); scope; scope = scope->outer()) trail.push_back(scope->caller());
  std::reverse(trail.begin(), trail.end());
  return trail;
}

std::string text_of(NamedPlace place) {
  std::string_view file = place.file;
  for (const std::string_view root : {"/src/", "/tests/"})
    if (const size_t at = file.rfind(root); at != std::string_view::npos) {
      file.remove_prefix(at + 1);
      break;
    }
  return std::string(file) + ":" + std::to_string(place.line);
}

std::string text_of(const Trail& trail) {
  std::string text;
  for (const NamedPlace& place : trail) text.append(text.empty() ? "" : " by ").append(text_of(place));
  return text;
}

}  // namespace attn::canvas
