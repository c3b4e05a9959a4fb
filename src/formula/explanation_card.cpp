#include "formula/explanation_card.h"

#include <algorithm>

#include "canvas/card.h"
#include "canvas/paragraph.h"

namespace attn::formula {
namespace {

constexpr float kPadding = 14, kTitleSize = 13, kFormulaSize = 17, kNoteSize = 12.5f, kLeading = 1.35f;
constexpr float kButton = 28, kCopyWidth = 216;  ///< "Copy" and three buttons
constexpr std::string_view kHint = "Press a number to see where it comes from.";

bool is_blank(const Expression& e) { return e.kind == Expression::Kind::kRow && e.arguments.empty(); }

/// The value has a strong colour, because it is what the reader pointed at.
std::vector<Expression> equal_parts(const Explanation& x, bool with_letters) {
  std::vector<Expression> parts;
  if (with_letters && !is_blank(x.formula)) parts.push_back(x.formula);
  if (!is_blank(x.substituted) && x.substituted.kind != Expression::Kind::kNumber) parts.push_back(x.substituted);
  parts.push_back(num(x.value, canvas::Role::kAccent));
  return parts;
}

float height_of_text(const std::vector<std::string>& lines, float size) { return static_cast<float>(lines.size()) * size * kLeading; }

/// Draws one of the buttons and returns whether it was pressed.
bool button(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, std::string_view label, std::string_view sign = {}) {
  const canvas::Interaction hand = canvas.region(id, r, canvas::Grip::kClick, label);
  canvas.rect(r, canvas.color(canvas.is_hot(id) ? canvas::Role::kFaint : canvas::Role::kSurface), 6);
  canvas.text(r.center(), sign.empty() ? label : sign, {canvas.color(canvas::Role::kInk), 12, canvas::Font::kText, canvas::Align::kCenter});
  return hand.released && r.contains(hand.position);
}

void draw_cross(canvas::Canvas& canvas, canvas::Point at, float half) {
  const canvas::Stroke stroke{canvas.color(canvas::Role::kInk), 1.6f};
  canvas.line({at.x - half, at.y - half}, {at.x + half, at.y + half}, stroke);
  canvas.line({at.x - half, at.y + half}, {at.x + half, at.y - half}, stroke);
}

void draw_copy_buttons(canvas::Canvas& canvas, canvas::Rect row, const Explanation& x, std::string* copied) {
  struct Notation {
    std::string_view id, label;
    std::string (*write)(const Explanation&);
  };
  const Notation notations[] = {{"copy-text", "Text", to_text}, {"copy-latex", "LaTeX", to_latex}, {"copy-numpy", "NumPy", to_numpy}};
  canvas.text({row.x, row.center().y}, "Copy", {canvas.color(canvas::Role::kMuted), 12});
  row.cut_left(38);
  for (const Notation& notation : notations) {
    if (button(canvas, row.cut_left(54), notation.id, notation.label)) *copied = notation.write(x);
    row.cut_left(6);
  }
}

}  // namespace

bool is_on_card(std::string_view region) {
  return region.starts_with("inspector") || region.starts_with("term:") || region.starts_with("copy-");
}

Card::Card(const canvas::Canvas& canvas, const Explanation& explanation, canvas::Size most, const CardUse& use)
    : x_(explanation), use_(use) {
  for (const Parts parts : {Parts{true, true, true}, Parts{false, true, true}, Parts{false, false, true}, Parts{false, false, false}}) {
    lay_out(canvas, most, parts);
    if (size_.height <= most.height) break;
  }
}

void Card::find_links() {
  links_.clear();
  cells_.clear();
  if (!use_.leads_on) return;
  for (size_t line = 0; line < lines_.size(); ++line)
    for (const WrittenCell& written : written_cells(lines_[line]))
      if (use_.leads_on(written.cell)) {
        canvas::Role role = canvas::Role::kInk;
        for (const auto& run : lines_[line].runs)
          if (run.cell == written.cell) role = run.role;
        links_.push_back({line, written.rect, role});
        cells_.push_back(written.cell);
      }
}

float Card::header_height() const {
  const float title = height_of_text(title_, kTitleSize);
  return std::max(title, kButton);
}

void Card::lay_out(const canvas::Canvas& canvas, canvas::Size most, Parts with) {
  copies_ = with.copy;
  const float inner = most.width - 2 * kPadding;
  const bool wide = most.width >= 560;
  const float beside_title = kButton + 8 + (use_.goes_back ? 78 : 0) + (wide ? kCopyWidth + 16 : 0);
  title_ = canvas::wrapped(canvas, x_.title, {{}, kTitleSize, canvas::Font::kStrong}, std::max(80.0f, inner - beside_title));
  float width = 0;
  for (const std::string& line : title_) width = std::max(width, canvas.measure(line, {{}, kTitleSize, canvas::Font::kStrong}).width);
  width += beside_title;
  const float buttons = copies_ && !wide ? kLineGap + kButton : 0;
  float rest = most.height - 2 * kPadding - header_height() - kLineGap - buttons;
  const auto fill_note = [&](float room) {
    std::string said = with.note ? x_.note : std::string();
    if (with.note && !use_.goes_back && !cells_.empty()) said += (said.empty() ? "" : " ") + std::string(kHint);
    note_.clear();
    if (!said.empty()) note_ = canvas::wrapped(canvas, said, {{}, kNoteSize}, room);
    return note_.empty() ? 0 : kLineGap + height_of_text(note_, kNoteSize);
  };
  const std::vector<Expression> parts = equal_parts(x_, with.letters);
  lines_ = layout_lines(parts, kFormulaSize, inner, rest);
  find_links();
  for (const EquationLayout& line : lines_) width = std::max(width, line.width);
  float below = fill_note(wide ? inner : std::max(width, std::min(inner, 300.0f)));
  if (below > 0 && height_of(lines_) + below > rest) {
    lines_ = layout_lines(parts, kFormulaSize, inner, rest - below);
    find_links();
  }
  for (const std::string& line : note_) width = std::max(width, canvas.measure(line, {{}, kNoteSize}).width);
  if (copies_) width = std::max(width, kCopyWidth);
  const float height = 2 * kPadding + header_height() + kLineGap + height_of(lines_) + below + buttons;
  size_ = {wide ? most.width : std::min(width + 2 * kPadding, most.width), height};
}

void Card::draw_header(canvas::Canvas& canvas, canvas::Rect* inside, CardAnswer* answer) const {
  canvas::Rect header = inside->cut_top(header_height());
  const canvas::Rect corner = header.cut_right(kButton);
  const canvas::Rect close{corner.x, corner.y, kButton, kButton};
  answer->closed = button(canvas, close, "inspector:close", "Close the explanation", " ");
  draw_cross(canvas, close.center(), 4.5f);
  header.cut_right(8);
  if (is_wide()) {
    draw_copy_buttons(canvas, {header.right() - kCopyWidth, header.y, kCopyWidth, kButton}, x_, &answer->copied);
    header.cut_right(kCopyWidth + 16);
  }
  if (use_.goes_back) {
    answer->back = button(canvas, {header.x, header.y, 66, kButton}, "inspector:back", "Back to the number before", "\u2039 Back");
    header.cut_left(78);
  }
  const float title = height_of_text(title_, kTitleSize);
  canvas::draw_lines(canvas, {header.x, header.y + std::max(0.0f, (std::min(header.height, kButton) - title) / 2), header.width, title},
                     title_, {canvas.color(canvas::Role::kInk), kTitleSize, canvas::Font::kStrong});
}

/// Draws a line under each number that can be followed, and a border around the one under the hand or the keyboard.
void Card::draw_links(canvas::Canvas& canvas, size_t line, canvas::Point origin, CardAnswer* answer) const {
  constexpr float kReach = 4;
  for (size_t k = 0; k < links_.size(); ++k) {
    if (links_[k].line != line) continue;
    const canvas::Rect box{origin.x + links_[k].rect.x, origin.y + links_[k].rect.y, links_[k].rect.width, links_[k].rect.height};
    const canvas::Rect reach = box.inset(-2, -kReach);
    const std::string id = "term:" + std::to_string(k);
    const canvas::Interaction hand = canvas.region(id, reach, canvas::Grip::kClick, "Where this number comes from");
    const canvas::Color color = canvas.color(links_[k].role == canvas::Role::kInk ? canvas::Role::kAccent : links_[k].role);
    if (canvas.is_hot(id) || use_.focus == static_cast<int>(k)) {
      canvas.rect(reach, color.with_alpha(0.14f), 4);
      if (use_.focus == static_cast<int>(k)) canvas.border(reach, {color, 2}, 4);
    }
    canvas.line({box.x, box.bottom() + 0.5f}, {box.right(), box.bottom() + 0.5f}, {color.with_alpha(0.6f), 1});
    if (hand.released && reach.contains(hand.position)) answer->followed = cells_[k];
  }
}

CardAnswer Card::draw(canvas::Canvas& canvas, canvas::Rect r) const {
  CardAnswer answer;
  // The card is a region, so that what is under it does not answer to the hand.
  canvas.region("inspector", r, canvas::Grip::kHover, x_.title);
  canvas::draw_card(canvas, r);
  canvas.push_clip(r);
  canvas::Rect inside = r.inset(kPadding, kPadding);
  draw_header(canvas, &inside, &answer);
  for (size_t i = 0; i < lines_.size(); ++i) {
    inside.cut_top(kLineGap);
    const canvas::Rect band = inside.cut_top(lines_[i].ascent + lines_[i].descent);
    draw_links(canvas, i, {band.x, band.y + lines_[i].ascent}, &answer);
    draw_equation(canvas, {band.x, band.y + lines_[i].ascent}, lines_[i]);
  }
  if (!note_.empty()) {
    inside.cut_top(kLineGap);
    canvas::draw_lines(canvas, inside.cut_top(height_of_text(note_, kNoteSize)), note_, {canvas.color(canvas::Role::kMuted), kNoteSize});
  }
  if (copies_ && !is_wide()) draw_copy_buttons(canvas, inside.cut_bottom(kButton), x_, &answer.copied);
  canvas.pop_clip();
  return answer;
}

}  // namespace attn::formula
