#include "reader/menu_native.h"

#include <algorithm>
#include <cfloat>
#include <utility>

#include "canvas/card.h"
#include "canvas/fonts.h"
#include "canvas/paragraph.h"
#include "reader/icons_native.h"

namespace attn::reader {
namespace {

using canvas::Role;

constexpr float kSize = 15, kSmall = 13, kRow = 32, kHeading = 34, kPadding = 10, kTick = 26, kBetween = 34, kShadow = 8, kMark = 18,
                kMarkGap = 9;
constexpr float kNoteWidth = 260;
constexpr const char* kPopup = "##menu";

canvas::TextStyle style_of(const canvas::Canvas& canvas, const MenuItem& item) {
  if (item.kind != MenuItem::Kind::kChoice) return {.color = canvas.color(Role::kMuted), .size = kSmall};
  return {.color = canvas.color(item.enabled ? Role::kInk : Role::kFaint),
          .size = kSize,
          .font = item.checked ? canvas::Font::kStrong : canvas::Font::kText};
}

/// The space for a mark, which is the same for all so that marks are aligned.
float mark_width(const MenuItem& item) { return item.mark.empty() ? 0 : kMark + kMarkGap; }

}  // namespace

void Menu::open(std::string_view name, std::vector<MenuItem> items, canvas::Rect anchor, bool from_right) {
  name_ = name;
  items_ = std::move(items);
  anchor_ = anchor;
  from_right_ = from_right;
  opening_ = true;
  keyed_ = false;
  const auto checked = std::find_if(items_.begin(), items_.end(), [](const MenuItem& item) { return item.checked; });
  at_ = checked == items_.end() ? -1 : static_cast<int>(checked - items_.begin());
}

float Menu::width() const {
  float width = 0;
  for (const MenuItem& item : items_) {
    if (item.kind == MenuItem::Kind::kNote) {
      width = std::max(width, kNoteWidth);
      continue;
    }
    const canvas::TextStyle style = style_of(canvas_, item);
    float own = canvas::text_width(item.label, style.font, style.size);
    if (!item.detail.empty()) own += kBetween + canvas::text_width(item.detail, canvas::Font::kText, kSmall);
    width = std::max(width, own + mark_width(item) + (item.kind == MenuItem::Kind::kChoice ? kTick : 0));
  }
  return width + 2 * kPadding;
}

float Menu::height_of(const MenuItem& item) const {
  if (item.kind == MenuItem::Kind::kChoice) return kRow;
  if (item.kind == MenuItem::Kind::kHeading) return kHeading;
  const auto lines = canvas::wrapped(canvas_, item.label, style_of(canvas_, item), width() - 2 * kPadding);
  return static_cast<float>(lines.size()) * 1.35f * kSmall + kPadding;
}

void Menu::move_by(int by) {
  const int count = static_cast<int>(items_.size());
  const auto can = [this](int i) {
    return items_[static_cast<size_t>(i)].kind == MenuItem::Kind::kChoice && items_[static_cast<size_t>(i)].enabled;
  };
  keyed_ = true;
  for (int i = at_ < 0 && by < 0 ? count - 1 : at_ + by; i >= 0 && i < count; i += by)
    if (can(i)) return void(at_ = i);
}

bool Menu::use_keys() {
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) move_by(1);
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) move_by(-1);
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) at_ = -1, move_by(1);
  if (ImGui::IsKeyPressed(ImGuiKey_End)) at_ = static_cast<int>(items_.size()), move_by(-1);
  return ImGui::IsKeyPressed(ImGuiKey_Escape, false) || ImGui::IsKeyPressed(ImGuiKey_Tab, false);
}

