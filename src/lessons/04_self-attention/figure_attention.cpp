// Who looks at whom: the weights of a head as cells and as lines between the tokens.
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "lessons/04_self-attention/figure_parts.h"
#include "lessons/04_self-attention/figures.h"

namespace attn::lessons::self_attention {
namespace {

/// Small heat maps from which the head is chosen. Returns what they leave of `area`.
canvas::Rect draw_head_choice(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit) {
  const int heads = p.heads();
  if (heads == 1) {
    canvas.text({area.x, area.y + 10}, "One head", charts::strong(canvas, 14));
    area.cut_top(24);
    return area;
  }
  const float side = std::clamp(std::min(area.width / static_cast<float>(heads) - 8, 0.16f * area.height), 22.0f, 56.0f);
  canvas::Rect band = area.cut_top(side + 22);
  for (int h = 0; h < heads; ++h) {
    const canvas::Rect tile{band.x + static_cast<float>(h) * (side + 8), band.y + 16, side, side};
    draw_head_tile(canvas, tile, p, r, h, canvas::Role::kFaint, 2, edit);
    canvas::TextStyle style = h == p.head - 1 ? charts::strong(canvas, 11) : charts::quiet(canvas, 11);
    style.align = canvas::Align::kCenter;
    canvas.text({tile.center().x, band.y + 8}, side > 44 ? "head " + std::to_string(h + 1) : std::to_string(h + 1), style);
  }
  area.cut_top(6);
  return area;
}

/// A cubic curve from a to b that is level at both ends.
void draw_curve(canvas::Canvas& canvas, canvas::Point a, canvas::Point b, const canvas::Stroke& stroke) {
  std::array<canvas::Point, 21> points;
  for (size_t i = 0; i < points.size(); ++i) {
    const float t = static_cast<float>(i) / (points.size() - 1), s = t * t * (3 - 2 * t);
    points[i] = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * s};
  }
  canvas.polyline(points, stroke);
}

/// The asking token that the hand is on, as a row of the heat map or a token beside the lines; -1 for none.
int hot_row(const canvas::Canvas& canvas) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  return hot.name == "weights" || hot.name == "mask" || hot.name == "asks" ? hot.row : -1;
}

void draw_tokens(canvas::Canvas& canvas, canvas::Rect column, std::span<const std::string> names, canvas::Role role, const char* id,
                 int lit) {
  const auto count = static_cast<int>(names.size());
  const float size = std::clamp(column.height / static_cast<float>(count) - 3, 8.0f, 14.0f);
  for (int i = 0; i < count; ++i) {
    const canvas::Rect place = column.cell(i, 0, count, 1);
    canvas::TextStyle style{.color = canvas.color(role), .size = size, .font = i == lit ? canvas::Font::kStrong : canvas::Font::kText};
    const bool right = role == canvas::Role::kQuery;
    style.align = right ? canvas::Align::kRight : canvas::Align::kLeft;
    canvas.text({right ? place.right() : place.x, place.center().y},
                canvas::elided(canvas, names[static_cast<size_t>(i)], style, place.width), style);
    canvas.region(std::string(id) + "[" + std::to_string(i) + "]", place, canvas::Grip::kHover, names[static_cast<size_t>(i)]);
  }
}

/// Tokens that ask on the left, those that answer on the right, a line for each weight.
void draw_lines(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r) {
  const Mat& w = r.weights(p.head - 1);
  const auto n = static_cast<int>(w.rows()), m = static_cast<int>(w.cols());
  const int lit = hot_row(canvas);
  const float names = std::min(0.3f * area.width, 110.0f), row = std::min(56.0f, area.height / static_cast<float>(std::max(n, m)));
  const canvas::Rect left{area.x, area.y, names, row * static_cast<float>(n)},
      right{area.right() - names, area.y, names, row * static_cast<float>(m)};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const auto weight = static_cast<float>(w(i, j));
      if (weight < 0.02f) continue;
      const float shown = lit < 0 ? 0.75f : i == lit ? 0.95f : 0.12f;
      draw_curve(canvas, {left.right() + 8, left.cell(i, 0, n, 1).center().y}, {right.x - 8, right.cell(j, 0, m, 1).center().y},
                 {canvas.color(canvas::Role::kQuery).with_alpha(shown * (0.1f + 0.9f * weight)), 0.6f + 5 * weight});
    }
  draw_tokens(canvas, left, r.tokens, canvas::Role::kQuery, "asks", lit);
  draw_tokens(canvas, right, r.context, canvas::Role::kKey, "answers", -1);
}

}  // namespace

void draw_attention(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 10);
  area = draw_head_choice(canvas, area, p, r, edit);
  canvas::Rect foot = area.cut_bottom(25);  // room for two lines of text
  const charts::CellMatrix matrix = weights_matrix(p, r);
  if (area.width >= 620) {
    canvas::Rect lines = area.cut_right(0.42f * area.width);
    lines.cut_left(24);
    lines.cut_top(std::max(0.0f, charts::cells_in(canvas, area, matrix).y - lines.y));
    draw_lines(canvas, lines, p, r);
  }
  charts::draw_cell_matrix(canvas, area, matrix);
  foot.y = std::min(foot.y, charts::cells_in(canvas, area, matrix).bottom() + 8);
  const canvas::Rect scale = foot.cut_left(std::min(150.0f, 0.4f * foot.width)).inset(0, 5.5f);
  charts::draw_color_scale(canvas, scale, charts::CellMatrix::Colors::kWeights);
  const canvas::TextStyle style = charts::quiet(canvas, 11);
  foot.cut_left(10);
  canvas::draw_hint(canvas, foot, "weight; each row sums to 1; hatched: may not attend", style);
}

}  // namespace attn::lessons::self_attention
