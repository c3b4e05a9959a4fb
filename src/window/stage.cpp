#include "window/stage.h"

#include <imgui.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/json.h"
#include "canvas/card.h"
#include "canvas/imgui_canvas.h"
#include "canvas/imgui_fonts.h"
#include "canvas/imgui_text_entry.h"
#include "canvas/imgui_textures.h"
#include "formula/inspector.h"
#include "session/comparison_figure.h"
#include "window/chrome.h"
#include "window/layout.h"
#include "window/training_strip.h"

namespace attn::window {
namespace {

constexpr float kMotionMs = 250;

ImVec4 vec(canvas::Color c) { return {c.r, c.g, c.b, c.a}; }

}  // namespace

struct Stage::Parts {
  canvas::ImGuiCanvas figure, tabs, strip, panel;
  canvas::ImGuiTextEntry entry;
  Layout layout;
  float panel_content = 0;      ///< height of what the panel held in the last frame
  float strip_content = 56;     ///< as much of the training strip
  const void* shown = nullptr;  ///< the figure of the last frame
  std::string begun_with;       ///< what a first arrow key selects
  std::string explained;        ///< the cell on the inspector's card
  bool pinned = false;          ///< the card has buttons, and stays while the hand goes to them

  /// Those that are drawn; the others remember regions of long ago.
  std::vector<const canvas::ImGuiCanvas*> shown_canvases() const {
    std::vector<const canvas::ImGuiCanvas*> canvases;
    if (layout.figure.height > 0) canvases.push_back(&figure);
    if (layout.panel.height > 0) canvases.push_back(&panel);
    if (layout.tabs.height > 0) canvases.push_back(&tabs);
    if (layout.strip.height > 0) canvases.push_back(&strip);
    return canvases;
  }
  bool panel_scrolls() const { return panel_content > layout.panel.height + 0.5f; }
  void draw_figure(api::Lab& lab);
  void draw_strip(session::Session& session);
  void draw_inspector(api::Lab& lab);
  void draw_panel(api::Lab& lab, const Typing& typing);
  void draw_controls(api::Lab& lab, canvas::Rect area, const Typing& typing);
  void draw_entry(api::Lab& lab);
};

void Stage::Parts::draw_figure(api::Lab& lab) {
  session::Session& session = lab.session;
  const std::string_view id = session.current_figure().id;
  ImGui::PushID(id.data(), id.data() + id.size());
  figure.begin(layout.figure);
  const course::Lesson::Params edit = session.draft();
  session::draw_open_figure(figure, session, edit.get());
  draw_inspector(lab);
  figure.end();
  ImGui::PopID();
  session.adopt(edit.get(), session::Origin::kUi);
  session.press(figure.clicked());
}

void Stage::Parts::draw_strip(session::Session& session) {
  ImGui::PushID("training");
  strip.begin(layout.strip);
  strip_content = draw_training_strip(strip, session, layout.strip);
  strip.end();
  ImGui::PopID();
}

// Hovering shows the card without buttons, so that the hand can go on to what lies under it. Pressing or selecting a cell pins the card
// with them until something else is pressed; cells to drag or paint are never pinned, since the card would be in the hand's way.
void Stage::Parts::draw_inspector(api::Lab& lab) {
  const std::string selected(figure.selected());
  const bool on_card = pinned && (selected == "inspector" || selected.starts_with("copy-"));
  if (!on_card) {
    const canvas::Region* region = figure.regions().find(selected);
    pinned = region && (region->grip == canvas::Grip::kHover || region->grip == canvas::Grip::kClick) &&
             lab.session.find_result(canvas::parse_region_id(selected).name);
    explained = pinned ? selected : std::string(figure.hot());
  }
  const canvas::RegionId cell = canvas::parse_region_id(explained);
  const canvas::Rect target = figure.rect_of(explained);
  const canvas::Region* at = figure.regions().find(explained);
  if (at && at->grip == canvas::Grip::kDrag && cell.row < 0) return;  // a handle, which stands for no single number
  if (target.width <= 0 || (figure.holds() && !on_card) || !lab.session.find_result(cell.name)) return;
  formula::Explanation explanation;
  if (!lab.session.explain(cell.name, std::max(cell.row, 0), std::max(cell.col, 0), &explanation).empty()) return;
  if (!pinned) {
    formula::draw_inspector(figure, explanation, target, layout.figure);
    return;
  }
  std::string copied;
  formula::draw_inspector(figure, explanation, target, layout.figure, &copied);
  if (copied.empty()) return;
  ImGui::SetClipboardText(copied.c_str());
  lab.emit("copy", json::object({{"text", json::string(copied)}}));
}

void Stage::Parts::draw_controls(api::Lab& lab, canvas::Rect area, const Typing& typing) {
  session::Session& session = lab.session;
  const course::Lesson::Params edit = session.draft(), defaults = session.lesson().defaults();
  const controls::Controls controls{.rows = session.lesson().rows,
                                    .ids = session.current_figure().controls,
                                    .params = edit.get(),
                                    .defaults = defaults.get(),
                                    .is_locked = [&session](std::string_view id) { return session.is_locked(id); }};
  const float top = area.y;
  if (layout.strip_in_panel) {
    strip_content = draw_training_strip(panel, session, area);
    area.cut_top(strip_content + kMargin);
  }
  const controls::ControlsResult result = controls::draw_controls(panel, area, controls);
  if (result.edited) session.adopt(edit.get(), session::Origin::kUi);
  const float tools = area.y + result.height + kMargin;
  const float tools_height = lab.view.tools ? draw_tools(panel, session, {area.x, tools, area.width, 0}) : 0;
  panel_content = tools + tools_height + 2 * kMargin - top;
  if (const params::Row* row = params::find(session.lesson().rows, result.help_of); row && !row->help.empty())
    canvas::draw_tooltip(panel, panel.rect_of(std::string(row->id) + ":label"), layout.panel, row->help);
  if (result.request.id.empty()) return;
  if (typing)
    typing(result.request);
  else
    entry.open(result.request);
}

void Stage::Parts::draw_panel(api::Lab& lab, const Typing& typing) {
  ImGui::SetCursorScreenPos({layout.panel.x, layout.panel.y});
  ImGui::BeginChild("##panel", {layout.panel.width, layout.panel.height});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bar = panel_scrolls() ? ImGui::GetStyle().ScrollbarSize + 4 : 0;
  const canvas::Rect area{at.x, at.y, layout.panel.width - bar, std::max(panel_content, layout.panel.height)};
  panel.begin(area);
  draw_controls(lab, {area.x + kMargin, area.y + kMargin, area.width - 2 * kMargin, area.height}, typing);
  panel.end();
  draw_entry(lab);
  // ImGui scrolls by wheel and bar only; a finger pulls the content itself.
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseSource == ImGuiMouseSource_TouchScreen && ImGui::IsMouseDown(0) && !panel.holds() &&
      layout.panel.contains({io.MousePos.x, io.MousePos.y}))
    ImGui::SetScrollY(ImGui::GetScrollY() - io.MouseDelta.y);
  ImGui::EndChild();
}

