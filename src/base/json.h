// JSON values as texts, put together by functions: an object is one expression.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mat.h"

namespace attn::json {

/// With its quotes; malformed UTF-8 becomes U+FFFD, and `<` is escaped so that it can stand inside a page.
std::string string(std::string_view text);
/// The shortest text that reads back as the same number; null for what is not finite.
std::string number(double value);
std::string boolean(bool value);

/// The same by type.
inline std::string value(const std::string& text) { return string(text); }
inline std::string value(double x) { return number(x); }
inline std::string value(bool x) { return boolean(x); }

/// Members in order: `object({{"a", number(1)}})`.
std::string object(const std::vector<std::pair<std::string_view, std::string>>& members);
std::string array(const std::vector<std::string>& elements);
std::string strings(const std::vector<std::string>& texts);

/// Nested arrays, row by row.
std::string matrix(const Mat& m);
/// As matrix(), with true for what is not 0.
std::string mask(const Mat& m);

/// An array of `f(item)` for every item.
template <class Items, class F>
std::string list(const Items& items, F f) {
  std::vector<std::string> elements;
  for (const auto& item : items) elements.push_back(f(item));
  return array(elements);
}

}  // namespace attn::json
