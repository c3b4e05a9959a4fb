#include "reader/outline_native.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace attn::reader {

std::vector<CoursePart> read_outline(const std::string& file) {
  std::vector<CoursePart> parts{{}};
  std::vector<int> firsts{0};
  std::ifstream table(file);
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    int first = 0;
    CoursePart part;
    fields >> first >> std::ws;
    std::getline(fields, part.title);
    parts.push_back(std::move(part)), firsts.push_back(first);
  }
  for (const course::Entry& entry : course::lessons()) {
    const auto after = std::upper_bound(firsts.begin(), firsts.end(), entry.number);
    parts[static_cast<size_t>(after - firsts.begin()) - 1].lessons.push_back(&entry);
  }
  std::erase_if(parts, [](const CoursePart& part) { return part.lessons.empty(); });
  return parts;
}

std::string number_of(const course::Entry& entry) { return (entry.number < 10 ? "0" : "") + std::to_string(entry.number); }

const course::Entry* entry_of(std::string_view slug, int offset) {
  const auto& entries = course::lessons();
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].about.slug != slug) continue;
    const size_t at = i + static_cast<size_t>(offset);  // too large beyond either end, since it wraps
    return at < entries.size() ? &entries[at] : nullptr;
  }
  return nullptr;
}

}  // namespace attn::reader