void Stage::Parts::draw_entry(api::Lab& lab) {
  const std::string id = entry.request().id;
  const auto outcome = entry.draw(canvas::Theme(lab.view.dark));
  if (outcome == canvas::ImGuiTextEntry::Outcome::kDone) lab.session.set_text(id, entry.text(), session::Origin::kUi);
}

Stage::Stage(api::Lab& lab) : lab_(lab), parts_(std::make_unique<Parts>()) { canvas::load_imgui_fonts(); }
Stage::~Stage() = default;

void Stage::follow_view() {
  Parts& p = *parts_;
  const canvas::Theme theme(lab_.view.dark);
  for (canvas::ImGuiCanvas* canvas : {&p.figure, &p.tabs, &p.strip, &p.panel}) {
    canvas->set_theme(theme);
    canvas->set_motion_ms(lab_.view.reduced_motion ? 0 : kMotionMs);
  }
  p.figure.light(lab_.view.lit);
  // What was selected in another figure means nothing in this one.
  if (const void* shown = &lab_.session.current_figure(); std::exchange(p.shown, shown) != shown) p.figure.select({});
  if (!lab_.view.selected.empty()) p.figure.select(lab_.view.selected);
  lab_.view.selected.clear();
  ImGuiStyle& style = ImGui::GetStyle();
  style.ScrollbarSize = 8;
  style.ScrollbarRounding = 4;
  style.Colors[ImGuiCol_ScrollbarBg] = {};
  style.Colors[ImGuiCol_ScrollbarGrab] = vec(theme.of(canvas::Role::kFaint));
  style.Colors[ImGuiCol_ScrollbarGrabHovered] = style.Colors[ImGuiCol_ScrollbarGrabActive] = vec(theme.of(canvas::Role::kMuted));
}

