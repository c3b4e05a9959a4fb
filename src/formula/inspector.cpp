#include "formula/inspector.h"

#include <algorithm>
#include <vector>

#include "canvas/card.h"
#include "canvas/paragraph.h"
#include "formula/equation.h"

namespace attn::formula {
namespace {

constexpr float kPadding = 14, kWidest = 440, kTitleSize = 13, kFormulaSize = 17, kNoteSize = 12.5f;
constexpr float kLineGap = 8, kButtonHeight = 26;

struct Card {
  std::vector<EquationLayout> lines;
  std::vector<std::string> title, note;
  canvas::Size size;
};

bool is_blank(const Expression& e) { return e.kind == Expression::Kind::kRow && e.arguments.empty(); }

/// The value is drawn strong by its colour: it is what the reader pointed at.
std::vector<Expression> equal_parts(const Explanation& x) {
  std::vector<Expression> parts;
  if (!is_blank(x.formula)) parts.push_back(x.formula);
  if (!is_blank(x.substituted)) parts.push_back(x.substituted);
  parts.push_back(num(x.value, canvas::Role::kAccent));
  return parts;
}

Card lay_out(const canvas::Canvas& canvas, const Explanation& x, float widest, bool buttons) {
  Card card;
  const float inner = widest - 2 * kPadding;
  card.title = canvas::wrapped(canvas, x.title, {{}, kTitleSize, canvas::Font::kStrong}, inner);
  card.lines = layout_lines(equal_parts(x), kFormulaSize, inner);
  float width = 0, height = 2 * kPadding + static_cast<float>(card.title.size()) * kTitleSize * 1.35f;
  for (const std::string& line : card.title) width = std::max(width, canvas.measure(line, {{}, kTitleSize, canvas::Font::kStrong}).width);
  for (const EquationLayout& line : card.lines) {
    width = std::max(width, line.width);
    height += kLineGap + line.ascent + line.descent;
  }
  if (!x.note.empty()) {
    card.note = canvas::wrapped(canvas, x.note, {{}, kNoteSize}, std::max(width, std::min(inner, 260.0f)));
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

/// One of the buttons; whether it was pressed.
bool button(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, std::string_view label) {
  const canvas::Interaction hand = canvas.region(id, r, canvas::Grip::kClick, label);
  canvas.rect(r, canvas.color(canvas.is_hot(id) ? canvas::Role::kFaint : canvas::Role::kSurface), 5);
  canvas.text(r.center(), label, {canvas.color(canvas::Role::kInk), 12, canvas::Font::kText, canvas::Align::kCenter});
  return hand.released && r.contains(hand.position);
}

void draw_buttons(canvas::Canvas& canvas, canvas::Rect row, const Explanation& x, std::string* copied) {
  struct Notation {
    std::string_view id, label;
    std::string (*write)(const Explanation&);
  };
  const Notation notations[] = {{"copy-text", "Text", to_text}, {"copy-latex", "LaTeX", to_latex}, {"copy-numpy", "NumPy", to_numpy}};
  canvas.text({row.x, row.center().y}, "Copy", {canvas.color(canvas::Role::kMuted), 12});
  row.cut_left(40);
  for (const Notation& notation : notations) {
    if (button(canvas, row.cut_left(54), notation.id, notation.label)) *copied = notation.write(x);
    row.cut_left(6);
  }
}

canvas::Rect draw(canvas::Canvas& canvas, const Explanation& x, canvas::Rect target, canvas::Rect within, std::string* copied) {
  if (x.empty() || within.width < 200 || within.height < 90) return {};
  const Card card = lay_out(canvas, x, std::min(kWidest, within.width), copied != nullptr);
  const canvas::Rect r = canvas::place_card(card.size, target, within);
  // With buttons the card is a region, so that what lies under it does not answer through it; without, the hand goes on beneath it.
  if (copied) canvas.region("inspector", r, canvas::Grip::kHover, x.title);
  canvas::draw_card(canvas, r);
  canvas.push_clip(r);
  canvas::Rect inside = r.inset(kPadding, kPadding);
  canvas::draw_lines(canvas, inside.cut_top(static_cast<float>(card.title.size()) * kTitleSize * 1.35f), card.title,
                     {canvas.color(canvas::Role::kInk), kTitleSize, canvas::Font::kStrong});
  for (const EquationLayout& line : card.lines) {
    inside.cut_top(kLineGap);
    const canvas::Rect band = inside.cut_top(line.ascent + line.descent);
    draw_equation(canvas, {band.x, band.y + line.ascent}, line);
  }
  if (!card.note.empty()) {
    inside.cut_top(kLineGap);
    canvas::draw_lines(canvas, inside.cut_top(static_cast<float>(card.note.size()) * kNoteSize * 1.35f), card.note,
                       {canvas.color(canvas::Role::kMuted), kNoteSize});
  }
  if (copied) draw_buttons(canvas, inside.cut_bottom(kButtonHeight), x, copied);
  canvas.pop_clip();
  return r;
}

}  // namespace

canvas::Rect draw_inspector(canvas::Canvas& canvas, const Explanation& explanation, canvas::Rect target, canvas::Rect within) {
  return draw(canvas, explanation, target, within, nullptr);
}

canvas::Rect draw_inspector(canvas::Canvas& canvas, const Explanation& explanation, canvas::Rect target, canvas::Rect within,
                            std::string* copied) {
  return draw(canvas, explanation, target, within, copied);
}

}  // namespace attn::formula
