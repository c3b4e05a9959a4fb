#include "window/chrome.h"

#include <algorithm>
#include <array>
#include <string>

#include "canvas/paragraph.h"

namespace attn::window {
namespace {

using canvas::Role;

constexpr float kSize = 13, kRow = 32, kGap = 8;
constexpr float kLine = 620, kButton = 64, kName = 90, kSwitch = 120;  ///< from this width on all stands in one line

/// Draws a word that can be pressed. Returns whether it was.
bool draw_button(canvas::Canvas& canvas, std::string_view id, canvas::Rect r, std::string_view label, bool enabled) {
  const canvas::Interaction hand = enabled ? canvas.region(id, r, canvas::Grip::kClick, label) : canvas::Interaction{};
  if (enabled) canvas.rect(r, canvas::mix(canvas.color(Role::kSurface), canvas.color(Role::kFaint), hand.hovered ? 0.6f : 0.0f), 6);
  canvas.text(r.center(), label,
              {.color = canvas.color(enabled ? Role::kInk : Role::kFaint), .size = kSize, .align = canvas::Align::kCenter});
  return hand.released && hand.hovered;
}

/// Draws the three parts of a switch, with the chosen one filled.
void draw_backends(canvas::Canvas& canvas, session::Results& results, canvas::Rect row) {
  canvas.rect(row, canvas.color(Role::kSurface), 6);
  constexpr std::array<std::string_view, 3> kNames{"auto", "cpu", "gl"}, kLabels{"Auto", "CPU", "GPU"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const std::string_view name = kNames[i], label = kLabels[i];
    const canvas::Rect half = row.cell(0, static_cast<int>(i), 1, 3);
    const bool chosen = results.preferred_backend() == name;
    const canvas::Interaction hand = canvas.region("backend:" + std::string(name), half, canvas::Grip::kClick, label);
    if (chosen) canvas.rect(half.inset(2, 2), canvas.color(canvas.theme().dark() ? Role::kFaint : Role::kBackground), 5);
    canvas.text(half.center(), label,
                {.color = canvas.color(chosen || hand.hovered ? Role::kInk : Role::kMuted),
                 .size = kSize,
                 .font = chosen ? canvas::Font::kStrong : canvas::Font::kText,
                 .align = canvas::Align::kCenter});
    if (hand.released && hand.hovered) results.prefer_backend(name);
  }
}

}  // namespace

float draw_tools(canvas::Canvas& canvas, session::Session& session, canvas::Rect area) {
  const float top = area.y;
  constexpr float kPlenty = 1000;  // the tools take only what they need
  area.height = kPlenty;
  const bool in_line = area.width >= kLine;
  canvas::Rect row = area.cut_top(kRow);
  const float width = in_line ? kButton : (row.width - 2 * kGap) / 3;
  const auto next = [&] {
    const canvas::Rect r = row.cut_left(width);
    row.cut_left(kGap);
    return r;
  };
  if (draw_button(canvas, "undo", next(), "Undo", session.document().history().undo_steps() > 0)) session.document().undo();
  if (draw_button(canvas, "redo", next(), "Redo", session.document().history().redo_steps() > 0)) session.document().redo();
  if (draw_button(canvas, "reset", next(), "Reset", session.document().differs_from_default())) session.reset("", session::Origin::kUi);
  const session::Results::Computed computed = session.results().computed();
  if (!computed.by_choice) return area.y - top;
  if (in_line) {
    row.cut_left(2 * kGap);
  } else {
    area.cut_top(kGap + 4);
    row = area.cut_top(kRow);
  }
  canvas.text({row.x, row.center().y}, "Computed on", {.color = canvas.color(Role::kInk), .size = kSize});
  draw_backends(canvas, session.results(),
                in_line ? (row.cut_left(kName), row.cut_left(kSwitch)) : row.cut_right(std::min(kSwitch, row.width / 2)));
  const canvas::TextStyle muted{.color = canvas.color(Role::kMuted), .size = 12};
  if (in_line) {
    row.cut_left(2 * kGap), row.cut_top(kGap);
    return std::max(kRow, kGap + canvas::draw_paragraph(canvas, row, computed.reason, muted));
  }
  area.cut_top(4);
  area.y += canvas::draw_paragraph(canvas, area, computed.reason, muted);
  return area.y - top;
}

}  // namespace attn::window
