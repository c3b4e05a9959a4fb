#include "reader/outline_native.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace attn::reader {

std::vector<CoursePart> read_outline(const std::string& file) {
  std::vector<CoursePart> parts;
  std::vector<const course::Entry*> named;
  std::ifstream table(file);
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    CoursePart part;
    std::getline(fields, part.title, '\t');
    for (std::string slug; std::getline(fields, slug, '\t');)
      if (const course::Entry* entry = entry_of(slug)) part.lessons.push_back(entry), named.push_back(entry);
    if (!part.lessons.empty()) parts.push_back(std::move(part));
  }
  CoursePart rest;
  for (const course::Entry& entry : course::lessons())
    if (std::find(named.begin(), named.end(), &entry) == named.end()) rest.lessons.push_back(&entry);
  if (!rest.lessons.empty()) parts.push_back(std::move(rest));
  return parts;
}

std::string number_of(const course::Entry& entry) { return (entry.number < 10 ? "0" : "") + std::to_string(entry.number); }

const course::Entry* entry_of(std::string_view slug, int offset) {
  const auto& entries = course::lessons();
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].about.slug != slug) continue;
    const size_t at = i + static_cast<size_t>(offset);  // wraps beyond both ends
    return at < entries.size() ? &entries[at] : nullptr;
  }
  return nullptr;
}

}  // namespace attn::reader
