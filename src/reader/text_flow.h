// Line breaking: pieces of known size are set left to right and wrapped to a width. Words, formulas and live values are all pieces.
#pragma once

#include <span>
#include <vector>

#include "canvas/geometry.h"

namespace attn::reader {

struct Piece {
  float width = 0;
  float ascent = 0, descent = 0;  ///< above and below the line that letters stand on
  float space = 0;                ///< before it, unless it begins a line
  bool glued = false;             ///< stays on the line of the piece before it
};

struct Flow {
  std::vector<canvas::Point> origins;  ///< of each piece: left end, on the line that letters stand on
  float height = 0;
};

/// Sets `pieces` into lines no wider than `width` (a single piece may stick out); `leading` is added between two lines.
Flow flow(std::span<const Piece> pieces, float width, float leading);

}  // namespace attn::reader
