// The inspector: which number is explained, how the reader came to it, where its card is, and what is lit meanwhile.
//
// Hovering a cell shows a line with its name and number. It covers neither the cell nor the numbers that enter it. Pressing or selecting a
// cell, or the key i, opens a card that stays. It is over the figure if there is such a place; else it is on a sheet for which the figure
// makes room, so that the controls stay within reach. Its numbers can be followed to where they come from, by a press or by Enter, arrows
// and Enter. Backspace goes back and Escape closes the card. The numbers that enter it have a border in the figure. The card follows its
// number when that changes, and closes when the figure does not have it any more.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/lab.h"
#include "canvas/imgui_canvas.h"
#include "formula/explanation_card.h"
#include "formula/expression.h"
#include "window/inspector_places.h"
#include "window/layout.h"

namespace attn::window {

class Inspector {
 public:
  /// Makes room for the sheet, if one is needed. Must be called before the parts are drawn.
  void make_room(Layout* layout, float page_sheet);
  /// Takes the keys that are meant for the card, so that the figure does not see them. Must be called before the figure is drawn.
  void take_keys(api::Lab& lab, canvas::ImGuiCanvas& figure);
  /// Draws what is lit and the card over the figure, as part of the figure. If the card is on the sheet, draws only what is lit.
  void draw_over(api::Lab& lab, canvas::ImGuiCanvas& figure, canvas::Rect area);
  /// Draws the sheet, if there is one. Must be called after the figure is drawn.
  void draw_sheet(api::Lab& lab, canvas::ImGuiCanvas& figure);
  void close(canvas::ImGuiCanvas& figure);
  /// Whether the inspector itself has opened this figure, for a number that the previous figure does not have.
  bool has_opened(const void* figure) const { return is_open() && opened_ == figure; }

  bool wants_key(std::string_view key) const;
  /// The sheet's canvas, for its regions; null while there is no sheet.
  const canvas::ImGuiCanvas* sheet() const { return docked_ && sheet_.height > 0 ? &canvas_ : nullptr; }
  canvas::ImGuiCanvas& sheet_canvas() { return canvas_; }

 private:
  bool is_open() const { return !trail_.empty(); }
  bool explains(api::Lab& lab, const std::string& cell, formula::Explanation* explanation) const;
  void follow_selection(api::Lab& lab, const canvas::ImGuiCanvas& figure);
  bool look_up(api::Lab& lab, canvas::ImGuiCanvas& figure);
  void glance(api::Lab& lab, canvas::ImGuiCanvas& figure, canvas::Rect area);
  formula::CardUse use(api::Lab& lab) const;
  Places places_in(const canvas::ImGuiCanvas& figure) const { return {figure.regions(), handle_of_}; }
  void light(canvas::ImGuiCanvas& figure) const;
  std::vector<canvas::Rect> kept_clear(const Places& places, const std::string& cell) const;
  std::optional<formula::Card> place(canvas::ImGuiCanvas& figure, canvas::Rect area, const formula::CardUse& how);
  bool is_gone(const api::Lab& lab, const canvas::ImGuiCanvas& figure);
  void dock(api::Lab& lab, canvas::ImGuiCanvas& figure, canvas::Rect area, const formula::CardUse& how);
  void obey(api::Lab& lab, canvas::ImGuiCanvas& figure, const formula::CardAnswer& answer);
  void follow(api::Lab& lab, const canvas::ImGuiCanvas& figure, const std::string& cell);
  void back(api::Lab& lab, canvas::ImGuiCanvas& figure);
  void bring(api::Lab& lab, const canvas::ImGuiCanvas& figure);
  void announce(api::Lab& lab);
  void point_out(api::Lab& lab, const canvas::ImGuiCanvas& figure);

  canvas::ImGuiCanvas canvas_;      ///< of the sheet
  std::vector<std::string> trail_;  ///< the cells that the reader followed one after the other; empty while no card stays
  std::vector<std::string> cells_;  ///< the cells to which the card's numbers lead
  formula::Explanation shown_;      ///< explains the last cell of the trail
  std::string seen_;                ///< the selection that has been dealt with
  std::string announced_;
  std::pair<const void*, std::string> stood_;  ///< the figure and the cell that were last seen together
  const void* opened_ = nullptr;               ///< the figure that was opened by following a number
  std::string pointed_;                        ///< the result that the hand points at
  HandleOf handle_of_;                         ///< of the open lesson
  int focus_ = -1;                             ///< the number on the card that has the keyboard
  bool docked_ = false, moved_ = false, held_ = false;
  std::optional<canvas::Grip> pressed_as_;  ///< what the selected region was when it was pressed, until it has been looked at
  std::optional<ImVec2> turned_at_;         ///< where a press has made something else of its region, until the hand moves
  canvas::Rect at_;                         ///< the place of a card over the figure
  canvas::Rect sheet_;                      ///< the place of the sheet
  float wanted_ = 0;                        ///< the height that the sheet needs
  float asked_ = 0;                         ///< the height that the page was asked for
};

}  // namespace attn::window
