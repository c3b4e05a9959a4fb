#include "lessons/16_graph-attention/figure_parts.h"

#include <algorithm>

#include "canvas/paragraph.h"

namespace attn::lessons::graph_attention {

using canvas::Canvas, canvas::Rect, canvas::Role;

canvas::TextStyle strong(const Canvas& canvas, float size) {
  return {.color = canvas.color(Role::kInk), .size = size, .font = canvas::Font::kStrong};
}

canvas::TextStyle quiet(const Canvas& canvas, float size) { return {.color = canvas.color(Role::kMuted), .size = size}; }

Rect page(const Canvas& canvas) {
  const Rect all = canvas.bounds();
  return all.inset(std::clamp(all.width / 50, 8.0f, 22.0f), std::clamp(all.height / 60, 4.0f, 12.0f));
}

void draw_heading(Canvas& canvas, Rect* area, std::string_view heading, std::string_view aside) {
  const Rect band = area->cut_top(22);
  const canvas::TextStyle style = strong(canvas, 13);
  const std::string shown = canvas::elided(canvas, heading, style, band.width);
  canvas.text({band.x, band.y + 9}, shown, style);
  const float x = band.x + canvas.measure(shown, style).width + 10;
  if (!aside.empty() && x + canvas.measure(aside, quiet(canvas, 12)).width <= band.right())
    canvas.text({x, band.y + 9}, aside, quiet(canvas, 12));
}

std::string fitting(const Canvas& canvas, const canvas::TextStyle& style, float width, std::initializer_list<std::string_view> wordings) {
  for (const std::string_view words : wordings)
    if (canvas.measure(words, style).width <= width) return std::string(words);
  return canvas::elided(canvas, *(wordings.end() - 1), style, width);
}

Halves halves(Rect area, float share) {
  const bool beside = area.width > 1.15f * area.height;
  if (beside) {
    const Rect first = area.cut_left(share * area.width - 9);
    area.cut_left(18);
    return {first, area, true};
  }
  const Rect first = area.cut_top(share * area.height - 5);
  area.cut_top(10);
  return {first, area, false};
}

}  // namespace attn::lessons::graph_attention
