// The inspector: which number is explained, by what way the reader came to it, where its card stands, and what is lit meanwhile.
//
// Hovering shows a card to look at, clear of the cell with its row and column and of what enters it, over the figure or anywhere in the
// window. Pressing or selecting a cell, or the key i, opens one that stays: over the figure where it is clear of the same, else on a sheet
// that the figure makes room for, so that the controls stay in reach. Its numbers lead on to where they come from, by press, or by Enter,
// arrows and Enter; Backspace goes back, Escape closes. What enters the number is framed in the figure. The card follows the number as it
// changes, and closes when the figure has it no more.
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
  /// Makes room for the sheet where there is to be one; before the parts are drawn.
  void make_room(Layout* layout, float page_sheet);
  /// Takes the keys that are the card's, so that the figure does not see them; before the figure is drawn.
  void take_keys(api::Lab& lab, canvas::ImGuiCanvas& figure);
  /// Draws what is lit and a card over the figure, as part of it; or, where the card stands on the sheet, only what is lit.
  void draw_over(api::Lab& lab, canvas::ImGuiCanvas& figure, canvas::Rect area);
  /// Draws the sheet, if there is one, after the figure.
  void draw_sheet(api::Lab& lab, canvas::ImGuiCanvas& figure);
  void close(canvas::ImGuiCanvas& figure);
  /// Whether it has opened this figure itself, for a number that the one before does not have.
  bool has_opened(const void* figure) const { return is_open() && opened_ == figure; }

  bool wants_key(std::string_view key) const;
  /// The sheet's canvas, for its regions; null while there is none.
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
  std::vector<std::string> trail_;  ///< the cells that were explained one after the other; empty: no card stays
  std::vector<std::string> cells_;  ///< that the card's numbers lead to
  formula::Explanation shown_;      ///< of the last one of the trail
  std::string seen_;                ///< the selection that was acted upon
  std::string announced_;
  std::pair<const void*, std::string> stood_;  ///< figure and cell that were seen together last
  const void* opened_ = nullptr;               ///< the figure that a number was followed to
  std::string pointed_;                        ///< the result that the hand is on
  HandleOf handle_of_;                         ///< of the open lesson
  int focus_ = -1;                             ///< the number on the card that has the keyboard
  bool docked_ = false, moved_ = false, held_ = false;
  canvas::Rect at_;     ///< of a card over the figure
  canvas::Rect sheet_;  ///< where the sheet is
  float wanted_ = 0;    ///< its height
  float asked_ = 0;     ///< of the page
};

}  // namespace attn::window
