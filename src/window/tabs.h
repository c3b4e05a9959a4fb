// The figures' tabs in one row. Those that have no room in it are in a menu, which opens at its end.
#pragma once

#include "canvas/imgui_canvas.h"
#include "session/figures.h"

namespace attn::window {

/// The height of the row; 0 for a lesson with a single figure.
float tabs_height(const session::Figures& open);

/// The figure to which the key F leads from the open one: the next, or after the last the first. With `back` (Shift) it is the other way
/// round.
size_t figure_beside(const session::Figures& open, bool back);

/// The regions `tab:<figure>` are the tabs in the row and, while it is open, in the menu. `tab:more` opens and closes the menu.
class Tabs {
 public:
  canvas::ImGuiCanvas row, menu;

  /// Draws the row into ImGui's present window. A press shows the figure. The open figure always has a place in the row.
  void draw_row(session::Figures& open, canvas::Rect area);
  /// Draws the menu, if it is open, in a window of its own in front of the stage. Must be called outside of any window of ImGui.
  void draw_menu(session::Figures& open);
  bool is_open() const { return open_; }
  void close() { open_ = false; }

 private:
  bool open_ = false;
  canvas::Rect more_;                ///< the place of the button that the menu drops from
  std::vector<size_t> in_the_menu_;  ///< the figures in the menu
};

}  // namespace attn::window
