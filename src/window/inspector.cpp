#include "window/inspector.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/json.h"
#include "canvas/card.h"

namespace attn::window {
namespace {

constexpr float kLeastFigure = 150, kLeastShare = 0.6f;  ///< what must be left of the figure: pixels, and part of its height
constexpr float kLeastSheet = 96, kMostSheet = 320;
constexpr float kFloatWidth = 440;
constexpr float kBeside = 6, kAround = 4;  ///< between a card and the sheet's edges
constexpr float kHandMoves = 4;            ///< in pixels; a shorter movement is a tap

bool pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key, false); }

bool is_cell_to_drag(const canvas::Region& region) {
  return region.grip == canvas::Grip::kDrag && canvas::parse_region_id(region.id).row >= 0;
}

/// The cells of the numbers that enter the explained one. The explained number itself is not among them.
std::vector<formula::Operand> operands_of(const formula::Explanation& x) { return formula::operands(x.substituted); }

}  // namespace

bool Inspector::explains(api::Lab& lab, const std::string& id, formula::Explanation* explanation) const {
  const canvas::RegionId cell = canvas::parse_region_id(id);
  return lab.session.results().find(cell.name) &&
         lab.session.explain(cell.name, std::max(cell.row, 0), std::max(cell.col, 0), explanation).empty();
}

// ---- where it stands --------------------------------------------------------------------------------------------------------------------

// The sheet first uses what the page has added below, then the figure, as long as that stays large enough. So the controls stay within
// reach.
void Inspector::make_room(Layout* layout, float page_sheet) {
  sheet_ = {};
  if (!is_open() || !docked_ || layout->figure.height <= 0) return;
  const bool strip_below = layout->strip.height > 0 && !layout->strip_in_panel;
  const canvas::Rect column = strip_below ? layout->strip : layout->figure;
  const float least = std::max(kLeastFigure, kLeastShare * layout->figure.height);
  const float shrink = std::clamp(wanted_ - page_sheet, 0.0f, std::max(0.0f, layout->figure.height - least));
  const float height = std::min(wanted_, page_sheet + shrink);
  if (height < std::min(wanted_, kLeastSheet)) return;
  sheet_ = {layout->figure.x, column.bottom() - shrink, layout->figure.width, height};
  layout->figure.height -= shrink;
  if (strip_below) layout->strip.y -= shrink;
}

/// The places that a card must not cover: the number with its row and column, and the numbers that enter it.
std::vector<canvas::Rect> Inspector::kept_clear(const Places& places, const std::string& cell) const {
  std::vector<canvas::Rect> clear = places.lines_through(cell);
  for (const canvas::Rect& r : places.of(operands_of(shown_))) clear.push_back(r);
  return clear;
}

/// Finds a place for the card over the figure that covers neither the number nor what enters it. A card stays where it was if it can.
/// Returns nothing where there is no such place.
std::optional<formula::Card> Inspector::place(canvas::ImGuiCanvas& figure, canvas::Rect area, const formula::CardUse& how) {
  const Places places = places_in(figure);
  const canvas::Rect target = places.of(trail_.back());
  const std::vector<canvas::Rect> clear = kept_clear(places, trail_.back()), others = places.all(at_);
  for (const float width : {kFloatWidth, 0.7f * kFloatWidth, 0.5f * kFloatWidth}) {
    formula::Card card(figure, shown_, {std::min(width, area.width), std::min(kMostSheet, area.height)}, how);
    const canvas::Rect before{at_.x, at_.y, card.size().width, card.size().height};
    const bool stays = at_.width > 0 && before.right() <= area.right() && before.bottom() <= area.bottom() &&
                       canvas::hidden_area(before, clear) <= 0.01f * before.width * before.height;
    const canvas::Rect found = stays              ? before
                               : target.width > 0 ? canvas::place_clear(card.size(), target, area, clear, others)
                                                  : canvas::Rect{};
    if (found.width <= 0) continue;
    at_ = found;
    return card;
  }
  return std::nullopt;
}

// ---- what is explained ------------------------------------------------------------------------------------------------------------------

