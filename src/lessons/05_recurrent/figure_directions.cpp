// The sequence read in both directions, and who reaches whom in each.
#include <algorithm>
#include <array>

#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "lessons/05_recurrent/figure_parts.h"
#include "lessons/05_recurrent/figures.h"
#include "lessons/05_recurrent/unrolled.h"

namespace attn::lessons::recurrent {
namespace {

/// Borders around the states that the input under the hand can change.
void draw_reached(canvas::Canvas& canvas, canvas::Rect forward, canvas::Rect backward, int t) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name != "x" || hot.col < 0) return;
  const canvas::Stroke stroke{canvas.color(canvas::Role::kAccent), 2};
  for (int s = 0; s < t; ++s) {
    if (s >= hot.col) canvas.border(box_of(forward, s, t).inset(-2, -2), stroke, 3);
    if (s <= hot.col) canvas.border(box_of(backward, s, t).inset(-2, -2), stroke, 3);
  }
}

}  // namespace

void draw_directions(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  const Study& s = r.study;
  draw_share_foot(canvas, &area, "drag an input: the framed states are all that can change; hatched: zero");
  const int t = static_cast<int>(p.x.cols());
  canvas::Rect matrices = area.cut_bottom(std::min(0.42f * area.height, area.width / 3 + 20));
  area.cut_bottom(10);
  const std::array<const Mat*, 3> lengths{&s.forward.influence, &s.backward.influence, &s.both};
  const std::array<const char*, 3> ids{"forward-influence", "backward-influence", "both-influence"}, titles{"Forward", "Backward", "Both"};
  for (int k = 0; k < 3; ++k) {
    canvas::Rect place = matrices.cell(0, k, 1, 3);
    place.width -= 12;
    draw_influence(canvas, place, titles[static_cast<size_t>(k)], ids[static_cast<size_t>(k)], *lengths[static_cast<size_t>(k)], 0, 0);
  }
  area.cut_left(30);
  const float gap = std::clamp(0.09f * area.height, 10.0f, 30.0f);
  const float row = (area.height - 2 * gap) / 10;
  const canvas::Rect backward = area.cut_top(4 * row);
  area.cut_top(gap);
  const canvas::Rect inputs = area.cut_top(2 * row);
  area.cut_top(gap);
  const canvas::Rect forward = area;
  for (int k = 0; k < t; ++k) {
    const float x = box_of(inputs, k, t).center().x;
    charts::draw_arrow(canvas, {x, inputs.y - 1}, {x, backward.bottom() + 2}, {canvas.color(canvas::Role::kMuted), 1.25f});
    charts::draw_arrow(canvas, {x, inputs.bottom() + 1}, {x, forward.y - 2}, {canvas.color(canvas::Role::kMuted), 1.25f});
  }
  draw_states(canvas, backward, "backward-state", s.backward.h, true, "states of the backward reading");
  draw_states(canvas, forward, "hidden-state", s.forward.h, false, "states of the forward reading");
  draw_inputs(canvas, inputs, p.x, 0, t, t, &edit.x);
  draw_reached(canvas, forward, backward, t);
  draw_side_label(canvas, backward, {"h", "\u2190"}, canvas::Role::kInk);
  draw_side_label(canvas, inputs, {"x"}, canvas::Role::kInk);
  draw_side_label(canvas, forward, {"h", "\u2192"}, canvas::Role::kInk);
}

}  // namespace attn::lessons::recurrent
