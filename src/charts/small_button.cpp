#include "charts/small_button.h"

#include <algorithm>

#include "canvas/paragraph.h"

namespace attn::charts {

bool draw_small_button(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, std::string_view text, std::string_view label,
                       bool chosen, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const bool hot = canvas.is_hot(id);
  const canvas::Color accent = canvas.color(canvas::Role::kAccent);
  if (chosen) canvas.rect(r, accent.with_alpha(0.15f), 6);
  const canvas::TextStyle style{.color = accent, .size = std::clamp(0.42f * r.height, 12.0f, 15.0f), .align = canvas::Align::kCenter};
  canvas.border(r, {hot || chosen ? accent : canvas::mix(canvas.color(canvas::Role::kBackground), accent, 0.5f), hot ? 2.0f : 1.0f}, 6);
  canvas.text(r.center(), canvas::elided(canvas, text, style, r.width - 6), style);
  return canvas.region(id, r, canvas::Grip::kClick, label).pressed;
}

}  // namespace attn::charts
