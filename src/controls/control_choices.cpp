// Widgets for choices and for text.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
#include "controls/control_parts.h"

namespace attn::controls {
namespace {

constexpr float kSegment = 28, kSegmentPadding = 10;

float widest_label(const canvas::Canvas& canvas, const params::Row& row) {
  float width = 0;
  for (const params::Choice& choice : row.choices)
    width = std::max(width, canvas.measure(choice.label, {{}, kControlText, canvas::Font::kStrong}).width);
  return width + 2 * kSegmentPadding;
}

/// How many choices are side by side: all of them if they fit, else as many as make rows of equal length.
int choice_columns(const canvas::Canvas& canvas, const params::Row& row, float width) {
  const int count = static_cast<int>(row.choices.size());
  const int fitting = std::clamp(static_cast<int>(width / widest_label(canvas, row)), 1, std::max(1, count));
  const int rows = (count + fitting - 1) / fitting;
  return (count + rows - 1) / std::max(1, rows);
}

void draw_segment(const Control& c, canvas::Rect r, std::string_view label, bool chosen, bool hot) {
  canvas::Canvas& canvas = c.canvas;
  const canvas::Rect pill = r.inset(2, 2);
  if (chosen) {
    canvas.rect({pill.x, pill.y + 1, pill.width, pill.height}, canvas.color(canvas::Role::kInk).with_alpha(0.1f), 5);
    canvas.rect(pill, canvas.color(canvas.theme().dark() ? canvas::Role::kFaint : canvas::Role::kBackground), 5);
  } else if (hot && !c.locked) {
    canvas.rect(pill, canvas.color(canvas::Role::kFaint).with_alpha(0.6f), 5);
  }
  const canvas::TextStyle style{canvas.color(chosen && !c.locked ? canvas::Role::kInk : canvas::Role::kMuted), kControlText,
                                chosen ? canvas::Font::kStrong : canvas::Font::kText, canvas::Align::kCenter};
  canvas.text(r.center(), canvas::elided(canvas, label, style, pill.width - 6), style);
}

}  // namespace

float choice_height(const canvas::Canvas& canvas, const params::Row& row, float width) {
  const int columns = choice_columns(canvas, row, width), count = static_cast<int>(row.choices.size());
  return kSegment * static_cast<float>((count + columns - 1) / columns);
}

void draw_choice(const Control& c, canvas::Rect area) {
  area.cut_top(kControlLine + 4);
  const std::string chosen = std::get<std::string>(c.value());
  const int columns = choice_columns(c.canvas, c.row, area.width), count = static_cast<int>(c.row.choices.size());
  const int rows = (count + columns - 1) / columns;
  const canvas::Interaction hand = c.canvas.grid(c.row.id, area, rows, columns, c.grip(canvas::Grip::kClick), c.row.label);
  const int under = hand.row < 0 ? -1 : hand.row * columns + hand.col;
  const bool taken = hand.released && hand.row == hand.first_row && hand.col == hand.first_col && area.contains(hand.position);
  if (!c.locked && taken && under < count) c.set(std::string(c.row.choices[static_cast<size_t>(under)].id));
  c.canvas.rect(area, c.canvas.color(canvas::Role::kSurface), 7);
  for (int i = 0; i < count; ++i) {
    const params::Choice& choice = c.row.choices[static_cast<size_t>(i)];
    draw_segment(c, area.cell(i / columns, i % columns, rows, columns), choice.label, choice.id == chosen, hand.hovered && i == under);
  }
}

float text_field_height(const params::Row& row) { return row.max_length > 60 ? 58 : 32; }

void draw_text_field(const Control& c, canvas::Rect area) {
  area.cut_top(kControlLine + 4);
  const bool several = c.row.max_length > 60;
  const canvas::Interaction hand = c.canvas.region(c.row.id, area, c.grip(canvas::Grip::kClick), c.row.label);
  if (c.clicked(hand, area)) c.result.request = {std::string(c.row.id), std::string(c.row.label), c.text(), area, false, several};
  const bool hot = !c.locked && c.canvas.is_hot(c.row.id);
  c.canvas.rect(area, c.canvas.color(canvas::Role::kSurface), 6);
  c.canvas.border(area, {c.canvas.color(hot ? canvas::Role::kMuted : canvas::Role::kFaint)}, 6);
  const canvas::TextStyle style{c.ink(), 14};
  canvas::Rect inside = area.inset(9, 6);
  std::vector<std::string> lines = canvas::wrapped(c.canvas, c.text(), style, inside.width);
  const size_t most = several ? 2 : 1;
  if (lines.size() > most) {
    std::string rest = lines[most - 1];
    for (size_t i = most; i < lines.size(); ++i) rest += " " + lines[i];
    lines.resize(most);
    lines.back() = canvas::elided(c.canvas, rest, style, inside.width);
  }
  if (!several) inside.cut_top((inside.height - 1.35f * style.size) / 2);
  c.canvas.push_clip(area);
  canvas::draw_lines(c.canvas, inside, lines, style);
  c.canvas.pop_clip();
}

}  // namespace attn::controls
