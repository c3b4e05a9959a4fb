#include "app/png_native.h"

#include <png.h>

namespace attn::app {
namespace {

png_image new_png() {
  png_image png = {};
  png.version = PNG_IMAGE_VERSION;
  return png;
}

}  // namespace

std::string read_png(const std::string& path, Image* image) {
  png_image png = new_png();
  if (!png_image_begin_read_from_file(&png, path.c_str())) return "cannot read " + path + ": " + png.message;
  png.format = PNG_FORMAT_RGBA;
  Image read{static_cast<int>(png.width), static_cast<int>(png.height), std::vector<std::uint8_t>(PNG_IMAGE_SIZE(png))};
  if (!png_image_finish_read(&png, nullptr, read.rgba.data(), 0, nullptr)) return "cannot read " + path + ": " + png.message;
  *image = std::move(read);
  return {};
}

std::string write_png(const std::string& path, const Image& image) {
  png_image png = new_png();
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGBA;
  if (!png_image_write_to_file(&png, path.c_str(), 0, image.rgba.data(), 0, nullptr)) return "cannot write " + path + ": " + png.message;
  return {};
}

}  // namespace attn::app
