// Text drawn by the desktop: Pango finds fonts for any script, shapes the text and puts it into order, and cairo draws it.
#include <pango/pangocairo.h>

#include <cmath>
#include <memory>

#include "canvas/fallback_text.h"
#include "window/system_text.h"

namespace attn::window {
namespace {

/// A reference-counted handle of Pango or cairo that is released at the end of the scope.
template <class T, void (*kRelease)(T*)>
struct Releaser {
  void operator()(T* handle) const { kRelease(handle); }
};
void unref_layout(PangoLayout* layout) { g_object_unref(layout); }
using Drawing = std::unique_ptr<cairo_t, Releaser<cairo_t, cairo_destroy>>;
using Image = std::unique_ptr<cairo_surface_t, Releaser<cairo_surface_t, cairo_surface_destroy>>;
using Layout = std::unique_ptr<PangoLayout, Releaser<PangoLayout, unref_layout>>;
using Face = std::unique_ptr<PangoFontDescription, Releaser<PangoFontDescription, pango_font_description_free>>;

Layout lay_out(cairo_t* drawing, std::string_view text, float size, bool strong) {
  Layout layout(pango_cairo_create_layout(drawing));
  const Face face(pango_font_description_from_string("Inter, sans-serif"));
  pango_font_description_set_absolute_size(face.get(), std::round(static_cast<double>(size) * PANGO_SCALE));
  pango_font_description_set_weight(face.get(), strong ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description(layout.get(), face.get());
  pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
  pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
  return layout;
}

/// Converts cairo's premultiplied native-endian ARGB to r, g, b, a bytes that are not premultiplied.
void copy_pixels(cairo_surface_t* image, canvas::TextBitmap* bitmap) {
  cairo_surface_flush(image);
  const unsigned char* data = cairo_image_surface_get_data(image);
  const int stride = cairo_image_surface_get_stride(image);
  bitmap->pixels.reserve(4 * static_cast<size_t>(bitmap->width) * static_cast<size_t>(bitmap->height));
  for (int y = 0; y < bitmap->height; ++y)
    for (int x = 0; x < bitmap->width; ++x) {
      const uint32_t argb = reinterpret_cast<const uint32_t*>(data + y * stride)[x];
      const uint32_t alpha = argb >> 24;
      for (int shift : {16, 8, 0})
        bitmap->pixels.push_back(static_cast<uint8_t>(alpha == 0 ? 0 : ((argb >> shift & 255) * 255 + alpha / 2) / alpha));
      bitmap->pixels.push_back(static_cast<uint8_t>(alpha));
    }
}

canvas::TextBitmap rasterize(std::string_view text, float size, bool strong, canvas::Color color) {
  canvas::TextBitmap bitmap;
  const Image probe(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1));
  const Drawing measuring(cairo_create(probe.get()));
  const Layout layout = lay_out(measuring.get(), text, size, strong);
  PangoRectangle ink, logical;
  pango_layout_get_pixel_extents(layout.get(), &ink, &logical);
  const int baseline = static_cast<int>(std::ceil(pango_layout_get_baseline(layout.get()) / static_cast<double>(PANGO_SCALE)));
  constexpr int kMargin = 1, kLargest = 4096;
  bitmap.width = ink.width + 2 * kMargin;
  bitmap.height = ink.height + 2 * kMargin;
  if (bitmap.width > kLargest || bitmap.height > kLargest) return {};
  bitmap.left = static_cast<float>(kMargin - ink.x);
  bitmap.ascent = static_cast<float>(kMargin - ink.y + baseline);
  bitmap.advance = static_cast<float>(logical.width);

  const Image image(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, bitmap.width, bitmap.height));
  const Drawing drawing(cairo_create(image.get()));
  cairo_set_source_rgb(drawing.get(), static_cast<double>(color.r), static_cast<double>(color.g), static_cast<double>(color.b));
  cairo_move_to(drawing.get(), kMargin - ink.x, kMargin - ink.y);
  pango_cairo_show_layout(drawing.get(), layout.get());
  copy_pixels(image.get(), &bitmap);
  return bitmap;
}

}  // namespace

void install_text_rasterizer() { canvas::set_text_rasterizer(rasterize); }

}  // namespace attn::window
