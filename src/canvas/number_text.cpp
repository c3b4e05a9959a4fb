#include "canvas/number_text.h"

#include <cmath>
#include <string_view>

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

std::string said_rounded(double value, int digits) {
  const std::string text = rounded(value, digits);
  if (!std::isfinite(value)) return text;
  const size_t e = text.find('e');
  if (e == std::string::npos) return text;
  const std::string front = text.substr(0, e), power = times_ten_to(std::stoi(text.substr(e + 1)));
  constexpr size_t kDot = std::string_view("\u00b7").size();
  return front == "1" ? power.substr(kDot) : front == "-1" ? "-" + power.substr(kDot) : front + power;
}

std::string shown_rounded(double value, int digits) { return with_minus(said_rounded(value, digits)); }

}  // namespace attn::canvas
