#include "window/stage.h"

#include <imgui.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/json.h"
#include "canvas/imgui_canvas.h"
#include "canvas/imgui_fonts.h"
#include "canvas/imgui_textures.h"
#include "params/story.h"
#include "session/open_figure.h"
#include "window/control_panel.h"
#include "window/inspector.h"
#include "window/layout.h"
#include "window/source_label.h"
#include "window/spotlight.h"
#include "window/tabs.h"
#include "window/training_strip.h"

namespace attn::window {
namespace {

constexpr float kMotionMs = 350;

ImVec4 vec(canvas::Color c) { return {c.r, c.g, c.b, c.a}; }

}  // namespace

struct Stage::Parts {
  canvas::ImGuiCanvas figure, strip;
  Tabs tabs;
  ControlPanel panel;
  Layout layout;
  float strip_content = 56;     ///< height of the training strip in the last frame
  const void* shown = nullptr;  ///< the figure of the last frame
  std::string place;            ///< the scene of the last frame
  const void* drawn = nullptr;  ///< the figure whose regions `figure` has
  std::string begun_with;       ///< what the first arrow key selects
  std::string announced;        ///< the region that a key selected last
  Inspector inspector;

  /// The canvases that are drawn. The others have regions from an earlier time.
  std::vector<const canvas::ImGuiCanvas*> shown_canvases() const {
    std::vector<const canvas::ImGuiCanvas*> canvases;
    if (layout.figure.height > 0) canvases.push_back(&figure);
    if (layout.panel.height > 0) canvases.push_back(&panel.canvas);
    if (layout.tabs.height > 0) canvases.push_back(&tabs.row);
    if (tabs.is_open()) canvases.push_back(&tabs.menu);
    if (layout.strip.height > 0) canvases.push_back(&strip);
    if (inspector.sheet()) canvases.push_back(inspector.sheet());
    return canvases;
  }
  void draw_figure(api::Lab& lab);
  void draw_strip(api::Lab& lab);
  void announce(const api::Lab& lab);
  void walk_tabs(api::Lab& lab);
  static void walk_film(session::Film& film);
  bool has_in_figure(const course::Lesson::Figure& open, std::string_view id) const;
};

void Stage::Parts::draw_figure(api::Lab& lab) {
  session::Session& session = lab.session;
  const std::string_view id = session.figures().current().id;
  ImGui::PushID(id.data(), id.data() + id.size());
  inspector.take_keys(lab, figure);
  figure.begin(layout.figure);
  drawn = &session.figures().current();
  const course::Lesson::Params edit = session.document().draft();
  session::draw_open_figure(canvas::Watched(figure, lab.view.source), session, edit.get());
  const course::Lesson::ResultRow* lit = session.results().find(lab.view.lit);
  draw_spotlight(figure, figure.regions(), layout.figure, lab.view.lit, lit ? lit->label : std::string_view());
  if (!lab.view.source.on) inspector.draw_over(lab, figure, layout.figure);
  figure.end();
  ImGui::PopID();
  announce(lab);
  inspector.draw_sheet(lab, figure);
  const long before = session.document().revision();
  session.document().adopt(edit.get(), session::Origin::kUi);
  if (figure.pressed() && session.document().revision() != before) figure.arrive(false);  // what a press moves is seen moving
  session::act_on_press(session, figure.clicked());
}

void Stage::Parts::draw_strip(api::Lab& lab) {
  ImGui::PushID("training");
  strip.begin(layout.strip);
  strip_content = draw_training_strip(canvas::Watched(strip, lab.view.source), lab.session, layout.strip);
  strip.end();
  ImGui::PopID();
}

/// Reports what a key has selected, by the event `select`.
void Stage::Parts::announce(const api::Lab& lab) {
  const std::string selected(figure.selects_by_keyboard() ? figure.selected() : std::string_view());
  if (std::exchange(announced, selected) == selected || selected.empty()) return;
  const canvas::Region* region = figure.regions().find(selected);
  if (!region) return;
  const canvas::RegionId cell = canvas::parse_region_id(selected);
  std::string text = region->label;
  if (region->is_grid() && cell.col >= 0) text += ", row " + std::to_string(cell.row + 1) + ", column " + std::to_string(cell.col + 1);
  lab.emit("select", json::object({{"id", json::string(selected)}, {"text", json::string(text)}}));
}

/// Answers to the keys of the tabs, and reports what they have opened as announce() does.
void Stage::Parts::walk_tabs(api::Lab& lab) {
  const ImGuiIO& io = ImGui::GetIO();
  if (layout.tabs.height <= 0 || io.KeyCtrl || io.KeyAlt || io.KeySuper || !ImGui::IsKeyPressed(ImGuiKey_F, false)) return;
  const auto& figures = lab.session.lesson().figures;
  const size_t next = figure_beside(lab.session.figures(), io.KeyShift);
  if (!lab.session.figures().show(figures[next].id).empty()) return;
  lab.emit("select", json::object({{"id", json::string("tab:" + std::string(figures[next].id))},
                                   {"text", json::string("Figure " + std::to_string(next + 1) + " of " + std::to_string(figures.size()) +
                                                         ": " + std::string(figures[next].title))}}));
}

/// Comma and point show the frame before and after in the film of the run.
void Stage::Parts::walk_film(session::Film& film) {
  const int by = static_cast<int>(ImGui::IsKeyPressed(ImGuiKey_Period)) - static_cast<int>(ImGui::IsKeyPressed(ImGuiKey_Comma));
  if (by == 0 || !film.exists()) return;
  film.show(std::clamp(film.at() + by, 0, static_cast<int>(film.frames().size()) - 1));
}

/// Whether a parameter's cells can be changed in the figure. Before the figure's first frame it is assumed that all can.
bool Stage::Parts::has_in_figure(const course::Lesson::Figure& open, std::string_view id) const {
  if (drawn != &open) return true;
  const auto& regions = figure.regions().all();
  return std::any_of(regions.begin(), regions.end(), [id](const canvas::Region& region) {
    return region.grip != canvas::Grip::kHover && canvas::parse_region_id(region.id).name == id;
  });
}

Stage::Stage(api::Lab& lab) : lab_(lab), parts_(std::make_unique<Parts>()) { canvas::load_imgui_fonts(); }
Stage::~Stage() = default;

void Stage::follow_view() {
  Parts& p = *parts_;
  const canvas::Theme theme(lab_.view.dark);
  for (canvas::ImGuiCanvas* canvas : {&p.figure, &p.tabs.row, &p.tabs.menu, &p.strip, &p.panel.canvas, &p.inspector.sheet_canvas()}) {
    canvas->set_theme(theme);
    canvas->set_motion_ms(lab_.view.reduced_motion ? 0 : kMotionMs);
  }
  p.figure.light(lab_.view.lit);
  // A selection of another figure has no meaning in this one.
  const void* shown = &lab_.session.figures().current();
  const bool other = shown != p.shown;
  if (std::string place(lab_.session.scenes().place()); (std::exchange(p.place, place) != place || other) && p.drawn)
    p.figure.arrive(other);
  if (std::exchange(p.shown, shown) != shown) {
    p.figure.select({});
    if (!p.inspector.has_opened(shown)) p.inspector.close(p.figure);
  }
  if (!lab_.view.selected.empty()) p.figure.select(lab_.view.selected);
  lab_.view.selected.clear();
  ImGuiStyle& style = ImGui::GetStyle();
  style.ScrollbarSize = 8;
  style.ScrollbarRounding = 4;
  style.Colors[ImGuiCol_ScrollbarBg] = {};
  style.Colors[ImGuiCol_ScrollbarGrab] = vec(theme.of(canvas::Role::kFaint));
  style.Colors[ImGuiCol_ScrollbarGrabHovered] = style.Colors[ImGuiCol_ScrollbarGrabActive] = vec(theme.of(canvas::Role::kMuted));
}

// A reader who uses only the keyboard begins with n or p, which select the next or previous region of the figure, or with an arrow key,
// which at first selects as n does.
void Stage::begin_by_keyboard() {
  Parts& p = *parts_;
  if (p.panel.canvas.has_keyboard() || p.panel.entry.is_open() || p.inspector.wants_key("Enter")) return;
  const auto pressed = [](std::initializer_list<ImGuiKey> keys) {
    return std::any_of(keys.begin(), keys.end(), [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); });
  };
  if (pressed({ImGuiKey_N, ImGuiKey_P})) p.figure.take_keyboard();
  const bool first = pressed({ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Enter});
  const auto& regions = p.figure.regions().all();
  if (!first || leaves_arrows_ || regions.empty() || !p.figure.selected().empty() || ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyAlt)
    return;
  p.begun_with = regions.front().is_grid() ? canvas::cell_id(regions.front().id, 0, 0) : regions.front().id;
}

