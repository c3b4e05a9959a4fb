#include "canvas/number_text.h"

#include <utility>

#include "base/text.h"

namespace attn::canvas {

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "\u2212");
  return text;
}

std::string shown_fixed(double value, int digits) { return with_minus(fixed(value, digits)); }

std::string times_ten_to(int exponent) {
  constexpr const char* kRaised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074", "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = "\u00b710";
  for (const char c : std::to_string(exponent)) text += c == '-' ? "\u207b" : kRaised[c - '0'];
  return text;
}

std::string shown_rounded(double value, int digits) {
  std::string text = with_minus(rounded(value, digits));
  const size_t e = text.find('e');
  return e == std::string::npos ? text : text.substr(0, e) + times_ten_to(std::stoi(text.substr(e + 1)));
}

}  // namespace attn::canvas
