#include "lessons/06_encoder-decoder/figure_parts.h"

#include <algorithm>

#include "canvas/paragraph.h"
#include "charts/figure_text.h"

namespace attn::lessons::encoder_decoder {

void draw_centred(canvas::Canvas& canvas, canvas::Rect place, std::string_view text, canvas::TextStyle style) {
  style.align = canvas::Align::kCenter;
  if (text.starts_with('<') && text.ends_with('>') && canvas.measure(text, style).width > place.width - 1)
    text = text.substr(1, text.size() - 2);
  const float width = canvas.measure(text, style).width;
  if (width > place.width - 1) style.size = std::max(8.0f, style.size * (place.width - 2) / width);
  canvas.text(place.center(), canvas::elided(canvas, text, style, place.width - 1), style);
}

Page page_of(const canvas::Canvas& canvas) { return {std::clamp(canvas.bounds().width / 58, 11.0f, 14.0f), charts::wide_page(canvas, 6)}; }

}  // namespace attn::lessons::encoder_decoder
