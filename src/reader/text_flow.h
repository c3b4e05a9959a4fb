// Line breaking: puts pieces of known size beside each other and wraps them to a width. Words, formulas and live values are all pieces.
#pragma once

#include <span>
#include <vector>

#include "canvas/geometry.h"

namespace attn::reader {

struct Piece {
  float width = 0;
  float ascent = 0, descent = 0;  ///< above and below the baseline
  float space = 0;                ///< before it, unless it begins a line
  bool glued = false;             ///< whether it stays on the line of the piece before it
};

struct Flow {
  std::vector<canvas::Point> origins;  ///< of each piece: its left end on the baseline
  float height = 0;
};

/// Breaks `pieces` into lines that are not wider than `width` (a single piece may stick out). `leading` is added between two lines.
Flow flow(std::span<const Piece> pieces, float width, float leading);

}  // namespace attn::reader
