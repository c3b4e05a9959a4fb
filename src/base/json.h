// Functions that write JSON values as text. They can be nested, so that an object is one expression.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mat.h"

namespace attn::json {

/// The text as a JSON string with its quotes. Malformed UTF-8 becomes U+FFFD, and `<` is escaped so that the JSON can be put into a page.
std::string string(std::string_view text);
/// The shortest text that reads back as the same number; null for what is not finite.
std::string number(double value);
std::string boolean(bool value);

/// The same, chosen by the argument's type.
inline std::string value(const std::string& text) { return string(text); }
inline std::string value(double x) { return number(x); }
inline std::string value(bool x) { return boolean(x); }

/// An object with its members in this order: `object({{"a", number(1)}})`.
std::string object(const std::vector<std::pair<std::string_view, std::string>>& members);
std::string array(const std::vector<std::string>& elements);
std::string strings(const std::vector<std::string>& texts);

/// A matrix as nested arrays, row by row.
std::string matrix(const Mat& m);
/// The same with booleans: true for entries that are not 0.
std::string mask(const Mat& m);

/// An array of `f(item)` for every item.
template <class Items, class F>
std::string list(const Items& items, F f) {
  std::vector<std::string> elements;
  for (const auto& item : items) elements.push_back(f(item));
  return array(elements);
}

}  // namespace attn::json