// A press changes cells that can be painted or dragged. On a cell that can be dragged, therefore, only a tap opens the card; a cell that
// can be painted never opens one, but an open card moves to it. Where the press has made something else of the region, as of a small
// picture that opens, this is the answer.
void Inspector::follow_selection(api::Lab& lab, const canvas::ImGuiCanvas& figure) {
  const std::string selected(figure.selected());
  const bool holds = figure.holds();
  const canvas::Region* region = figure.regions().find(selected);
  if (holds && !held_) {
    moved_ = false;
    pressed_as_ = region ? std::optional(region->grip) : std::nullopt;
  }
  const ImVec2 drag = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
  if (holds && std::hypot(drag.x, drag.y) > kHandMoves) moved_ = true;
  const bool let_go = held_ && !holds;
  held_ = holds;
  if (holds || formula::is_on_card(selected)) return;
  const bool tapped = let_go && !moved_ && region && is_cell_to_drag(*region);
  if (selected == seen_ && !tapped) return;
  const bool turned = region && pressed_as_.value_or(region->grip) != region->grip;
  if (turned) turned_at_ = ImGui::GetIO().MousePos;
  const bool rests = region && (region->grip == canvas::Grip::kHover || region->grip == canvas::Grip::kClick);
  formula::Explanation x;
  const bool asked = region && !turned && (rests || tapped || is_open()) &&
                     !(region->grip == canvas::Grip::kDrag && !is_cell_to_drag(*region)) &&
                     lab.session.results().find(canvas::parse_region_id(selected).name);
  const bool answers = asked && explains(lab, selected, &x);
  if (answers || !asked) seen_ = selected, pressed_as_.reset();  // else the code of the explanation may be on its way
  if (answers && is_open() && trail_.front() == selected && trail_.size() == 1) return;
  focus_ = -1;
  if (answers) {
    trail_ = {selected};
    return;
  }
  trail_.clear();
}

/// Explains the last cell of the trail again. Goes back from cells that do not exist any more.
bool Inspector::look_up(api::Lab& lab, canvas::ImGuiCanvas& figure) {
  while (is_open() && !explains(lab, trail_.back(), &shown_)) trail_.pop_back();
  if (!is_open()) close(figure);
  return is_open();
}

void Inspector::close(canvas::ImGuiCanvas& figure) {
  const bool by_hand = canvas_.has_keyboard();
  trail_.clear();
  cells_.clear();
  focus_ = -1;
  docked_ = false;
  at_ = {};
  announced_.clear();
  if (by_hand) figure.take_keyboard();
}

void Inspector::follow(api::Lab& lab, const canvas::ImGuiCanvas& figure, const std::string& cell) {
  if (trail_.back() == cell) return;
  trail_.push_back(cell);
  focus_ = focus_ < 0 ? -1 : 0;
  bring(lab, figure);
}

/// Opens a figure that has the number, if the open one does not and figures have tabs. The card goes along.
void Inspector::bring(api::Lab& lab, const canvas::ImGuiCanvas& figure) {
  if (!lab.view.shows_tabs() || places_in(figure).of(trail_.back()).width > 0) return;
  const void* before = &lab.session.figures().current();
  lab.session.figures().show_result(canvas::parse_region_id(trail_.back()).name);
  opened_ = &lab.session.figures().current();
  if (opened_ != before) seen_.clear();  // the selection is lost with the figure
}

void Inspector::back(api::Lab& lab, canvas::ImGuiCanvas& figure) {
  trail_.pop_back();
  focus_ = std::min(focus_, 0);
  if (is_open())
    bring(lab, figure);
  else
    close(figure);
}

formula::CardUse Inspector::use(api::Lab& lab) const {
  return {.goes_back = trail_.size() > 1, .focus = focus_, .leads_on = [this, &lab](const std::string& cell) {
            return cell != trail_.back() && lab.session.results().find(canvas::parse_region_id(cell).name);
          }};
}

// ---- keys -------------------------------------------------------------------------------------------------------------------------------

bool Inspector::wants_key(std::string_view key) const {
  return is_open() && (key == "Escape" || key == "Backspace" || key == "Enter" || key.starts_with("Arrow"));
}

void Inspector::take_keys(api::Lab& lab, canvas::ImGuiCanvas& figure) {
  canvas_.leave_keys(true);
  figure.leave_keys(false);
  const bool ours = (figure.has_keyboard() || canvas_.has_keyboard()) && !ImGui::GetIO().WantTextInput && !ImGui::GetIO().KeyCtrl;
  if (!ours) return;
  const std::string selected(figure.selected());
  if (!is_open()) {
    formula::Explanation x;
    const canvas::Region* region = figure.regions().find(selected);
    const bool asks = pressed(ImGuiKey_I) || (pressed(ImGuiKey_Enter) && region && region->grip == canvas::Grip::kHover);
    if (asks && region && explains(lab, selected, &x)) trail_ = {selected};
    return;
  }
  const int count = static_cast<int>(cells_.size());
  bool taken = true;
  if (pressed(ImGuiKey_Escape)) {
    if (focus_ >= 0 && trail_.size() == 1)
      focus_ = -1;
    else
      close(figure);
  } else if (pressed(ImGuiKey_Backspace)) {
    back(lab, figure);
  } else if (focus_ < 0 && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_I)) && count > 0) {
    focus_ = 0;
  } else if (focus_ >= 0 && pressed(ImGuiKey_Enter) && focus_ < count) {
    follow(lab, figure, std::string(cells_[static_cast<size_t>(focus_)]));
  } else if (focus_ >= 0 && (ImGui::IsKeyPressed(ImGuiKey_RightArrow) || ImGui::IsKeyPressed(ImGuiKey_DownArrow))) {
    focus_ = std::min(focus_ + 1, count - 1);
  } else if (focus_ >= 0 && (ImGui::IsKeyPressed(ImGuiKey_LeftArrow) || ImGui::IsKeyPressed(ImGuiKey_UpArrow))) {
    focus_ = std::max(focus_ - 1, 0);
  } else {
    taken = focus_ >= 0 && (pressed(ImGuiKey_Space) || pressed(ImGuiKey_N) || pressed(ImGuiKey_P));
  }
  if (taken) figure.leave_keys(true);
}

