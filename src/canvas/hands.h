// What the pointer and the keyboard do with a figure's regions. This code knows nothing of windows or drawing. It is given the input of one
// frame and the regions of the frame before, and answers for each region of the present frame.
#pragma once

#include <string>
#include <string_view>

#include "canvas/regions.h"

namespace attn::canvas {

/// The input of one frame, as far as it is meant for the figure.
struct HandsInput {
  Point position;
  Point delta;           ///< movement since the last frame
  bool over = false;     ///< the pointer is over the figure, and nothing is in front of it there
  bool down = false;     ///< the button or finger is down, and went down on the figure
  bool pressed = false;  ///< it went down in this frame
  bool double_clicked = false;
  bool touch = false;
  bool keyboard = false;         ///< keys go to the figure
  int arrow_x = 0, arrow_y = 0;  ///< arrow keys in this frame; up is -1
  int step = 0;                  ///< the keys + and -, which change the selected thing where arrows move between cells
  float wheel = 0;               ///< in notches; up is positive
  bool shift = false;
  bool activate = false;  ///< space or enter
  int cycle = 0;          ///< +1: to the next region, -1: to the previous one
};

class Hands {
 public:
  /// The smallest size, in pixels, that a region has for being grabbed.
  static constexpr float kMouseReach = 24, kTouchReach = 44;

  /// Begins a frame. Finds what is under the pointer among `last`, the regions of the frame before.
  void begin(const HandsInput& input, const Regions& last);
  /// What is done with `region` in this frame.
  Interaction of(const Region& region) const;

  /// Selects a region or cell, as if it had been reached by keyboard; an empty id selects nothing.
  void select(std::string_view id);
  void light(std::string_view id) { lit_ = id; }

  bool is_hot(std::string_view id) const;
  std::string_view hot() const { return hot_; }
  /// The grip of what the pointer holds or could grab.
  Grip grip() const { return grip_; }
  bool hovers() const { return !hovered_.empty(); }
  bool holds() const { return !held_.empty(); }
  /// Whether keys go to the selected region, and it was selected by keyboard and not by a press.
  bool by_keyboard() const { return shows_selection_ && in_.keyboard && !selected_cell_.empty(); }
  /// The selected region or cell, or empty.
  std::string_view selected() const { return selected_cell_; }

 private:
  struct Cell {
    int row = -1, col = -1;
  };
  void press(const Regions& last);
  void use_keys(const Regions& last);
  void cycle(const Regions& last);
  void find_hot(const Regions& last);
  void point_to(std::string_view id);

  HandsInput in_;
  std::string hovered_, held_, released_, selected_, selected_cell_, lit_, hot_;
  Point grab_;
  float travel_ = 0;
  Cell hovered_at_, selected_at_, first_;
  bool pressed_ = false, was_down_ = false, shows_selection_ = false;
  Grip grip_ = Grip::kHover;
};

}  // namespace attn::canvas
