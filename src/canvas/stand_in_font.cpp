#include "canvas/stand_in_font.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::canvas {
namespace {

constexpr int kEm = 1000, kCapitals = 727, kDescent = -240, kAdvance = 280, kLeft = 40, kRight = 240;

void append(std::string* file, std::int64_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) *file += static_cast<char>(value >> (8 * i) & 0xFF);
}

/// Numbers of 16 bits each, one after the other.
std::string words(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) append(&out, value, 2);
  return out;
}

/// A box, drawn from corner to corner.
std::string box() {
  return words({1, kLeft, 0, kRight, kCapitals, 3, 0}) + std::string(4, '\1') + words({kLeft, 0, kRight - kLeft, 0}) +
         words({0, kCapitals, 0, -kCapitals});
}

std::string head() {
  std::string table(54, '\0');
  table.replace(18, 2, words({kEm}));
  return table;  // offsets in loca are of 16 bits
}

std::string metrics() {
  std::string table(36, '\0');
  table.replace(4, 4, words({kEm + kDescent, kDescent}));
  table.replace(34, 2, words({1}));  // there is one advance
  return table;
}

}  // namespace

std::string stand_in_font() {
  const std::string glyph = box();
  const std::string letters = words({0, 1, 3, 1, 0, 12}) + words({6, 10, 0, 0, 0});  // Unicode's: none
  const std::vector<std::pair<std::string_view, std::string>> tables = {{"cmap", letters},
                                                                        {"glyf", glyph},
                                                                        {"head", head()},
                                                                        {"hhea", metrics()},
                                                                        {"hmtx", words({kAdvance, kLeft})},
                                                                        {"loca", words({0, static_cast<int>(glyph.size() / 2)})}};
  std::string file, data;
  append(&file, 0x00010000, 4);
  file += words({static_cast<int>(tables.size()), 0, 0, 0});
  const std::size_t begin = file.size() + 16 * tables.size();
  for (const auto& [name, content] : tables) {
    file += name;
    append(&file, 0, 4);  // a checksum that nobody checks
    append(&file, static_cast<std::int64_t>(begin + data.size()), 4);
    append(&file, static_cast<std::int64_t>(content.size()), 4);
    data += content;
  }
  return file + data;
}

}  // namespace attn::canvas
