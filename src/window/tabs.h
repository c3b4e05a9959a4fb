// The figures' tabs: one row; what finds no room in it stands in a menu that opens at its end.
#pragma once

#include "canvas/imgui_canvas.h"
#include "session/figures.h"

namespace attn::window {

/// How high the row is; 0 for a lesson with a single figure.
float tabs_height(const session::Figures& open);

/// Where the key F, or with Shift the other way, leads from the open figure: to the next one, after the last to the first.
size_t figure_beside(const session::Figures& open, bool back);

/// Regions `tab:<figure>` of the tabs in the row and, while it is open, in the menu; `tab:more` opens and closes that.
class Tabs {
 public:
  canvas::ImGuiCanvas row, menu;

  /// Draws the row into ImGui's present window; a press shows the figure. The one that is shown always has a place in the row.
  void draw_row(session::Figures& open, canvas::Rect area);
  /// Draws the menu, where it is open, in a window of its own that lies above the stage. Between ImGui's windows.
  void draw_menu(session::Figures& open);
  bool is_open() const { return open_; }
  void close() { open_ = false; }

 private:
  bool open_ = false;
  canvas::Rect more_;                ///< where the menu hangs
  std::vector<size_t> in_the_menu_;  ///< figures
};

}  // namespace attn::window
