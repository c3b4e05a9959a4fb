#include "canvas/source_mode.h"

#include <algorithm>
#include <utility>

#include "params/params.h"

namespace attn::canvas {

std::string SourceMode::take(std::string_view query, std::string* selected) {
  constexpr std::string_view kKey = "source";
  std::string rest;
  while (!query.empty()) {
    const std::string_view piece = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), piece.size() + 1));
    const std::string_view after = piece.starts_with(kKey) ? piece.substr(kKey.size()) : "=";
    if (!after.empty() && (after[0] != ':' || after.find('=') != std::string_view::npos)) {
      rest.append(rest.empty() ? "" : "&").append(piece);
      continue;
    }
    on = true;
    if (after.size() > 1) *selected = params::parse_query(after.substr(1)).front().first;
  }
  return rest;
}

WatchedCanvas::WatchedCanvas(Canvas& canvas, SourceMode& mode) : canvas_(canvas), mode_(mode) {
  if (mode.on) over_.emplace(canvas, mode.at);
}

WatchedCanvas::~WatchedCanvas() {
  if (!over_) return;
  if (Seen seen = over_->seen(); !seen.drawn.empty() || !seen.region.empty()) mode_.seen = std::move(seen);
}

}  // namespace attn::canvas
