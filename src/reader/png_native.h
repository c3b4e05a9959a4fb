// PNG files into memory, for the formula images of the reader.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attn::reader {

/// 8-bit RGBA, not premultiplied, rows from the top.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  ///< width * height * 4
};

/// Returns an empty string, or a sentence with the reason.
std::string read_png(const std::string& path, Image* image);

}  // namespace attn::reader
