#include "window/source_label.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "canvas/card.h"
#include "session/source.h"

namespace attn::window {
namespace {

using canvas::Role;

constexpr float kSize = 12.5f, kLine = 1.45f * kSize, kPadding = 11, kGap = 7, kHand = 14;

struct Line {
  std::string text;
  Role role;
  canvas::Font font = canvas::Font::kText;
  float above = 0;  ///< the space above it
};

std::vector<Line> lines_of(const canvas::Seen& seen, const session::Session& session) {
  std::vector<Line> lines;
  if (!seen.region.empty()) {
    lines.push_back({seen.region, Role::kInk, canvas::Font::kStrong});
    const session::Behind what = session::behind(session, seen.region);
    if (!what.kind.empty()) lines.push_back({std::string(what.label), Role::kInk});
    if (!what.kind.empty())
      lines.push_back(
          {std::string(what.kind) + " " + std::string(what.name) + (what.declared.empty() ? "" : ", " + canvas::text_of(what.declared)),
           Role::kMuted});
  }
  const canvas::Trail& trail = seen.drawn.empty() ? seen.declared : seen.drawn;
  for (size_t i = 0; i < trail.size(); ++i)
    lines.push_back({(i == 0 ? "" : "by ") + canvas::text_of(trail[i]), i == 0 ? Role::kAccent : Role::kMuted,
                     i == 0 ? canvas::Font::kStrong : canvas::Font::kText, i == 0 && !lines.empty() ? kGap : 0});
  return lines;
}

canvas::Size card_size(const canvas::Canvas& canvas, const std::vector<Line>& lines) {
  canvas::Size size{0, 2 * kPadding};
  for (const Line& line : lines) {
    size.width = std::max(size.width, canvas.measure(line.text, {.color = {}, .size = kSize, .font = line.font}).width + 2 * kPadding);
    size.height += kLine + line.above;
  }
  return size;
}

void draw_lines(canvas::Canvas& canvas, const std::vector<Line>& lines, canvas::Rect card) {
  canvas::draw_card(canvas, card);
  float y = card.y + kPadding;
  for (const Line& line : lines) {
    y += line.above;
    canvas.text({card.x + kPadding, y + kLine / 2}, line.text, {.color = canvas.color(line.role), .size = kSize, .font = line.font});
    y += kLine;
  }
}

}  // namespace

void point_at_source(canvas::SourceMode& mode, const canvas::ImGuiCanvas& figure, canvas::Rect parts) {
  if (!mode.on) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  mode.at = {mouse.x, mouse.y};
  mode.seen = {};
  if (const canvas::Rect selected = figure.rect_of(figure.selected()); !parts.contains(mode.at) && selected.width > 0)
    mode.at = selected.center();
}

void draw_source_label(const canvas::SourceMode& mode, canvas::ImGuiCanvas& figure, const session::Session& session) {
  if (!mode.on) return;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  std::vector<Line> lines = lines_of(mode.seen, session);
  const bool sees = !lines.empty();
  if (!sees) lines.push_back({"Point at anything drawn to see which lines draw it.", Role::kMuted});
  figure.draw_in_front(true);
  if (const canvas::Rect r = mode.seen.rect; r.width > 0 || r.height > 0) {
    figure.border(r.inset(-2, -2), {figure.color(Role::kBackground), 4}, 3);
    figure.border(r.inset(-2, -2), {figure.color(Role::kAccent), 2}, 3);
  }
  const canvas::Size size = card_size(figure, lines);
  const canvas::Rect all = figure.bounds(), hand{mode.at.x - kHand, mode.at.y - kHand, 2 * kHand, 2 * kHand};
  const canvas::Rect foot{all.center().x - size.width / 2, all.bottom() - size.height, size.width, size.height};
  draw_lines(figure, lines, sees ? canvas::place_card(size, hand, canvas::Rect{0, 0, window.x, window.y}.inset(6, 6)) : foot);
  figure.draw_in_front(false);
}

}  // namespace attn::window
