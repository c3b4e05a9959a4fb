#include "canvas/card.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/paragraph.h"

namespace attn::canvas {

Rect place_card(Size size, Rect target, Rect within) {
  constexpr float kGap = 10;
  const float x = std::clamp(target.center().x - size.width / 2, within.x, std::max(within.x, within.right() - size.width));
  const float y = std::clamp(target.center().y - size.height / 2, within.y, std::max(within.y, within.bottom() - size.height));
  if (target.bottom() + kGap + size.height <= within.bottom()) return {x, target.bottom() + kGap, size.width, size.height};
  if (target.y - kGap - size.height >= within.y) return {x, target.y - kGap - size.height, size.width, size.height};
  if (target.right() + kGap + size.width <= within.right()) return {target.right() + kGap, y, size.width, size.height};
  if (target.x - kGap - size.width >= within.x) return {target.x - kGap - size.width, y, size.width, size.height};
  const bool target_is_low = target.center().y > within.center().y;
  return {x, target_is_low ? within.y : std::max(within.y, within.bottom() - size.height), size.width, size.height};
}

float hidden_area(Rect r, std::span<const Rect> others) {
  float area = 0;
  for (const Rect& o : others) {
    const float w = std::min(r.right(), o.right()) - std::max(r.x, o.x), h = std::min(r.bottom(), o.bottom()) - std::max(r.y, o.y);
    if (w > 0 && h > 0) area += w * h;
  }
  return area;
}

// On each axis a best place touches an edge of `within` or of something to be kept clear, or is centred on the target.
Rect place_clear(Size size, Rect target, Rect within, std::span<const Rect> clear, std::span<const Rect> rather_not) {
  constexpr float kGap = 8;
  std::vector<float> xs{within.x, within.right() - size.width, target.center().x - size.width / 2};
  std::vector<float> ys{within.y, within.bottom() - size.height, target.center().y - size.height / 2};
  for (const Rect& r : clear) {
    xs.insert(xs.end(), {r.x - kGap - size.width, r.right() + kGap});
    ys.insert(ys.end(), {r.y - kGap - size.height, r.bottom() + kGap});
  }
  Rect best;
  float least = 0;
  for (const float x : xs)
    for (const float y : ys) {
      const Rect r{x, y, size.width, size.height};
      const bool inside = r.x >= within.x && r.y >= within.y && r.right() <= within.right() && r.bottom() <= within.bottom();
      if (!inside || hidden_area(r, clear) > 0) continue;
      const Point way = r.center() - target.center();
      const float cost = hidden_area(r, rather_not) + 10 * std::hypot(way.x, way.y);
      if (best.width > 0 && cost >= least) continue;
      best = r;
      least = cost;
    }
  return best;
}

void draw_card(Canvas& canvas, Rect r) {
  const Color ink = canvas.theme().dark() ? Color{0, 0, 0, 1} : canvas.color(Role::kInk);
  const float strength = canvas.theme().dark() ? 0.14f : 0.025f;
  for (const float spread : {6.0f, 4.0f, 2.0f, 1.0f})
    canvas.rect({r.x - spread, r.y - spread + 3, r.width + 2 * spread, r.height + 2 * spread}, ink.with_alpha(strength), 8 + spread);
  canvas.rect(r, canvas.color(Role::kBackground), 8);
  canvas.border(r, {canvas.color(Role::kFaint)}, 8);
}

namespace {

constexpr float kTipPadding = 10, kTipWidest = 300;

struct Tip {
  TextStyle style;
  std::vector<std::string> lines;
  Size size;
};

Tip lay_out_tip(Canvas& canvas, std::string_view text, float widest) {
  Tip tip{{canvas.color(Role::kInk), 12.5f}, {}, {}};
  tip.lines = wrapped(canvas, text, tip.style, std::min(kTipWidest, widest) - 2 * kTipPadding);
  float width = 0;
  for (const std::string& line : tip.lines) width = std::max(width, canvas.measure(line, tip.style).width);
  tip.size = {width + 2 * kTipPadding, static_cast<float>(tip.lines.size()) * 1.35f * tip.style.size + 1.6f * kTipPadding};
  return tip;
}

void draw_tip(Canvas& canvas, const Tip& tip, Rect r) {
  draw_card(canvas, r);
  draw_lines(canvas, r.inset(kTipPadding, 0.8f * kTipPadding), tip.lines, tip.style);
}

}  // namespace

void draw_tooltip(Canvas& canvas, Rect target, Rect within, std::string_view text) {
  const Tip tip = lay_out_tip(canvas, text, within.width);
  draw_tip(canvas, tip, place_card(tip.size, target, within));
}

Rect draw_tooltip_clear(Canvas& canvas, Rect target, Rect within, std::string_view text, std::span<const Rect> clear,
                        std::span<const Rect> rather_not) {
  const Tip tip = lay_out_tip(canvas, text, within.width);
  const Rect r = place_clear(tip.size, target, within, clear, rather_not);
  if (r.width > 0) draw_tip(canvas, tip, r);
  return r;
}

}  // namespace attn::canvas