/// Says for screen readers what is explained and how, or which number the keyboard is on.
void Inspector::announce(api::Lab& lab) {
  std::string said;
  formula::Explanation x;
  if (focus_ >= 0 && focus_ < static_cast<int>(cells_.size()) && explains(lab, cells_[static_cast<size_t>(focus_)], &x))
    said = x.title + ": " + formula::to_text(formula::num(x.value)) + ". Enter explains it.";
  const std::string key = trail_.back() + " " + std::to_string(focus_);
  if (key == announced_) return;
  const bool moved_on = !announced_.starts_with(trail_.back() + " ");
  announced_ = key;
  if (said.empty() || moved_on) {
    said = shown_.title + ": " + formula::to_text(shown_) + ".";
    if (!cells_.empty()) said += " Enter goes to the numbers in it.";
    if (trail_.size() > 1) said += " Backspace goes back.";
  }
  lab.emit("explain", json::object({{"text", json::string(said)}}));
}

/// Reports the result that the hand points at, in the figure or by a number on the card, so that the text can light its names.
void Inspector::point_out(api::Lab& lab, const canvas::ImGuiCanvas& figure) {
  std::string_view id = figure.hot();
  const std::string_view on_card = docked_ ? canvas_.hot() : id;
  for (size_t k = 0; k < cells_.size(); ++k)
    if (on_card == "term:" + std::to_string(k) || focus_ == static_cast<int>(k)) id = cells_[k];
  const auto* row = lab.session.results().find(canvas::parse_region_id(id).name);
  const std::string_view name = row ? row->name : std::string_view();
  if (name == pointed_) return;
  pointed_ = name;
  lab.emit("point", json::object({{"name", json::string(pointed_)}, {"handle", json::string(row ? row->handle : "")}}));
}

// ---- drawing ----------------------------------------------------------------------------------------------------------------------------

/// Draws borders around the numbers that enter the explained one and, while a card stays, around that number itself.
void Inspector::light(canvas::ImGuiCanvas& figure) const {
  const std::string_view on = figure.hot(), on_sheet = canvas_.hot();
  const Places places = places_in(figure);
  for (const formula::Operand& operand : operands_of(shown_)) places.mark(figure, operand, false);
  const auto lit = [&](size_t k) {
    const std::string id = "term:" + std::to_string(k);
    return focus_ == static_cast<int>(k) || on == id || (docked_ && on_sheet == id);
  };
  for (size_t k = 0; k < cells_.size(); ++k)
    if (lit(k)) places.mark(figure, {cells_[k], canvas::Role::kAccent}, true);
  if (is_open()) places.mark(figure, {trail_.back(), canvas::Role::kInk}, true);
}

void Inspector::glance(api::Lab& lab, canvas::ImGuiCanvas& figure, canvas::Rect area) {
  const std::string hot(figure.hot());
  const canvas::Region* region = figure.regions().find(hot);
  // What a press has opened lies under a hand that has not asked about it.
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (turned_at_ && std::hypot(at.x - turned_at_->x, at.y - turned_at_->y) < kHandMoves) return;
  turned_at_.reset();
  if (!region || figure.holds() || (region->is_grid() && canvas::parse_region_id(hot).row < 0) ||
      (region->grip == canvas::Grip::kDrag && !is_cell_to_drag(*region)) || !explains(lab, hot, &shown_))
    return;
  light(figure);
  // A line has room nearly everywhere. If there is none beside the row and the column, it may cover the rest of them.
  const Places places = places_in(figure);
  const bool opens = region->grip == canvas::Grip::kHover || region->grip == canvas::Grip::kClick;
  const std::string said = shown_.title + ": " + formula::to_text(formula::num(shown_.value)) + (opens ? ". Press to see how." : "");
  std::vector<canvas::Rect> operands = places.of(operands_of(shown_));
  operands.push_back(figure.rect_of(hot));
  for (const auto& clear : {kept_clear(places, hot), operands})
    if (canvas::draw_tooltip_clear(figure, operands.back(), area.inset(kBeside, kBeside), said, clear, places.all({})).width > 0) return;
}

