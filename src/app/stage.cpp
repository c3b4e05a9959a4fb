#include "app/stage.h"

#include <imgui.h>

#include <algorithm>

#include "app/chrome.h"
#include "ui/imgui_canvas.h"
#include "ui/imgui_fonts.h"
#include "ui/imgui_textures.h"

namespace attn::app {
namespace {

constexpr float kWide = 720, kPanelWidth = 280, kMargin = 12, kMotionMs = 250;

/// Where the figure goes and where the controls; either may be empty.
struct Layout {
  ui::Rect tabs, figure, panel;
};

Layout lay_out(ui::Rect whole, const Session& session, Parts parts) {
  Layout layout;
  if (parts == Parts::kControls) {
    layout.panel = whole;
    return layout;
  }
  if (parts == Parts::kFull) {
    const bool wide = whole.width >= kWide;
    const float height = std::clamp(whole.width / session.current_figure().aspect, 200.0f, whole.height * 0.62f);
    layout.panel = wide ? whole.cut_right(kPanelWidth + kMargin) : whole.cut_bottom(whole.height - height - kMargin);
    if (wide) layout.panel.cut_left(kMargin);
    if (session.lesson().figures.size() > 1) layout.tabs = whole.cut_top(kTabsHeight);
  }
  layout.figure = whole;
  return layout;
}

}  // namespace

struct Stage::Parts {
  ui::ImGuiCanvas figure, tabs, tools;
  Layout layout;
  float panel_content = 0;  ///< height of what the panel holds

  void draw_figure(Lab& lab);
  void draw_panel(Lab& lab);
};

void Stage::Parts::draw_figure(Lab& lab) {
  Session& session = lab.session;
  ImGui::PushID(session.current_figure().id.data(), session.current_figure().id.data() + session.current_figure().id.size());
  figure.begin(layout.figure);
  const course::Lesson::Params edit = session.draft();
  session.current_figure().draw(figure, session.params(), session.result(), edit.get());
  figure.end();
  ImGui::PopID();
  session.history().hold(figure.holds() || ImGui::IsAnyItemActive());
  session.adopt(edit.get(), Origin::kUi);
}

void Stage::Parts::draw_panel(Lab& lab) {
  ImGui::SetCursorScreenPos({layout.panel.x, layout.panel.y});
  ImGui::BeginChild("##panel", {layout.panel.width, layout.panel.height});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ui::Rect area{at.x, at.y, layout.panel.width, 200};
  tools.begin(area);
  panel_content = draw_tools(tools, lab.session, area);
  tools.end();
  ImGui::EndChild();
}

Stage::Stage(Lab& lab) : lab_(lab), parts_(std::make_unique<Parts>()) { ui::load_imgui_fonts(); }
Stage::~Stage() = default;

void Stage::draw() {
  Parts& p = *parts_;
  ui::collect_textures();
  for (ui::ImGuiCanvas* canvas : {&p.figure, &p.tabs, &p.tools}) {
    canvas->set_theme(ui::Theme(lab_.view.dark));
    canvas->set_motion_ms(lab_.view.reduced_motion ? 0 : kMotionMs);
  }
  p.figure.light(lab_.view.lit);
  if (!lab_.view.selected.empty()) p.figure.select(lab_.view.selected);
  lab_.view.selected.clear();

  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ui::Rect whole{0, 0, size.x, size.y};
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  ImGui::Begin("##stage", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
  if (companion_) whole = companion_(lab_, whole);
  p.layout = lay_out(whole, lab_.session, lab_.view.parts);
  if (p.layout.tabs.height > 0) {
    ImGui::PushID("tabs");
    p.tabs.begin(p.layout.tabs);
    draw_tabs(p.tabs, lab_.session);
    p.tabs.end();
    ImGui::PopID();
  }
  if (p.layout.figure.height > 0) p.draw_figure(lab_);
  if (p.layout.panel.height > 0) p.draw_panel(lab_);
  ImGui::End();
  ImGui::PopStyleVar(3);
}

bool Stage::animating() const { return false; }

void Stage::release() { ui::release_textures(); }

ui::Rect Stage::rect_of(std::string_view id) const {
  for (const ui::ImGuiCanvas* canvas : {&parts_->figure, &parts_->tools, &parts_->tabs})
    if (const ui::Rect r = canvas->rect_of(id); r.width > 0) return r;
  return {};
}

std::string_view Stage::grip_at(ui::Point p) const {
  constexpr std::string_view kNames[] = {"hover", "click", "drag", "paint"};
  for (const ui::ImGuiCanvas* canvas : {&parts_->figure, &parts_->tools, &parts_->tabs})
    if (canvas->has_region_at(p)) return kNames[static_cast<size_t>(canvas->grip_at(p))];
  return "none";
}

bool Stage::scrolls_at(ui::Point p) const {
  return parts_->layout.panel.contains(p) && parts_->panel_content > parts_->layout.panel.height;
}

bool Stage::wants_key(std::string_view key) const {
  if (!parts_->figure.has_keyboard() || parts_->figure.selected().empty()) return false;
  return key.starts_with("Arrow") || key == " ";
}

}  // namespace attn::app
