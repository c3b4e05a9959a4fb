#include "window/control_panel.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "canvas/card.h"
#include "window/chrome.h"
#include "window/layout.h"
#include "window/training_strip.h"

namespace attn::window {
namespace {

using canvas::Role;

constexpr float kMore = 30;

/// Whether the last scene sets the parameter `id`.
bool in_scene(const session::Scenes& scenes, std::string_view id) {
  const auto& all = scenes.all();
  const auto scene = std::find_if(all.begin(), all.end(), [&](const course::Scene& s) { return s.id == scenes.place(); });
  if (scene == all.end()) return false;
  const std::string said = "&" + std::string(scene->query), wanted = "&" + std::string(id) + "=";
  return said.find(wanted) != std::string::npos;
}

/// Those of `ids` into which the reader types, and which have a text by default. Such a text is what the figure is about, so it must never
/// be hidden among the folded controls.
std::vector<std::string_view> texts_of(const course::Lesson& lesson, const std::vector<std::string_view>& ids) {
  std::vector<std::string_view> texts;
  const course::Lesson::Params defaults = lesson.defaults();
  for (const std::string_view id : ids) {
    const params::Row* row = params::find(lesson.rows, id);
    if (row && row->type == params::Type::kText && !std::get<std::string>(row->get(defaults.get())).empty()) texts.push_back(id);
  }
  return texts;
}

}  // namespace

void ControlPanel::follow(const session::Session& session, const std::function<bool(std::string_view id)>& in_figure) {
  const auto& figure = session.figures().current();
  ids_.assign(figure.controls.begin(), figure.controls.end());
  if (std::exchange(figure_, &figure) != &figure) {
    unfolded_ = false;
    opened_.clear();
    texts_ = texts_of(session.lesson(), ids_);
  }
  folded_.clear();
  for (const std::string_view id : ids_)
    if (in_figure(id)) folded_.push_back(id);
  first_ = ids_;
  std::stable_partition(first_.begin(), first_.end(), [&](std::string_view id) { return in_scene(session.scenes(), id); });
  std::stable_partition(first_.begin(), first_.end(),
                        [&](std::string_view id) { return std::find(texts_.begin(), texts_.end(), id) != texts_.end(); });
}

controls::Controls ControlPanel::controls_of(const session::Document& document, const std::vector<std::string_view>& ids, void* edit,
                                             const void* defaults) const {
  return {
      .rows = document.lesson().rows,
      .ids = ids,
      .params = edit,
      .defaults = defaults,
      .is_locked = [&document](std::string_view id) { return document.is_locked(id); },
      .is_folded = [this](std::string_view id) { return id != opened_ && std::find(folded_.begin(), folded_.end(), id) != folded_.end(); },
      .last_step = {},
      .playing = {}};
}

float ControlPanel::needed(const api::Lab& lab, float width, float strip) const {
  const course::Lesson::Params edit = lab.session.document().draft();
  const float controls =
      controls::controls_height(canvas, width - 2 * kMargin, controls_of(lab.session.document(), ids_, edit.get(), edit.get()));
  const float tools = lab.view.tools ? tools_ : 0, above = strip > 0 ? strip + kMargin : 0;
  if (controls == 0 && tools == 0 && above == 0) return 0;
  return above + controls + (controls > 0 && tools > 0 ? kMargin : 0) + tools + 2 * kMargin + (unfolded_ ? kMore : 0);
}

std::vector<std::string_view> ControlPanel::with_room(const session::Document& document, float width, float room) const {
  const course::Lesson::Params edit = document.draft();
  std::vector<std::string_view> chosen;
  for (const std::string_view id : first_) {
    std::vector<std::string_view> more;
    for (const std::string_view one : ids_)
      if (one == id || std::find(chosen.begin(), chosen.end(), one) != chosen.end()) more.push_back(one);
    if (controls::controls_height(canvas, width, controls_of(document, more, edit.get(), edit.get())) <= room + 0.5f)
      chosen = std::move(more);
  }
  return chosen;
}

float ControlPanel::fitted(const api::Lab& lab, float width, float room) const {
  const float all = needed(lab, width, 0);
  if (all <= room) return all;
  const course::Lesson::Params edit = lab.session.document().draft();
  const std::vector<std::string_view> chosen = with_room(lab.session.document(), width - 2 * kMargin, room - kMore - 2 * kMargin);
  return controls::controls_height(canvas, width - 2 * kMargin, controls_of(lab.session.document(), chosen, edit.get(), edit.get())) +
         kMore + 2 * kMargin;
}

/// Draws the line that unfolds the controls or folds them away.
float ControlPanel::draw_more(canvas::Rect area) {
  const canvas::Rect line = area.cut_top(kMore);
  const std::string_view label = unfolded_ ? "Fewer controls" : "More controls";
  const canvas::TextStyle style{canvas.color(Role::kAccent), 13, canvas::Font::kStrong};
  const canvas::Rect r{line.x, line.y, canvas.measure(label, style).width, line.height};
  const canvas::Interaction hand = canvas.region("controls:more", r, canvas::Grip::kClick, label);
  canvas.text({r.x, r.center().y}, label, style);
  if (hand.hovered) canvas.line({r.x, r.center().y + 9}, {r.right(), r.center().y + 9}, {style.color});
  if (hand.released && hand.hovered) unfolded_ = !unfolded_;
  return kMore;
}

void ControlPanel::draw_all(api::Lab& lab, canvas::Rect area, float strip) {
  session::Session& session = lab.session;
  const course::Lesson::Params edit = session.document().draft(), defaults = session.lesson().defaults();
  const bool fits = unfolded_ || all_ <= area.height + 2 * kMargin + 0.5f;
  const float bottom = area.bottom();
  if (strip > 0) area.cut_top(strip + kMargin);
  if (!fits) {
    area.height -= kMore;
  } else {
    area.height = std::max(area.height, all_);
  }
  const std::vector<std::string_view> shown = fits ? ids_ : with_room(session.document(), area.width, area.height);
  controls::Controls controls = controls_of(session.document(), shown, edit.get(), defaults.get());
  controls.last_step = [&session](const params::Row& row) { return session.playback().last_step(row); };
  controls.playing = session.playback().playing();
  const controls::ControlsResult result = controls::draw_controls(canvas::Watched(canvas, lab.view.source), area, controls);
  if (result.edited) session.document().adopt(edit.get(), session::Origin::kUi);
  if (!result.play.empty())
    session.playback().playing() == result.play ? session.playback().stop() : void(session.playback().play(result.play));
  if (!result.fold.empty()) opened_ = opened_ == result.fold ? "" : std::string(result.fold);
  area.cut_top(result.height + (result.height > 0 ? kMargin : 0));
  if (fits && lab.view.tools) area.cut_top(tools_ = draw_tools(canvas::Watched(canvas, lab.view.source), session, area));
  if (!fits)
    draw_more({area.x, bottom - kMore, area.width, kMore});
  else if (unfolded_)
    draw_more(area);
  if (const params::Row* row = params::find(session.lesson().rows, result.help_of); row && !row->help.empty())
    canvas::draw_tooltip(canvas, canvas.rect_of(std::string(row->id) + ":label"), canvas.bounds(), row->help);
  if (result.request.id.empty()) return;
  if (typing)
    typing(result.request);
  else
    entry.open(result.request);
}

float ControlPanel::draw(api::Lab& lab, canvas::Rect panel, bool with_strip, float strip) {
  ImGui::SetCursorScreenPos({panel.x, panel.y});
  ImGui::BeginChild("##panel", {panel.width, panel.height});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bar = scrolls_ ? ImGui::GetStyle().ScrollbarSize + 4 : 0;
  all_ = needed(lab, panel.width - bar, with_strip ? strip : 0);
  scrolls_ = unfolded_ && all_ > panel.height + 0.5f;
  const canvas::Rect area{at.x, at.y, panel.width - bar, scrolls_ ? all_ : panel.height};
  canvas.begin(area);
  if (with_strip) strip = draw_training_strip(canvas::Watched(canvas, lab.view.source), lab.session, area.inset(kMargin, kMargin));
  draw_all(lab, area.inset(kMargin, kMargin), with_strip ? strip : 0);
  canvas.end();
  draw_entry(lab);
  // ImGui scrolls only by wheel and scroll bar; with a finger the content itself is dragged.
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseSource == ImGuiMouseSource_TouchScreen && ImGui::IsMouseDown(0) && !canvas.holds() &&
      panel.contains({io.MousePos.x, io.MousePos.y}))
    ImGui::SetScrollY(ImGui::GetScrollY() - io.MouseDelta.y);
  ImGui::EndChild();
  return strip;
}

void ControlPanel::draw_entry(api::Lab& lab) {
  const std::string id = entry.request().id;
  const auto outcome = entry.draw(canvas::Theme(lab.view.dark));
  if (outcome == canvas::ImGuiTextEntry::Outcome::kDone) lab.session.document().set_text(id, entry.text(), session::Origin::kUi);
}

}  // namespace attn::window
