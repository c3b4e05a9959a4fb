// What the pointer and the keyboard do with a figure's regions. Knows nothing of windows or drawing: it gets one frame's input and the
// regions of the last frame, and answers for each region of this one.
#pragma once

#include <string>
#include <string_view>

#include "canvas/regions.h"

namespace attn::canvas {

/// One frame's input, as far as it belongs to the figure.
struct HandsInput {
  Point position;
  Point delta;           ///< movement since the last frame
  bool over = false;     ///< the pointer is over the figure and over nothing in front of it
  bool down = false;     ///< the button or finger is down, having gone down on the figure
  bool pressed = false;  ///< it went down in this frame
  bool double_clicked = false;
  bool touch = false;
  bool keyboard = false;         ///< keys belong to the figure
  int arrow_x = 0, arrow_y = 0;  ///< arrow keys in this frame; up is -1
  int step = 0;                  ///< + and - keys: changes what is selected, where arrows move between cells
  float wheel = 0;               ///< notches; up is positive
  bool shift = false;
  bool activate = false;  ///< space or enter
  int cycle = 0;          ///< +1: next region, -1: the one before
};

class Hands {
 public:
  /// Smallest size in pixels at which something can be taken hold of.
  static constexpr float kMouseReach = 24, kTouchReach = 44;

  /// Begins a frame: finds what is under the pointer among `last`, the regions of the frame before.
  void begin(const HandsInput& input, const Regions& last);
  /// What is being done with `region` in this frame.
  Interaction of(const Region& region) const;

  /// Selects a region or cell, as if it had been reached by keyboard; empty: nothing.
  void select(std::string_view id);
  void light(std::string_view id) { lit_ = id; }

  bool is_hot(std::string_view id) const;
  std::string_view hot() const { return hot_; }
  /// What the pointer would take hold of, or has taken hold of.
  Grip grip() const { return grip_; }
  bool hovers() const { return !hovered_.empty(); }
  bool holds() const { return !held_.empty(); }
  /// Whether keys go to what is selected and it was chosen by them, not by a press.
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
