#include "charts/small_button.h"

#include "canvas/paragraph.h"

namespace attn::charts {

bool draw_small_button(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, std::string_view text, std::string_view label,
                       bool chosen, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const bool hot = canvas.is_hot(id);
  if (chosen) canvas.rect(r, canvas.color(canvas::Role::kAccent).with_alpha(0.15f), 6);
  const canvas::TextStyle style{.color = canvas.color(canvas::Role::kAccent), .size = 12, .align = canvas::Align::kCenter};
  canvas.border(r, {canvas.color(hot || chosen ? canvas::Role::kAccent : canvas::Role::kFaint), hot ? 2.0f : 1.0f}, 6);
  canvas.text(r.center(), canvas::elided(canvas, text, style, r.width - 6), style);
  return canvas.region(id, r, canvas::Grip::kClick, label).pressed;
}

}  // namespace attn::charts
