#include "window/tabs.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "canvas/fonts.h"
#include "canvas/imgui_fonts.h"

namespace attn::window {
namespace {

using canvas::Role;

constexpr float kSize = 13, kTab = 36, kWideGap = 22, kGap = 15, kChevron = 14, kItem = 40, kItemPadding = 16, kInset = 6;

float title_width(std::string_view title) { return canvas::text_width(title, canvas::Font::kStrong, kSize); }
std::string more_text(size_t count) { return std::to_string(count) + " more"; }

struct Placing {
  std::vector<canvas::Rect> tabs;  ///< one for each figure; empty for one in the menu
  canvas::Rect more;               ///< empty where all have room
};

/// The tabs in the figures' order, as many as fit. If the open figure is not among them, it takes the last place.
Placing place(const session::Figures& open, canvas::Rect area) {
  const auto& figures = open.all();
  const auto shown = static_cast<size_t>(open.index());
  std::vector<float> widths;
  float all = 0;
  for (const auto& figure : figures) all += widths.emplace_back(title_width(figure.title));
  const auto gaps = static_cast<float>(figures.size() - 1);
  Placing placing{std::vector<canvas::Rect>(figures.size()), {}};
  canvas::Rect line{area.x, area.y, area.width, kTab};
  const bool fits = all + gaps * kGap <= area.width;
  const float gap = all + gaps * kWideGap <= area.width ? kWideGap : kGap;
  if (!fits) {
    placing.more = line.cut_right(title_width(more_text(figures.size())) + kChevron);
    line.cut_right(gap);
  }
  const auto put = [&](size_t i) {
    placing.tabs[i] = line.cut_left(std::min(widths[i], line.width));
    line.cut_left(std::min(gap, line.width));
  };
  for (size_t i = 0; i < figures.size(); ++i) {
    const bool keeps_room = fits || i == shown || placing.tabs[shown].width > 0 || widths[i] + gap + widths[shown] <= line.width;
    if (!keeps_room || (!fits && i != shown && widths[i] > line.width)) break;
    put(i);
  }
  if (placing.tabs[shown].width <= 0) put(shown);
  return placing;
}

void draw_chevron(canvas::Canvas& canvas, canvas::Point middle, bool up, canvas::Color color) {
  const float y = up ? 2.0f : -2.0f;
  const canvas::Point corners[] = {{middle.x - 4, middle.y + y}, {middle.x, middle.y - y}, {middle.x + 4, middle.y + y}};
  canvas.polyline(corners, {color, 1.5f});
}

}  // namespace

float tabs_height(const session::Figures& open) { return open.all().size() < 2 ? 0 : kTab + 1; }

size_t figure_beside(const session::Figures& open, bool back) {
  const size_t count = open.all().size();
  return (static_cast<size_t>(open.index()) + (back ? count - 1 : 1)) % count;
}

void Tabs::draw_row(session::Figures& open, canvas::Rect area) {
  const Placing placing = place(open, area);
  ImGui::PushID("tabs");
  row.begin(area);
  row.line({area.x, area.bottom() - 1}, {area.right(), area.bottom() - 1}, {row.color(Role::kFaint)});
  in_the_menu_.clear();
  for (size_t i = 0; i < placing.tabs.size(); ++i) {
    const auto& figure = open.all()[i];
    const canvas::Rect tab = placing.tabs[i];
    if (tab.width <= 0) {
      in_the_menu_.push_back(i);
      continue;
    }
    const bool current = open.index() == static_cast<int>(i);
    const canvas::Interaction hand = row.region("tab:" + std::string(figure.id), tab, canvas::Grip::kClick, figure.title);
    row.text({tab.x, tab.center().y}, figure.title,
             {.color = row.color(current || hand.hovered ? Role::kInk : Role::kMuted), .size = kSize, .font = canvas::Font::kStrong});
    if (current || hand.hovered)
      row.line({tab.x, tab.bottom()}, {tab.right(), tab.bottom()}, {row.color(current ? Role::kAccent : Role::kMuted), 2});
    if (hand.released && hand.hovered) open.show(figure.id);
  }
  more_ = placing.more;
  if (more_.width > 0) {
    const canvas::Interaction hand = row.region("tab:more", more_, canvas::Grip::kClick, "the other figures");
    const canvas::Color color = row.color(open_ || hand.hovered ? Role::kInk : Role::kMuted);
    row.text({more_.x, more_.center().y}, more_text(in_the_menu_.size()), {.color = color, .size = kSize, .font = canvas::Font::kStrong});
    draw_chevron(row, {more_.right() - 4, more_.center().y}, open_, color);
    if (hand.released && hand.hovered) open_ = !open_;
  }
  row.end();
  ImGui::PopID();
  if (more_.width <= 0) open_ = false;
}

void Tabs::draw_menu(session::Figures& open) {
  if (!open_) return;
  const auto& figures = open.all();
  float width = 0;
  for (const size_t i : in_the_menu_) width = std::max(width, title_width(figures[i].title));
  width += 2 * (kItemPadding + kInset);
  const float height = kItem * static_cast<float>(in_the_menu_.size()) + 2 * kInset;
  const canvas::Rect area{std::max(0.0f, more_.right() - width), more_.bottom() + 2, width, height};
  const ImVec2 at = ImGui::GetIO().MousePos;
  const bool pressed_beside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !area.contains({at.x, at.y}) && !more_.contains({at.x, at.y});
  if (pressed_beside || ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return close();
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::Begin("##figures", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoNav);
  menu.begin(area);
  menu.rect(area, menu.color(Role::kBackground), 8);
  menu.border(area, {menu.color(Role::kFaint)}, 8);
  canvas::Rect rest = area.inset(kInset, kInset);
  for (const size_t i : in_the_menu_) {
    const canvas::Rect item = rest.cut_top(kItem);
    const canvas::Interaction hand = menu.region("tab:" + std::string(figures[i].id), item, canvas::Grip::kClick, figures[i].title);
    if (hand.hovered) menu.rect(item, menu.color(Role::kSurface), 5);
    menu.text({item.x + kItemPadding, item.center().y}, figures[i].title, {.color = menu.color(Role::kInk), .size = kSize});
    if (!hand.released || !hand.hovered) continue;
    open.show(figures[i].id);
    close();
  }
  menu.end();
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace attn::window
