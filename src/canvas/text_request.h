// The request that a widget makes of whoever shows it when the reader wants to type.
#pragma once

#include <string>

#include "canvas/geometry.h"

namespace attn::canvas {

/// A request to lay an input over `rect`, and to hand over what is typed.
struct TextRequest {
  std::string id;  ///< a parameter, or an entry of a matrix `id[i,j]`; empty where there is no request
  std::string label;
  std::string value;  ///< the present text
  Rect rect;
  bool numeric = false;
  bool several_lines = false;
  float size = 14;  ///< of the letters that the input covers
};

}  // namespace attn::canvas
