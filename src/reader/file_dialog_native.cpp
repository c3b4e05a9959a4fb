#include "reader/file_dialog_native.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "canvas/card.h"
#include "canvas/imgui_fonts.h"
#include "canvas/paragraph.h"
#include "reader/buttons_native.h"

namespace attn::reader {
namespace {

using canvas::Role;
namespace fs = std::filesystem;

constexpr float kWidth = 560, kHeight = 420, kPadding = 22, kLine = 38, kEntry = 28, kShadow = 8;
constexpr const char* kPopup = "##files";
constexpr size_t kMostEntries = 200;

ImVec4 vec(canvas::Color c) { return {c.r, c.g, c.b, c.a}; }

}  // namespace

void FileDialog::ask(Question question) {
  question_ = std::move(question);
  error_.clear();
  listed_.clear();
  open_ = fresh_ = true;
  list();
}

void FileDialog::close() {
  open_ = false;
  ImGui::CloseCurrentPopup();
}

void FileDialog::list() {
  const fs::path folder = fs::path(question_.path).parent_path();
  if (folder == fs::path(listed_) && !entries_.empty()) return;
  listed_ = folder.string();
  entries_.clear();
  std::error_code failure;
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".") || entries_.size() + files.size() >= kMostEntries) continue;
    if (entry.is_directory(failure))
      entries_.push_back(name + "/");
    else if (name.ends_with(question_.ending))
      files.push_back(name);
  }
  std::sort(entries_.begin(), entries_.end());
  std::sort(files.begin(), files.end());
  if (folder.has_relative_path()) entries_.insert(entries_.begin(), "../");
  entries_.insert(entries_.end(), files.begin(), files.end());
}

void FileDialog::choose(const std::string& entry) {
  const fs::path folder = fs::path(question_.path).parent_path(), file = fs::path(question_.path).filename();
  if (entry == "../")
    question_.path = (folder.parent_path() / file).string();
  else if (entry.ends_with("/"))
    question_.path = (folder / entry / file).string();
  else
    question_.path = (folder / entry).string();
  error_.clear();
  canvas_.drop_keyboard();
  to_line_ = true;
  list();
}

void FileDialog::answer() {
  if (fs::path(question_.path).extension().empty()) question_.path += question_.ending;
  error_ = question_.answer(question_.path);
  if (error_.empty()) close();
}

void FileDialog::draw(const canvas::Theme& theme, canvas::Rect within) {
  if (!open_) return;
  if (fresh_) ImGui::OpenPopup(kPopup);
  canvas_.set_theme(theme);
  const canvas::Size size{std::min(kWidth, within.width - 2 * kShadow), std::min(kHeight, within.height - 2 * kShadow)};
  ImGui::SetNextWindowPos({within.center().x - size.width / 2 - kShadow, within.center().y - size.height / 2 - kShadow});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_ModalWindowDimBg, vec(theme.of(Role::kBackground).with_alpha(0.7f)));
  if (ImGui::BeginPopupModal(
          kPopup, nullptr,
          ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetNextItemAllowOverlap();
    canvas_.begin({at.x, at.y, size.width + 2 * kShadow, size.height + 2 * kShadow});
    draw_content({at.x + kShadow, at.y + kShadow, size.width, size.height});
    canvas_.end();
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) close();
    ImGui::EndPopup();
  } else if (!fresh_) {
    open_ = false;
  }
  fresh_ = false;
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
}

void FileDialog::draw_content(canvas::Rect area) {
  canvas::draw_card(canvas_, area);
  area = area.inset(kPadding, kPadding - 4);
  canvas_.text({area.x, area.cut_top(28).center().y}, question_.title,
               {.color = canvas_.color(Role::kInk), .size = 17, .font = canvas::Font::kStrong});
  area.cut_top(8);
  draw_line(area.cut_top(kLine));
  area.cut_top(8);
  const canvas::Rect buttons = area.cut_bottom(kLine);
  const Button cancel{.id = "cancel", .label = "Cancel"}, act{.id = "answer", .label = question_.action, .on = true};
  const float left = buttons.right() - act.width();
  if (draw_button(canvas_, cancel, left - cancel.width() - 8, buttons)) close();
  if (draw_button(canvas_, act, left, buttons)) answer();
  if (!error_.empty()) {
    const canvas::TextStyle style{.color = canvas_.color(Role::kWarning), .size = 14, .baseline = canvas::Baseline::kTop};
    const auto lines = canvas::wrapped(canvas_, error_, style, area.width);
    const canvas::Rect said = area.cut_bottom(1.35f * 14 * static_cast<float>(lines.size()) + 6);
    canvas::draw_lines(canvas_, said, lines, style);
  }
  draw_files(area);
}

void FileDialog::draw_line(canvas::Rect r) {
  for (const ImGuiCol target : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive})
    ImGui::PushStyleColor(target, vec(canvas_.color(Role::kBackground)));
  ImGui::PushStyleColor(ImGuiCol_Text, vec(canvas_.color(Role::kInk)));
  ImGui::PushStyleColor(ImGuiCol_Border, vec(canvas_.color(Role::kAccent)));
  ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, vec(canvas_.color(Role::kAccent).with_alpha(0.25f)));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 6);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.5f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {10, (kLine - 15) / 2});
  ImGui::PushFont(canvas::imgui_font(canvas::Font::kText), 15);
  const ImVec2 back = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({r.x, r.y});
  ImGui::SetNextItemWidth(r.width);
  if (fresh_ || std::exchange(to_line_, false)) ImGui::SetKeyboardFocusHere();
  const std::string before = question_.path;
  if (ImGui::InputText("##path", &question_.path, ImGuiInputTextFlags_EnterReturnsTrue)) answer();
  if (question_.path != before) error_.clear(), list();
  ImGui::SetCursorScreenPos(back);
  ImGui::Dummy({0, 0});  // ImGui requires an item after its cursor was moved
  ImGui::PopFont();
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor(6);
}

void FileDialog::draw_files(canvas::Rect area) {
  const size_t lines = static_cast<size_t>(std::max(0.0f, area.height / kEntry));
  std::string chosen;
  bool opened = false;
  for (size_t i = 0; i < entries_.size() && i < lines; ++i) {
    const canvas::Rect row = area.cut_top(kEntry);
    if (i + 1 == lines && i + 1 < entries_.size()) {
      canvas_.text({row.x + 10, row.center().y}, "and " + std::to_string(entries_.size() - i) + " more",
                   {.color = canvas_.color(Role::kMuted), .size = 14});
      break;
    }
    const canvas::Interaction hand = canvas_.region("entry[" + std::to_string(i) + "]", row, canvas::Grip::kClick, entries_[i]);
    if (hand.hovered) canvas_.rect(row, canvas_.color(Role::kSurface), 6);
    const canvas::TextStyle style{.color = canvas_.color(entries_[i].ends_with("/") ? Role::kMuted : Role::kInk), .size = 14};
    canvas_.text({row.x + 10, row.center().y}, canvas::elided(canvas_, entries_[i], style, row.width - 20), style);
    if (hand.released && row.contains(hand.position)) chosen = entries_[i];
    if (hand.double_clicked && !entries_[i].ends_with("/")) opened = true;
  }
  if (!chosen.empty()) choose(chosen);
  if (opened) answer();
}

}  // namespace attn::reader
