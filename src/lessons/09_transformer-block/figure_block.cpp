// The whole block as a flow, with one stage opened or with a second block beside it.
#include <algorithm>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "lessons/09_transformer-block/detail.h"
#include "lessons/09_transformer-block/figure_parts.h"
#include "lessons/09_transformer-block/figures.h"
#include "lessons/09_transformer-block/flow.h"
#include "lessons/09_transformer-block/words.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Rect;

void draw_pair(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  Rect left = area.cut_left(area.width / 2 - 8), right = area;
  right.cut_left(16);
  draw_caption(canvas, left.cut_top(18), in_short(p), "");
  draw_caption(canvas, right.cut_top(18), other_in_short(p), "largest difference " + fixed(static_cast<double>(r.difference()), 2));
  draw_flow(canvas, left, p, r, r.block, false, true, edit);
  draw_flow(canvas, right, p, r, r.beside, true, true, edit);
}

}  // namespace

void draw_block(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = page(canvas);
  const bool small = canvas.bounds().height < 330, low = canvas.bounds().height < 450;
  const bool pair = p.beside != Beside::kNothing;
  draw_foot(
      canvas, &area,
      pair ? "every cell can be asked; press one to follow its token" : "press a station to open it and to follow that row\u2019s token");
  if (const int token = draw_tokens(canvas, area.cut_top(small ? 22 : low ? 25 : 28), r.tokens, p.token - 1); token >= 0)
    edit.token = token + 1;
  area.cut_top(small ? 5 : low ? 7 : 12);
  if (pair) return draw_pair(canvas, area, p, r, edit);
  Rect flow = area.cut_left(std::max(150.0f, 0.42f * area.width));
  area.cut_left(std::clamp(0.03f * canvas.bounds().width, 10.0f, 30.0f));
  draw_flow(canvas, flow, p, r, r.block, false, false, edit);
  draw_stage(canvas, area, p, r, edit);
}

}  // namespace attn::lessons::transformer_block
