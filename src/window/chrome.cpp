#include "window/chrome.h"

#include <algorithm>
#include <string>
#include <vector>

#include "canvas/fonts.h"
#include "canvas/paragraph.h"

namespace attn::window {
namespace {

using canvas::Role;

constexpr float kSize = 13, kRow = 32, kGap = 8, kTab = 36, kBetween = 22;
constexpr std::string_view kNext = "Next";

float title_width(std::string_view title) { return canvas::text_width(title, canvas::Font::kStrong, kSize); }

/// Tabs from the top left of `area` on, line by line.
std::vector<canvas::Rect> place_tabs(const session::Session& session, canvas::Rect area) {
  std::vector<canvas::Rect> tabs;
  float x = area.x, y = area.y;
  for (const auto& figure : session.lesson().figures) {
    const float width = title_width(figure.title);
    if (x > area.x && x + width > area.right()) x = area.x, y += kTab;
    tabs.push_back({x, y, width, kTab});
    x += width + kBetween;
  }
  return tabs;
}

/// The current figure's tab and those after it, as far as they fit into one line beside the tab that shows the next; the others are empty.
std::vector<canvas::Rect> place_folded_tabs(const session::Session& session, canvas::Rect line) {
  const auto& figures = session.lesson().figures;
  std::vector<canvas::Rect> tabs(figures.size());
  line.cut_right(title_width(kNext) + kBetween);
  for (size_t i = 0; i < figures.size(); ++i) {
    const size_t place = (static_cast<size_t>(session.figure()) + i) % figures.size();
    const float width = title_width(figures[place].title);
    if (i > 0 && width > line.width) break;
    tabs[place] = line.cut_left(std::min(width, line.width));
    line.cut_left(std::min(kBetween, line.width));
  }
  return tabs;
}

/// A word that can be pressed. Returns whether it was.
bool draw_button(canvas::Canvas& canvas, std::string_view id, canvas::Rect r, std::string_view label, bool enabled) {
  const canvas::Interaction hand = enabled ? canvas.region(id, r, canvas::Grip::kClick, label) : canvas::Interaction{};
  if (enabled) canvas.rect(r, canvas::mix(canvas.color(Role::kSurface), canvas.color(Role::kFaint), hand.hovered ? 0.6f : 0.0f), 6);
  canvas.text(r.center(), label,
              {.color = canvas.color(enabled ? Role::kInk : Role::kFaint), .size = kSize, .align = canvas::Align::kCenter});
  return hand.released && hand.hovered;
}

void draw_next_tab(canvas::Canvas& canvas, session::Session& session, canvas::Rect line) {
  const canvas::Rect r = line.cut_right(title_width(kNext));
  const canvas::Interaction hand = canvas.region("tab:next", r, canvas::Grip::kClick, "next figure");
  canvas.text({r.x, r.center().y}, kNext,
              {.color = canvas.color(hand.hovered ? Role::kInk : Role::kAccent), .size = kSize, .font = canvas::Font::kStrong});
  const auto& figures = session.lesson().figures;
  if (hand.released && hand.hovered) session.show_figure(figures[(static_cast<size_t>(session.figure()) + 1) % figures.size()].id);
}

}  // namespace

float tabs_height(const session::Session& session, float width) {
  if (session.lesson().figures.size() < 2) return 0;
  return place_tabs(session, {0, 0, width, 0}).back().bottom() + 1;
}

float folded_tabs_height() { return kTab + 1; }

void draw_tabs(canvas::Canvas& canvas, session::Session& session) {
  const canvas::Rect area = canvas.bounds();
  const bool folded = area.height < tabs_height(session, area.width);
  const std::vector<canvas::Rect> tabs = folded ? place_folded_tabs(session, area.inset(0, 0.5f)) : place_tabs(session, area);
  canvas.line({area.x, area.bottom() - 1}, {area.right(), area.bottom() - 1}, {canvas.color(Role::kFaint)});
  for (size_t i = 0; i < tabs.size(); ++i) {
    const auto& figure = session.lesson().figures[i];
    const bool current = session.figure() == static_cast<int>(i);
    const canvas::Rect tab = tabs[i];
    if (tab.width <= 0) continue;
    const canvas::Interaction hand = canvas.region("tab:" + std::string(figure.id), tab, canvas::Grip::kClick, figure.title);
    canvas.text({tab.x, tab.center().y}, figure.title,
                {.color = canvas.color(current ? Role::kInk : Role::kMuted), .size = kSize, .font = canvas::Font::kStrong});
    if (current || hand.hovered)
      canvas.line({tab.x, tab.bottom()}, {tab.right(), tab.bottom()}, {canvas.color(current ? Role::kAccent : Role::kMuted), 2});
    if (hand.released && hand.hovered) session.show_figure(figure.id);
  }
  if (folded) draw_next_tab(canvas, session, area);
}

namespace {

/// Two halves of a switch; the chosen one is filled.
void draw_backends(canvas::Canvas& canvas, session::Session& session, canvas::Rect row) {
  canvas.rect(row, canvas.color(Role::kSurface), 6);
  for (std::string_view name : {"cpu", "gl"}) {
    const canvas::Rect half = row.cell(0, name == "gl" ? 1 : 0, 1, 2);
    const bool chosen = session.preferred_backend() == name;
    const std::string_view label = name == "gl" ? "GPU" : "CPU";
    const canvas::Interaction hand = canvas.region("backend:" + std::string(name), half, canvas::Grip::kClick, label);
    if (chosen) canvas.rect(half.inset(2, 2), canvas.color(Role::kBackground), 5);
    canvas.text(half.center(), label,
                {.color = canvas.color(chosen || hand.hovered ? Role::kInk : Role::kMuted),
                 .size = kSize,
                 .font = chosen ? canvas::Font::kStrong : canvas::Font::kText,
                 .align = canvas::Align::kCenter});
    if (hand.released && hand.hovered) session.prefer_backend(name);
  }
}

}  // namespace

float draw_tools(canvas::Canvas& canvas, session::Session& session, canvas::Rect area) {
  const float top = area.y;
  constexpr float kPlenty = 1000;  // the tools take what they need
  area.height = kPlenty;
  canvas::Rect row = area.cut_top(kRow);
  const float width = (row.width - 2 * kGap) / 3;
  const auto next = [&] {
    const canvas::Rect r = row.cut_left(width);
    row.cut_left(kGap);
    return r;
  };
  if (draw_button(canvas, "undo", next(), "Undo", session.history().undo_steps() > 0)) session.undo();
  if (draw_button(canvas, "redo", next(), "Redo", session.history().redo_steps() > 0)) session.redo();
  if (draw_button(canvas, "reset", next(), "Reset", session.differs_from_default())) session.reset("", session::Origin::kUi);
  area.cut_top(kGap + 4);
  canvas::Rect computing = area.cut_top(kRow);
  canvas.text({computing.x, computing.center().y}, "Computed on", {.color = canvas.color(Role::kInk), .size = kSize});
  draw_backends(canvas, session, computing.cut_right(std::min(120.0f, computing.width / 2)));
  area.cut_top(4);
  area.y += canvas::draw_paragraph(canvas, area, session.backend().reason, {.color = canvas.color(Role::kMuted), .size = 12});
  return area.y - top;
}

}  // namespace attn::window
