#include "lessons/06_encoder-decoder/figure_parts.h"

#include <algorithm>

#include "canvas/paragraph.h"

namespace attn::lessons::encoder_decoder {

canvas::TextStyle strong(const canvas::Canvas& canvas, float size) {
  return {.color = canvas.color(canvas::Role::kInk), .size = size, .font = canvas::Font::kStrong};
}
canvas::TextStyle quiet(const canvas::Canvas& canvas, float size) { return {.color = canvas.color(canvas::Role::kMuted), .size = size}; }

void draw_centred(canvas::Canvas& canvas, canvas::Rect place, std::string_view text, canvas::TextStyle style) {
  style.align = canvas::Align::kCenter;
  if (text.starts_with('<') && text.ends_with('>') && canvas.measure(text, style).width > place.width - 1)
    text = text.substr(1, text.size() - 2);
  const float width = canvas.measure(text, style).width;
  if (width > place.width - 1) style.size = std::max(8.0f, style.size * (place.width - 2) / width);
  canvas.text(place.center(), canvas::elided(canvas, text, style, place.width - 1), style);
}

Page page_of(const canvas::Canvas& canvas) {
  const canvas::Rect bounds = canvas.bounds();
  return {std::clamp(bounds.width / 58, 11.0f, 14.0f), bounds.inset(std::clamp(bounds.width / 60, 6.0f, 20.0f), 6)};
}

}  // namespace attn::lessons::encoder_decoder
