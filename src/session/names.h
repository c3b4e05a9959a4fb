// Lists of names, and the sentences that answer an unknown name with the known ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn::session {

/// The names `name(item)` of all items, joined as "a, b, c".
template <class Items, class Name>
std::string names_of(const Items& items, Name name) {
  std::string list;
  for (const auto& item : items) {
    if (!list.empty()) list += ", ";
    list += name(item);
  }
  return list;
}

/// The sentence `There is no exercise "x"; there are a, b, c.`, where `legal` holds the known names as names_of() joins them.
inline std::string unknown(std::string_view kind, std::string_view name, const std::string& legal) {
  std::string sentence = "There is no " + std::string(kind) + " \"" + std::string(name) + "\"";
  return sentence + (legal.empty() ? "." : "; there are " + legal + ".");
}

/// Splits "a,b,c" into its items and trims the spaces around them. An empty text has no items.
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
