#include "reader/buttons_native.h"

#include "canvas/fonts.h"

namespace attn::reader {
namespace {

using canvas::Role;

constexpr float kPadding = 0.68f, kIconGap = 0.4f, kIcon = 1.2f, kOpens = 0.75f;  // in em

}  // namespace

float button_height(float size) { return 2.2f * size; }

float Button::width() const {
  float width = 2 * kPadding * size;
  if (icon != Icon::kNone) width += kIcon * size;
  if (!label.empty()) width += canvas::text_width(label, canvas::Font::kText, size) + (icon != Icon::kNone ? kIconGap * size : 0);
  return width + (opens && !label.empty() ? (kIconGap + kOpens) * size : 0);
}

bool draw_button(canvas::ImGuiCanvas& canvas, const Button& button, float left, canvas::Rect row, Hover* hover) {
  const float size = button.size, height = button_height(size), round = button.outlined || button.on ? height / 2 : 0.5f * size;
  const canvas::Rect r{left, row.center().y - height / 2, button.width(), height};
  const std::string& name = button.name.empty() ? button.label : button.name;
  const canvas::Interaction hand = button.enabled ? canvas.region(button.id, r, canvas::Grip::kClick, name) : canvas::Interaction{};
  const bool focused = hand.selected && canvas.selects_by_keyboard();
  if (button.on)
    canvas.rect(r, canvas.color(Role::kInk), round);
  else if (hand.hovered)
    canvas.rect(r, canvas.color(Role::kSurface), round);
  if (button.outlined) canvas.border(r, {canvas.color(Role::kAccent), 1}, round);
  const canvas::Color color = canvas.color(!button.enabled                              ? Role::kFaint
                                           : button.on                                  ? Role::kBackground
                                           : hand.hovered || focused || button.outlined ? Role::kInk
                                                                                        : Role::kMuted);
  float x = r.x + kPadding * size;
  if (button.icon != Icon::kNone) {
    draw_icon(canvas, button.icon, {x + kIcon * size / 2, r.center().y}, kIcon * size, color);
    x += (kIcon + kIconGap) * size;
  }
  canvas.text({x, r.center().y}, button.label, {.color = color, .size = size});
  if (button.opens && !button.label.empty())
    draw_icon(canvas, Icon::kOpens, {r.right() - (kPadding + kOpens / 2) * size, r.center().y + 1}, kOpens * size, color);
  if (hover && (hand.hovered || focused)) *hover = {button.id, r};
  return hand.released && r.contains(hand.position);
}

}  // namespace attn::reader
