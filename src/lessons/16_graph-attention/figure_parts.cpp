#include "lessons/16_graph-attention/figure_parts.h"

#include "charts/figure_text.h"

namespace attn::lessons::graph_attention {

using canvas::Canvas, canvas::Rect;

void draw_heading(Canvas& canvas, Rect* area, std::string_view heading, std::string_view aside) {
  charts::draw_heading(canvas, area->cut_top(22).cut_top(18), heading, aside, 13, 10);
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