void Stage::draw() {
  Parts& p = *parts_;
  canvas::collect_textures();
  follow_view();
  lab_.session.document().history().hold(ImGui::IsMouseDown(ImGuiMouseButton_Left));
  begin_by_keyboard();
  const bool typing = p.panel.entry.is_open() || ImGui::GetIO().WantTextInput;
  if (lab_.session.model().trained() && !typing && ImGui::IsKeyPressed(ImGuiKey_T, false) && !ImGui::GetIO().KeyCtrl)
    lab_.session.model().status().phase == session::Training::Phase::kTraining ? lab_.session.model().run(false)
                                                                               : lab_.session.model().press(false);
  if (const params::Row* clock = lab_.session.figures().clock(); clock && !typing && !ImGui::GetIO().KeyCtrl) {
    lab_.session.playback().set_jumps(lab_.view.reduced_motion);
    if (ImGui::IsKeyPressed(ImGuiKey_K, false) || (tells_by(" ") && ImGui::IsKeyPressed(ImGuiKey_Space, false)))
      lab_.session.playback().go_on(*clock);
  }
  if (!typing) p.walk_tabs(lab_), p.walk_film(lab_.session.film());
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
  canvas::Rect parts = whole;
  parts.cut_bottom(lab_.view.sheet);
  p.layout = lay_out(parts, lab_.view.parts, needs());
  p.inspector.make_room(&p.layout, lab_.view.sheet);
  point_at_source(lab_.view.source, p.figure, parts);
  if (p.layout.tabs.height > 0) p.tabs.draw_row(lab_.session.figures(), p.layout.tabs);
  if (p.layout.panel.height > 0) p.strip_content = p.panel.draw(lab_, p.layout.panel, p.layout.strip_in_panel, p.strip_content);
  if (p.layout.figure.height > 0) p.draw_figure(lab_);
  if (p.figure.arrives() && lab_.screen) lab_.screen->request_frame();
  if (!p.begun_with.empty()) {  // after the figure was drawn, so that the key only selects
    p.figure.take_keyboard();
    p.figure.select(std::exchange(p.begun_with, {}));
  }
  if (p.layout.strip.height > 0) p.draw_strip(lab_);
  draw_source_label(lab_.view.source, p.figure, lab_.session);
  ImGui::End();
  ImGui::PopStyleVar(3);
  if (p.layout.tabs.height > 0) p.tabs.draw_menu(lab_.session.figures());
}