std::string Menu::draw(const canvas::Theme& theme, canvas::Rect within) {
  if (!is_open()) return {};
  fresh_ = std::exchange(opening_, false);
  if (fresh_) ImGui::OpenPopup(kPopup);
  canvas_.set_theme(theme);
  float height = 2 * kPadding;
  for (const MenuItem& item : items_) height += height_of(item);
  const canvas::Size card{width() + 2 * kPadding, height};
  const float most = within.bottom() - anchor_.bottom() - 2 * kShadow;
  const float x =
      std::clamp(from_right_ ? anchor_.right() - card.width : anchor_.x, within.x, std::max(within.x, within.right() - card.width));
  ImGui::SetNextWindowPos({x - kShadow, anchor_.bottom()});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(most, 3 * kRow)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, ImVec4(0, 0, 0, 0));
  std::string chosen;
  if (ImGui::BeginPopup(kPopup, ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    canvas_.begin({at.x, at.y, card.width + 2 * kShadow, card.height + 2 * kShadow});
    const bool closes = !fresh_ && use_keys();
    chosen = draw_items({at.x + kShadow, at.y + kShadow, card.width, card.height});
    canvas_.end();
    if (closes || !chosen.empty()) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    if (closes || !chosen.empty()) name_.clear();
  } else if (!fresh_) {
    name_.clear();  // a press elsewhere
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  return chosen;
}

std::string Menu::draw_items(canvas::Rect area) {
  canvas::draw_card(canvas_, area);
  area = area.inset(kPadding, kPadding);
  std::string chosen;
  for (size_t i = 0; i < items_.size(); ++i) {
    const MenuItem& item = items_[i];
    const canvas::Rect row = area.cut_top(height_of(item));
    if (item.kind == MenuItem::Kind::kNote)
      canvas::draw_paragraph(canvas_, {row.x + kPadding, row.y + kPadding / 2, row.width - 2 * kPadding, row.height}, item.label,
                             style_of(canvas_, item));
    else if (item.kind == MenuItem::Kind::kHeading)
      canvas_.text({row.x + kPadding, row.center().y + 3}, item.label, style_of(canvas_, item));
    else if (draw_choice(item, i, row))
      chosen = item.id;
  }
  return chosen;
}

bool Menu::draw_choice(const MenuItem& item, size_t place, canvas::Rect row) {
  const canvas::Interaction hand = item.enabled ? canvas_.region(item.id, row, canvas::Grip::kClick, item.label) : canvas::Interaction{};
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (hand.hovered && (moved.x != 0 || moved.y != 0)) at_ = static_cast<int>(place), keyed_ = false;
  const bool here = at_ == static_cast<int>(place) && item.enabled;
  if (here && (keyed_ || hand.hovered)) canvas_.rect(row, canvas_.color(Role::kSurface), 6);
  if (here && keyed_) {
    canvas_.border(row, {canvas_.color(Role::kAccent), 2}, 6);
    if (!ImGui::IsRectVisible({row.x, row.y}, {row.right(), row.bottom()}) || row.y < ImGui::GetWindowPos().y)
      ImGui::SetScrollFromPosY(row.center().y - ImGui::GetWindowPos().y);
  }
  const float middle = row.center().y;
  if (item.checked) draw_icon(canvas_, Icon::kTick, {row.x + kPadding + 6, middle}, 13, canvas_.color(Role::kAccent));
  const float left = row.x + kTick + mark_width(item);
  if (!item.mark.empty())
    canvas_.text({left - kMarkGap, middle}, item.mark,
                 {.color = canvas_.color(Role::kMuted), .size = kSize, .align = canvas::Align::kRight});
  canvas_.text({left, middle}, item.label, style_of(canvas_, item));
  if (!item.detail.empty())
    canvas_.text({row.right() - kPadding, middle}, item.detail,
                 {.color = canvas_.color(item.enabled ? Role::kMuted : Role::kFaint), .size = kSmall, .align = canvas::Align::kRight});
  const bool entered = here && !fresh_ && (ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_Space, false));
  return entered || (hand.released && row.contains(hand.position));
}

}  // namespace attn::reader
