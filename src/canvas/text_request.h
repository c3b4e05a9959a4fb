// What a widget asks of whoever shows it when the reader wants to type.
#pragma once

#include <string>

#include "canvas/geometry.h"

namespace attn::canvas {

/// The reader wants to type: lay an input over `rect` and take what was typed.
struct TextRequest {
  std::string id;  ///< a parameter, or an entry of a matrix `id[i,j]`; empty: nothing is asked for
  std::string label;
  std::string value;  ///< what stands there now
  Rect rect;
  bool numeric = false;
  bool several_lines = false;
  float size = 14;  ///< of the letters that are replaced
};

}  // namespace attn::canvas
