#include "reader/png_native.h"

#include <cairo.h>

#include <memory>

namespace attn::reader {

std::string read_png(const std::string& path, Image* image) {
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> picture(cairo_image_surface_create_from_png(path.c_str()),
                                                                                   cairo_surface_destroy);
  if (const cairo_status_t status = cairo_surface_status(picture.get()); status != CAIRO_STATUS_SUCCESS)
    return "cannot read " + path + ": " + cairo_status_to_string(status);
  const int width = cairo_image_surface_get_width(picture.get()), height = cairo_image_surface_get_height(picture.get());
  const int stride = cairo_image_surface_get_stride(picture.get());
  const bool has_alpha = cairo_image_surface_get_format(picture.get()) == CAIRO_FORMAT_ARGB32;
  const std::uint8_t* data = cairo_image_surface_get_data(picture.get());
  *image = {width, height, {}};
  image->rgba.reserve(static_cast<size_t>(width) * static_cast<size_t>(height) * 4);
  for (int y = 0; y < height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < width; ++x) {
      const std::uint32_t alpha = has_alpha ? row[x] >> 24 : 255;
      for (const int shift : {16, 8, 0})  // cairo keeps colours multiplied by alpha
        image->rgba.push_back(alpha == 0 ? 0 : static_cast<std::uint8_t>(((row[x] >> shift & 255) * 255 + alpha / 2) / alpha));
      image->rgba.push_back(static_cast<std::uint8_t>(alpha));
    }
  }
  return {};
}

}  // namespace attn::reader
