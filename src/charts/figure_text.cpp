#include "charts/figure_text.h"

#include <algorithm>

#include "canvas/paragraph.h"

namespace attn::charts {

using canvas::Canvas, canvas::Rect, canvas::Role, canvas::TextStyle;

TextStyle strong(const Canvas& canvas, float size, canvas::Align align) {
  return {.color = canvas.color(Role::kInk), .size = size, .font = canvas::Font::kStrong, .align = align};
}

TextStyle quiet(const Canvas& canvas, float size, canvas::Align align) {
  return {.color = canvas.color(Role::kMuted), .size = size, .align = align};
}

Rect page(const Canvas& canvas, float y) { return canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 22.0f), y); }

Rect page(const Canvas& canvas) { return page(canvas, std::clamp(canvas.bounds().height / 60, 4.0f, 12.0f)); }

Rect wide_page(const Canvas& canvas, float y) { return canvas.bounds().inset(std::clamp(canvas.bounds().width / 60, 6.0f, 20.0f), y); }

std::string fitting(const Canvas& canvas, const TextStyle& style, float width, std::initializer_list<std::string_view> wordings) {
  for (const std::string_view words : wordings)
    if (canvas.measure(words, style).width <= width) return std::string(words);
  return canvas::elided(canvas, *(wordings.end() - 1), style, width);
}

void draw_heading(Canvas& canvas, Rect band, std::string_view heading, std::string_view aside, float size, float gap,
                  canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const TextStyle style = strong(canvas, size), small = quiet(canvas, size - 1);
  const std::string shown = canvas::elided(canvas, heading, style, band.width);
  canvas.text({band.x, band.center().y}, shown, style);
  const float x = band.x + canvas.measure(shown, style).width + gap;
  if (!aside.empty() && x + canvas.measure(aside, small).width <= band.right()) canvas.text({x, band.center().y}, aside, small);
}

}  // namespace attn::charts
