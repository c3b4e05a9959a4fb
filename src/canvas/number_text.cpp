#include "canvas/number_text.h"

#include <utility>

#include "base/text.h"

namespace attn::canvas {

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "\u2212");
  return text;
}

std::string shown_fixed(double value, int digits) { return with_minus(fixed(value, digits)); }

std::string shown_rounded(double value, int digits) { return with_minus(rounded(value, digits)); }

}  // namespace attn::canvas
