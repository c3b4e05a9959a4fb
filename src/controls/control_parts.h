// The single widgets that controls.h puts together.
#pragma once

#include "controls/controls.h"

namespace attn::controls {

inline constexpr float kControlText = 13, kControlLine = 20, kControlGap = 14;
inline constexpr float kSwitch = 38;  ///< how wide a switch is

/// What drawing one widget needs to know.
struct Control {
  canvas::Canvas& canvas;
  const params::Row& row;
  void* params;
  bool locked;
  bool changed;  ///< whether the value differs from the default
  ControlsResult& result;
  bool& restore;  ///< is set when the reader asks for the default
  bool foldable = false, folded = false;
  double last = 0;       ///< where a walked parameter ends
  bool playing = false;  ///< whether it moves on by itself

  params::Value value() const { return row.get(params); }
  std::string text() const { return params::print(row, value()); }
  /// Sets the parameter to `value` if that is legal and differs from the present one.
  void set(const params::Value& value) const;
  canvas::Color ink() const;
  /// Whether the hand was released on `r`, as after a click. Never for a locked parameter.
  bool clicked(const canvas::Interaction& hand, canvas::Rect r) const { return !locked && hand.released && r.contains(hand.position); }
  canvas::Grip grip(canvas::Grip wanted) const { return locked ? canvas::Grip::kHover : wanted; }
};

/// The height of the widget at this width.
float control_height(const canvas::Canvas& canvas, const params::Row& row, const params::Value& value, float width, bool folded = false);

/// Draws the widget into `area`, which is control_height() high.
void draw_control(const Control& control, canvas::Rect area);

/// Draws the name at the left of `line` and declares `id:label`. It notes that the hand hovers there, and that a double click asks for the
/// default.
void draw_control_name(const Control& control, canvas::Rect line);

void draw_slider(const Control& control, canvas::Rect area);
void draw_stepper(const Control& control, canvas::Rect area);
void draw_switch(const Control& control, canvas::Rect area);
void draw_choice(const Control& control, canvas::Rect area);
void draw_text_field(const Control& control, canvas::Rect area);
void draw_matrix_control(const Control& control, canvas::Rect area);
void draw_mask_control(const Control& control, canvas::Rect area);
void draw_points_control(const Control& control, canvas::Rect area);

/// Whether the widget consists of many cells.
bool is_grid(const params::Row& row);
/// Whether the widget is a stepper, as for short ranges of whole numbers, and not a slider.
bool is_stepped(const params::Row& row);
float choice_height(const canvas::Canvas& canvas, const params::Row& row, float width);
float text_field_height(const params::Row& row);
float grid_control_height(const params::Value& value, float width);

/// The value at `t` (0 to 1) of the row's range, rounded to its step, or to three significant digits where it is logarithmic.
double slider_value(const params::Row& row, double t);
double slider_place(const params::Row& row, double value);
/// The row with the range that the widget offers: that of a walked parameter ends where the process does.
params::Row reached(const Control& control);
/// `value` after `steps` presses of an arrow key.
double nudged(const params::Row& row, double value, int steps);

}  // namespace attn::controls
