#include "canvas/imgui_text_entry.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "canvas/imgui_fonts.h"

namespace attn::canvas {
namespace {

ImVec4 vec(Color c) { return {c.r, c.g, c.b, c.a}; }

struct Style {
  const Color paper, ink, accent;

  void push() const {
    for (const ImGuiCol target : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive})
      ImGui::PushStyleColor(target, vec(paper));
    ImGui::PushStyleColor(ImGuiCol_Text, vec(ink));
    ImGui::PushStyleColor(ImGuiCol_Border, vec(accent));
    ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, vec(accent.with_alpha(0.25f)));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 6);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 2);
  }
  static void pop() {
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor(6);
  }
};

}  // namespace

void ImGuiTextEntry::open(TextRequest request) {
  request_ = std::move(request);
  text_ = request_.value;
  fresh_ = true;
}

ImGuiTextEntry::Outcome ImGuiTextEntry::draw(const Theme& theme) {
  if (!is_open()) return Outcome::kNone;
  const Rect r = request_.rect;
  const float width = std::max(r.width, 72.0f);
  ImGui::SetCursorScreenPos({std::max(0.0f, r.right() - width), r.y});
  if (fresh_) ImGui::SetKeyboardFocusHere();
  const Style style{theme.of(Role::kBackground), theme.of(Role::kInk), theme.of(Role::kAccent)};
  ImGui::PushFont(imgui_font(Font::kText), 14);
  style.push();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {8, request_.several_lines ? 6 : std::max(0.0f, (r.height - 14) / 2)});
  bool entered = false;
  if (request_.several_lines) {
    entered = ImGui::InputTextMultiline("##entry", &text_, {width, r.height},
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CtrlEnterForNewLine);
  } else {
    ImGui::SetNextItemWidth(width);
    entered = ImGui::InputText("##entry", &text_, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  }
  ImGui::PopStyleVar();
  Style::pop();
  ImGui::PopFont();
  const bool escaped = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  const bool left = !fresh_ && ImGui::IsItemDeactivated();
  fresh_ = fresh_ && !ImGui::IsItemActive();
  if (!entered && !left && !escaped) return Outcome::kOpen;
  request_ = {};
  return escaped ? Outcome::kCancelled : Outcome::kDone;
}

}  // namespace attn::canvas
