// A menu that drops from a button, with headings, choices and notes. Arrow keys, Home and End go through it, and Enter chooses. Escape, Tab
// and a press elsewhere close it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/imgui_canvas.h"

namespace attn::reader {

struct MenuItem {
  enum class Kind { kChoice, kHeading, kNote };
  std::string id = {};  ///< of a choice
  std::string label;
  std::string mark = {};    ///< is written before the label, such as a number
  std::string detail = {};  ///< is written at the right end, such as a key
  Kind kind = Kind::kChoice;
  bool enabled = true;
  bool checked = false;  ///< whether it is the present choice
};

class Menu {
 public:
  /// Opens in the next frame below `anchor`, aligned with its left end or, with `from_right`, with its right end.
  void open(std::string_view name, std::vector<MenuItem> items, canvas::Rect anchor, bool from_right);
  /// The name of the open menu, or empty.
  const std::string& name() const { return name_; }
  bool is_open() const { return !name_.empty(); }

  /// Draws the menu. Call it in every frame within the same window of ImGui. Returns the id that was chosen in this frame, or an empty
  /// string; a choice closes the menu.
  std::string draw(const canvas::Theme& theme, canvas::Rect within);

  /// The place where an item was drawn, or an empty rectangle.
  canvas::Rect rect_of(std::string_view id) const { return is_open() ? canvas_.rect_of(id) : canvas::Rect{}; }

 private:
  float height_of(const MenuItem& item) const;
  float width() const;
  /// Returns whether a key has closed the menu.
  bool use_keys();
  void move_by(int by);
  std::string draw_items(canvas::Rect area);
  bool draw_choice(const MenuItem& item, size_t place, canvas::Rect row);

  canvas::ImGuiCanvas canvas_;
  std::string name_;
  std::vector<MenuItem> items_;
  canvas::Rect anchor_;
  bool from_right_ = false, opening_ = false, keyed_ = false;
  bool fresh_ = false;  ///< whether it was opened in this frame, whose keys were meant for its button
  int at_ = -1;         ///< the choice that Enter takes
};

}  // namespace attn::reader
