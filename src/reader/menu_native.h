// A menu that drops from a button: headings, things to choose, notes. Arrow keys, Home and End go through it, Enter chooses; Escape, Tab
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
  std::string mark = {};    ///< before the label: a number
  std::string detail = {};  ///< at the right end: a key
  Kind kind = Kind::kChoice;
  bool enabled = true;
  bool checked = false;  ///< the present one of several
};

class Menu {
 public:
  /// Opens below `anchor` in the next frame, with its left end there or, `from_right`, its right end.
  void open(std::string_view name, std::vector<MenuItem> items, canvas::Rect anchor, bool from_right);
  /// Which menu is open, or empty.
  const std::string& name() const { return name_; }
  bool is_open() const { return !name_.empty(); }

  /// Draws it, in the same ImGui window in every frame. Returns the id of what was chosen in this frame, or empty; then it is closed.
  std::string draw(const canvas::Theme& theme, canvas::Rect within);

  /// Where an item was drawn, or empty.
  canvas::Rect rect_of(std::string_view id) const { return is_open() ? canvas_.rect_of(id) : canvas::Rect{}; }

 private:
  float height_of(const MenuItem& item) const;
  float width() const;
  /// Returns whether the menu is to be closed.
  bool use_keys();
  void move_by(int by);
  std::string draw_items(canvas::Rect area);
  bool draw_choice(const MenuItem& item, size_t place, canvas::Rect row);

  canvas::ImGuiCanvas canvas_;
  std::string name_;
  std::vector<MenuItem> items_;
  canvas::Rect anchor_;
  bool from_right_ = false, opening_ = false, keyed_ = false;
  bool fresh_ = false;  ///< opened in this frame, whose keys were its button's
  int at_ = -1;         ///< the choice that Enter takes
};

}  // namespace attn::reader