// Whoever came by keyboard alone begins with n or p, the next or previous region of the figure, or with an arrow, which then selects as n
// does.
void Stage::begin_by_keyboard() {
  Parts& p = *parts_;
  if (p.panel.has_keyboard() || p.entry.is_open()) return;
  const auto pressed = [](std::initializer_list<ImGuiKey> keys) {
    return std::any_of(keys.begin(), keys.end(), [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); });
  };
  if (pressed({ImGuiKey_N, ImGuiKey_P})) p.figure.take_keyboard();
  const bool first = pressed({ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Enter});
  const auto& regions = p.figure.regions().all();
  if (!first || regions.empty() || !p.figure.selected().empty() || ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyAlt) return;
  p.begun_with = regions.front().is_grid() ? canvas::cell_id(regions.front().id, 0, 0) : regions.front().id;
}

void Stage::draw() {
  Parts& p = *parts_;
  canvas::collect_textures();
  follow_view();
  lab_.session.history().hold(ImGui::IsMouseDown(ImGuiMouseButton_Left));
  begin_by_keyboard();
  const bool typing = p.entry.is_open() || ImGui::GetIO().WantTextInput;
  if (lab_.session.trained() && !typing && ImGui::IsKeyPressed(ImGuiKey_T, false) && !ImGui::GetIO().KeyCtrl)
    lab_.session.run(lab_.session.training_status().phase != session::Training::Phase::kTraining);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  canvas::Rect whole{0, 0, size.x, size.y};
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  ImGui::Begin("##stage", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
  if (companion_) whole = companion_(lab_, whole);
  p.layout = lay_out(whole, lab_.session, lab_.view.parts, strip_height());
  if (p.layout.tabs.height > 0) {
    ImGui::PushID("tabs");
    p.tabs.begin(p.layout.tabs);
    draw_tabs(p.tabs, lab_.session);
    p.tabs.end();
    ImGui::PopID();
  }
  if (p.layout.panel.height > 0) p.draw_panel(lab_, typing_);
  if (p.layout.figure.height > 0) p.draw_figure(lab_);
  if (!p.begun_with.empty()) {  // after the figure has seen the key, which only selects
    p.figure.take_keyboard();
    p.figure.select(std::exchange(p.begun_with, {}));
  }
  if (p.layout.strip.height > 0) p.draw_strip(lab_.session);
  ImGui::End();
  ImGui::PopStyleVar(3);
}

// Where the page has the buttons itself, the figure alone has none.
float Stage::strip_height() const {
  const bool strip = lab_.session.shows_training() && (lab_.view.tools || lab_.view.parts != api::Parts::kFigure);
  return strip ? parts_->strip_content : 0;
}

float Stage::height_for(float width) const {
  if (lab_.view.parts == api::Parts::kControls) return parts_->panel_content + strip_height();
  return good_height(lab_.session, lab_.view.parts, width, strip_height());
}

void Stage::release() { canvas::release_textures(); }

canvas::Rect Stage::rect_of(std::string_view id) const {
  if (id == "figure") return parts_->layout.figure;
  if (id == "controls") return parts_->layout.panel;
  for (const canvas::ImGuiCanvas* canvas : parts_->shown_canvases())
    if (const canvas::Rect r = canvas->rect_of(id); r.width > 0) return r;
  return {};
}

std::string_view Stage::grip_at(canvas::Point p) const {
  constexpr std::string_view kNames[] = {"hover", "click", "drag", "paint", "zoom"};
  if (parts_->layout.panel.contains(p) && parts_->panel_scrolls()) return "drag";
  for (const canvas::ImGuiCanvas* canvas : parts_->shown_canvases())
    if (canvas->has_region_at(p)) return kNames[static_cast<size_t>(canvas->grip_at(p))];
  return "none";
}

bool Stage::scrolls_at(canvas::Point p) const {
  return (parts_->layout.panel.contains(p) && parts_->panel_scrolls()) || parts_->figure.grip_at(p) == canvas::Grip::kZoom;
}

bool Stage::wants_key(std::string_view key) const {
  const auto has = [](const canvas::ImGuiCanvas& canvas) { return canvas.has_keyboard() && !canvas.selected().empty(); };
  return (has(parts_->figure) || has(parts_->panel)) && (key.starts_with("Arrow") || key == " ");
}

}  // namespace attn::window
