// Sentences for names that are not known, which say the names that are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn::session {

/// "a, b, c" of `name(item)` for every item.
template <class Items, class Name>
std::string names_of(const Items& items, Name name) {
  std::string list;
  for (const auto& item : items) {
    if (!list.empty()) list += ", ";
    list += name(item);
  }
  return list;
}

/// `There is no exercise "x"; there are a, b, c.`
inline std::string unknown(std::string_view kind, std::string_view name, const std::string& legal) {
  std::string sentence = "There is no " + std::string(kind) + " \"" + std::string(name) + "\"";
  return sentence + (legal.empty() ? "." : "; there are " + legal + ".");
}

/// The items of "a,b,c" without spaces around them; none for an empty text.
inline std::vector<std::string> split_names(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const size_t end = text.find(',');
    std::string_view name = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

}  // namespace attn::session
