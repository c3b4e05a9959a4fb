#include "reader/text_flow.h"

#include <algorithm>

namespace attn::reader {
namespace {

/// The piece after the run of glued pieces that begins at `first`, and the width of that run.
size_t end_of_run(std::span<const Piece> pieces, size_t first, float* width) {
  size_t end = first;
  *width = 0;
  do {
    *width += pieces[end].width + (end > first ? pieces[end].space : 0);
    ++end;
  } while (end < pieces.size() && pieces[end].glued);
  return end;
}

}  // namespace

Flow flow(std::span<const Piece> pieces, float width, float leading) {
  Flow result;
  result.origins.resize(pieces.size());
  float x = 0, ascent = 0, descent = 0;
  size_t line_start = 0;
  const auto end_line = [&](size_t end) {
    if (line_start > 0) result.height += leading;
    for (size_t i = line_start; i < end; ++i) result.origins[i].y = result.height + ascent;
    result.height += ascent + descent;
    line_start = end;
    x = ascent = descent = 0;
  };
  for (size_t i = 0; i < pieces.size();) {
    float run_width = 0;
    const size_t end = end_of_run(pieces, i, &run_width);
    if (i > line_start && x + pieces[i].space + run_width > width) end_line(i);
    for (; i < end; ++i) {
      if (i > line_start) x += pieces[i].space;
      result.origins[i].x = x;
      x += pieces[i].width;
      ascent = std::max(ascent, pieces[i].ascent);
      descent = std::max(descent, pieces[i].descent);
    }
  }
  if (line_start < pieces.size()) end_line(pieces.size());
  return result;
}

}  // namespace attn::reader
