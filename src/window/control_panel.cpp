#include "window/control_panel.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "canvas/card.h"
#include "session/leading_controls.h"
#include "window/chrome.h"
#include "window/layout.h"
#include "window/training_strip.h"

namespace attn::window {
namespace {

using canvas::Role;

/// A row of controls is as high as the highest of them that has cells of its own nowhere: a choice in two lines.
constexpr float kRow = 84, kMore = 30, kMoreInRow = 84;
constexpr float kNames = 24;  ///< the height of the controls' names, which the button has none of

}  // namespace

void ControlPanel::follow(const session::Session& session, const std::function<bool(std::string_view id)>& in_figure) {
  const auto& figure = session.figures().current();
  ids_.assign(figure.controls.begin(), figure.controls.end());
  if (std::exchange(figure_, &figure) != &figure) {
    unfolded_ = false;
    opened_.clear();
    first_ = session::leading_controls(session, figure);
  }
  folded_.clear();
  for (const std::string_view id : ids_)
    if (in_figure(id)) folded_.push_back(id);
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

float ControlPanel::row_height(const api::Lab& lab, float width) const {
  const float tools = lab.view.tools ? tools_ + kMargin : 0;
  if (const float all = needed(lab, width, 0); all <= kRow + tools + 2 * kMargin) return all;
  const course::Lesson::Params edit = lab.session.document().draft();
  const float inside = width - 2 * kMargin - kMoreInRow;
  const std::vector<std::string_view> chosen = with_room(lab.session.document(), inside, kRow);
  const float controls = controls::controls_height(canvas, inside, controls_of(lab.session.document(), chosen, edit.get(), edit.get()));
  return std::max(controls, kMore) + tools + 2 * kMargin;
}

/// Draws the button that unfolds the controls or folds them away.
void ControlPanel::draw_more(canvas::Rect r) {
  const std::string_view label = unfolded_ ? "Fewer controls" : "More controls", word = unfolded_ ? "Fewer" : "More";
  const canvas::Interaction hand = canvas.region("controls:more", r, canvas::Grip::kClick, label);
  canvas.rect(r, canvas::mix(canvas.color(Role::kSurface), canvas.color(Role::kFaint), hand.hovered ? 0.6f : 0.0f), 6);
  canvas.text({r.center().x - 6, r.center().y}, word, {.color = canvas.color(Role::kInk), .size = 13, .align = canvas::Align::kCenter});
  const canvas::Point tip{r.right() - 14, r.center().y + (unfolded_ ? 2.0f : -2.0f)};
  const float back = unfolded_ ? 4.0f : -4.0f;
  for (const float side : {-4.0f, 4.0f}) canvas.line({tip.x + side, tip.y}, {tip.x, tip.y - back}, {canvas.color(Role::kMuted), 1.5f});
  if (hand.released && hand.hovered) unfolded_ = !unfolded_;
}

void ControlPanel::draw_all(api::Lab& lab, canvas::Rect area, float strip) {
  session::Session& session = lab.session;
  const course::Lesson::Params edit = session.document().draft(), defaults = session.lesson().defaults();
  const bool fits = unfolded_ || all_ <= area.height + 2 * kMargin + 0.5f;
  if (strip > 0) area.cut_top(strip + kMargin);
  const float tools = lab.view.tools ? tools_ + kMargin : 0;
  const bool in_row = !fits && area.height < kRow + tools + 1;
  const bool has_tools = lab.view.tools && (fits || (in_row && area.height > tools + kMore));
  canvas::Rect more, below;
  if (in_row) {
    if (has_tools) below = area.cut_bottom(tools), below.cut_top(kMargin);
    more = area.cut_right(kMoreInRow);
    more.cut_left(kMargin), more.cut_top(std::clamp(more.height - kMore, 0.0f, kNames));
  } else if (!fits) {
    more = area.cut_bottom(kMore);
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
  if (has_tools) {
    tools_ = draw_tools(canvas::Watched(canvas, lab.view.source), session, in_row ? below : area);
    area.cut_top(tools_);
  }
  if (unfolded_) more = area.cut_top(kMore);
  if (more.width > 0) draw_more(more.cut_top(kMore).cut_left(kMoreInRow - kMargin));
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