void Inspector::obey(api::Lab& lab, canvas::ImGuiCanvas& figure, const formula::CardAnswer& answer) {
  if (!answer.copied.empty()) {
    ImGui::SetClipboardText(answer.copied.c_str());
    lab.emit("copy", json::object({{"text", json::string(answer.copied)}}));
  }
  if (!answer.followed.empty()) {
    follow(lab, figure, answer.followed);
  } else if (answer.back) {
    back(lab, figure);
  } else if (answer.closed) {
    close(figure);
    figure.select({});
    seen_.clear();
  }
}

void Inspector::draw_over(api::Lab& lab, canvas::ImGuiCanvas& figure, canvas::Rect area) {
  handle_of_ = [&session = lab.session](std::string_view name) {
    const auto* row = session.results().find(name);
    return row ? row->handle : std::string_view();
  };
  follow_selection(lab, figure);
  point_out(lab, figure);
  for (const canvas::Region& region : figure.regions().all())
    if (canvas::lights(lab.view.lit, region.id))
      places_in(figure).mark(figure, {region.is_grid() ? lab.view.lit : region.id, canvas::Role::kInk}, false);
  if (!is_open()) {
    if (asked_ > 0) lab.emit("sheet", json::object({{"height", "0"}}));
    asked_ = wanted_ = 0, docked_ = false, at_ = {};
    return glance(lab, figure, area);
  }
  if (!look_up(lab, figure)) return;
  if (is_gone(lab, figure)) return close(figure);
  const formula::CardUse how = use(lab);
  const std::optional<formula::Card> beside = docked_ ? std::nullopt : place(figure, area, how);
  if (!beside) return dock(lab, figure, area, how);
  cells_ = beside->cells();
  light(figure);
  announce(lab);
  obey(lab, figure, beside->draw(figure, at_));
}

/// Whether the number was in this figure and is not any more.
bool Inspector::is_gone(const api::Lab& lab, const canvas::ImGuiCanvas& figure) {
  const std::pair<const void*, std::string> now{&lab.session.figures().current(), trail_.back()};
  if (places_in(figure).of(trail_.back()).width <= 0) return stood_ == now;
  stood_ = now;
  return false;
}

/// Puts the card on the sheet. The page is asked for room only where there are no controls below the figure.
void Inspector::dock(api::Lab& lab, canvas::ImGuiCanvas& figure, canvas::Rect area, const formula::CardUse& how) {
  docked_ = true, at_ = {};
  const formula::Card sheet(figure, shown_, {area.width - 2 * kBeside, kMostSheet}, how);
  cells_ = sheet.cells();
  light(figure);
  const float wanted = std::ceil(sheet.size().height) + 2 * kAround, asked = lab.view.parts == api::Parts::kFigure ? wanted : 0;
  if (std::exchange(wanted_, wanted) != wanted || asked_ != asked) {
    if (std::exchange(asked_, asked) != asked) lab.emit("sheet", json::object({{"height", json::number(static_cast<double>(asked_))}}));
    if (lab.screen) lab.screen->request_frame();
    return;
  }
  if (sheet_.height > 0) return;  // else there is no room below, and the card covers the half of the figure without the number
  const formula::Card small(figure, shown_, {area.width, std::min(area.height / 2, kMostSheet)}, how);
  const bool low = places_in(figure).of(trail_.back()).center().y > area.center().y;
  const canvas::Size size = small.size();
  announce(lab);
  obey(lab, figure, small.draw(figure, {area.x, low ? area.y : area.bottom() - size.height, size.width, size.height}));
}

void Inspector::draw_sheet(api::Lab& lab, canvas::ImGuiCanvas& figure) {
  if (!is_open() || !docked_ || sheet_.height <= 0) return;
  ImGui::PushID("inspector");
  canvas_.begin(sheet_);
  const formula::CardUse how = use(lab);
  const formula::Card card(canvas_, shown_, {sheet_.width - 2 * kBeside, sheet_.height - 2 * kAround}, how);
  cells_ = card.cells();
  focus_ = std::min(focus_, static_cast<int>(cells_.size()) - 1);
  canvas_.rect(sheet_, canvas_.color(canvas::Role::kBackground));
  const formula::CardAnswer answer = card.draw(canvas_, sheet_.inset(kBeside, kAround));
  canvas_.end();
  ImGui::PopID();
  announce(lab);
  obey(lab, figure, answer);
}

}  // namespace attn::window