void Stage::set_typing(Typing typing) { parts_->panel.typing = std::move(typing); }

Needs Stage::needs() const {
  Parts& p = *parts_;
  const bool alone = lab_.view.parts == api::Parts::kControls;
  p.panel.follow(lab_.session, [&](std::string_view id) { return !alone && p.has_in_figure(lab_.session.figures().current(), id); });
  return {.tabs = lab_.view.shows_tabs() ? tabs_height(lab_.session.figures()) : 0,
          .strip = strip_height(),
          .panel = [this](float width) { return parts_->panel.needed(lab_, width, 0); },
          .row = [this](float width) { return parts_->panel.row_height(lab_, width); },
          .unfolded = p.panel.unfolded()};
}

// A figure alone has no strip if the page has the buttons itself.
float Stage::strip_height() const {
  const bool strip =
      lab_.session.model().belongs_beside(lab_.session.figures().current()) && (lab_.view.tools || lab_.view.parts != api::Parts::kFigure);
  return strip ? parts_->strip_content : 0;
}

float Stage::height_for(float width) const {
  const Needs all = needs();
  if (lab_.view.parts == api::Parts::kControls) return all.panel(width) + all.strip;
  return good_height(width, session::shown_aspect(lab_.session), lab_.view.parts, all);
}

void Stage::release() { canvas::release_textures(); }

std::vector<canvas::ImGuiCanvas*> Stage::canvases() {
  Parts& p = *parts_;
  std::vector<canvas::ImGuiCanvas*> canvases;
  if (p.layout.figure.height > 0) canvases.push_back(&p.figure);
  if (p.layout.tabs.height > 0) canvases.push_back(&p.tabs.row);
  if (p.layout.strip.height > 0) canvases.push_back(&p.strip);
  if (p.layout.panel.height > 0) canvases.push_back(&p.panel.canvas);
  return canvases;
}

canvas::Rect Stage::rect_of(std::string_view id) const {
  if (id == "figure") return parts_->layout.figure;
  if (id == "controls") return parts_->layout.panel;
  for (const canvas::ImGuiCanvas* canvas : parts_->shown_canvases())
    if (const canvas::Rect r = canvas->rect_of(id); r.width > 0) return r;
  return {};
}

std::string_view Stage::grip_at(canvas::Point p) const {
  constexpr std::string_view kNames[] = {"hover", "click", "drag", "paint", "zoom"};
  if (parts_->layout.panel.contains(p) && parts_->panel.scrolls()) return "drag";
  for (const canvas::ImGuiCanvas* canvas : parts_->shown_canvases())
    if (canvas->has_region_at(p)) return kNames[static_cast<size_t>(canvas->grip_at(p))];
  return "none";
}

bool Stage::scrolls_at(canvas::Point p) const {
  return (parts_->layout.panel.contains(p) && parts_->panel.scrolls()) || parts_->figure.grip_at(p) == canvas::Grip::kZoom;
}

bool Stage::tells_by(std::string_view key) const {
  const params::Row* clock = lab_.session.figures().clock();
  return key == " " && !leaves_arrows_ && clock && params::is_story(*clock) && parts_->figure.selected().empty() &&
         !parts_->panel.canvas.has_keyboard();
}

bool Stage::wants_key(std::string_view key) const {
  const auto has = [](const canvas::ImGuiCanvas& canvas) { return canvas.has_keyboard() && !canvas.selected().empty(); };
  if (parts_->inspector.wants_key(key) || tells_by(key)) return true;
  return (has(parts_->figure) || has(parts_->panel.canvas) || has(parts_->strip)) && (key.starts_with("Arrow") || key == " ");
}

}  // namespace attn::window
