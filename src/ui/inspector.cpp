#include "ui/inspector.h"

#include <algorithm>
#include <vector>

#include "ui/equation.h"
#include "ui/paragraph.h"

namespace attn::ui {
namespace {

constexpr float kPadding = 14, kWidest = 440, kTitleSize = 13, kFormulaSize = 17, kNoteSize = 12.5f;
constexpr float kLineGap = 8, kButtonHeight = 26;

struct Card {
  std::vector<EquationLayout> lines;
  std::vector<std::string> title, note;
  Size size;
};

bool is_blank(const Expression& e) { return e.kind == Expression::Kind::kRow && e.arguments.empty(); }

/// The value is drawn strong by its colour: it is what the reader pointed at.
std::vector<Expression> equal_parts(const Explanation& x) {
  std::vector<Expression> parts;
  if (!is_blank(x.formula)) parts.push_back(x.formula);
  if (!is_blank(x.substituted)) parts.push_back(x.substituted);
  parts.push_back(num(x.value, Role::kAccent));
  return parts;
}

Card lay_out(const Canvas& canvas, const Explanation& x, float widest, bool buttons) {
  Card card;
  const float inner = widest - 2 * kPadding;
  card.title = wrapped(canvas, x.title, {{}, kTitleSize, Font::kStrong}, inner);
  card.lines = layout_lines(equal_parts(x), kFormulaSize, inner);
  float width = 0, height = 2 * kPadding + static_cast<float>(card.title.size()) * kTitleSize * 1.35f;
  for (const std::string& line : card.title) width = std::max(width, canvas.measure(line, {{}, kTitleSize, Font::kStrong}).width);
  for (const EquationLayout& line : card.lines) {
    width = std::max(width, line.width);
    height += kLineGap + line.ascent + line.descent;
  }
  if (!x.note.empty()) {
    card.note = wrapped(canvas, x.note, {{}, kNoteSize}, std::max(width, std::min(inner, 260.0f)));
    for (const std::string& line : card.note) width = std::max(width, canvas.measure(line, {{}, kNoteSize}).width);
    height += kLineGap + static_cast<float>(card.note.size()) * kNoteSize * 1.35f;
  }
  if (buttons) {
    width = std::max(width, 200.0f);
    height += kLineGap + kButtonHeight;
  }
  card.size = {std::min(width + 2 * kPadding, widest), height};
  return card;
}

/// Below the target if it fits there, else above, right, left; else where it hides least, always inside.
Rect place(Size size, Rect target, Rect within) {
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

void draw_shadowed(Canvas& canvas, Rect card) {
  const Color ink = canvas.theme().dark() ? Color{0, 0, 0, 1} : canvas.color(Role::kInk);
  const float strength = canvas.theme().dark() ? 0.14f : 0.025f;
  for (const float spread : {6.0f, 4.0f, 2.0f, 1.0f})
    canvas.rect({card.x - spread, card.y - spread + 3, card.width + 2 * spread, card.height + 2 * spread}, ink.with_alpha(strength), 8 + spread);
  canvas.rect(card, canvas.color(Role::kBackground), 8);
  canvas.frame(card, {canvas.color(Role::kFaint)}, 8);
}

/// One of the buttons; whether it was pressed.
bool button(Canvas& canvas, Rect r, std::string_view id, std::string_view label) {
  const Interaction hand = canvas.region(id, r, Grip::kClick, label);
  canvas.rect(r, canvas.color(canvas.is_hot(id) ? Role::kFaint : Role::kSurface), 5);
  canvas.text(r.center(), label, {canvas.color(Role::kInk), 12, Font::kText, Align::kCenter});
  return hand.released && r.contains(hand.position);
}

void draw_buttons(Canvas& canvas, Rect row, const Explanation& x, std::string* copied) {
  struct Notation {
    std::string_view id, label;
    std::string (*write)(const Explanation&);
  };
  const Notation notations[] = {{"copy-text", "Text", to_text}, {"copy-latex", "LaTeX", to_latex}, {"copy-numpy", "NumPy", to_numpy}};
  canvas.text({row.x, row.center().y}, "Copy", {canvas.color(Role::kMuted), 12});
  row.cut_left(40);
  for (const Notation& notation : notations) {
    if (button(canvas, row.cut_left(54), notation.id, notation.label)) *copied = notation.write(x);
    row.cut_left(6);
  }
}

Rect draw(Canvas& canvas, const Explanation& x, Rect target, Rect within, std::string* copied) {
  if (x.empty() || within.width < 200 || within.height < 90) return {};
  const Card card = lay_out(canvas, x, std::min(kWidest, within.width), copied != nullptr);
  const Rect r = place(card.size, target, within);
  // The card itself is a region, so that what lies under it does not answer through it.
  canvas.region("inspector", r, Grip::kHover, x.title);
  draw_shadowed(canvas, r);
  canvas.push_clip(r);
  Rect inside = r.inset(kPadding, kPadding);
  draw_lines(canvas, inside.cut_top(static_cast<float>(card.title.size()) * kTitleSize * 1.35f), card.title,
             {canvas.color(Role::kInk), kTitleSize, Font::kStrong});
  for (const EquationLayout& line : card.lines) {
    inside.cut_top(kLineGap);
    const Rect band = inside.cut_top(line.ascent + line.descent);
    draw_equation(canvas, {band.x, band.y + line.ascent}, line);
  }
  if (!card.note.empty()) {
    inside.cut_top(kLineGap);
    draw_lines(canvas, inside.cut_top(static_cast<float>(card.note.size()) * kNoteSize * 1.35f), card.note,
               {canvas.color(Role::kMuted), kNoteSize});
  }
  if (copied) draw_buttons(canvas, inside.cut_bottom(kButtonHeight), x, copied);
  canvas.pop_clip();
  return r;
}

}  // namespace

Rect draw_inspector(Canvas& canvas, const Explanation& explanation, Rect target, Rect within) {
  return draw(canvas, explanation, target, within, nullptr);
}

Rect draw_inspector(Canvas& canvas, const Explanation& explanation, Rect target, Rect within, std::string* copied) {
  return draw(canvas, explanation, target, within, copied);
}

}  // namespace attn::ui
