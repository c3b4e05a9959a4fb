// The single widgets behind controls.h.
#pragma once

#include "controls/controls.h"

namespace attn::controls {

inline constexpr float kControlText = 13, kControlLine = 20, kControlGap = 14;

/// One widget about to be drawn.
struct Control {
  canvas::Canvas& canvas;
  const params::Row& row;
  void* params;
  bool locked;
  bool changed;  ///< from the default
  ControlsResult& result;
  bool& restore;  ///< set where the default is asked for
  bool foldable = false, folded = false;
  double last = 0;       ///< of a walked one: where it ends
  bool playing = false;  ///< it moves on by itself

  params::Value value() const { return row.get(params); }
  std::string text() const { return params::print(row, value()); }
  /// Takes `value` over if it is legal and differs.
  void set(const params::Value& value) const;
  canvas::Color ink() const;
  /// Whether the region `id` has just been pressed and let go on.
  bool clicked(const canvas::Interaction& hand, canvas::Rect r) const { return !locked && hand.released && r.contains(hand.position); }
  canvas::Grip grip(canvas::Grip wanted) const { return locked ? canvas::Grip::kHover : wanted; }
};

/// How high the widget is at this width.
float control_height(const canvas::Canvas& canvas, const params::Row& row, const params::Value& value, float width, bool folded = false);

/// Draws the widget into `area`, which is control_height() high.
void draw_control(const Control& control, canvas::Rect area);

/// The name at the left of `line`; declares `id:label`, notes hovering, and a double click as a wish for the default.
void draw_control_name(const Control& control, canvas::Rect line);

void draw_slider(const Control& control, canvas::Rect area);
void draw_stepper(const Control& control, canvas::Rect area);
void draw_switch(const Control& control, canvas::Rect area);
void draw_choice(const Control& control, canvas::Rect area);
void draw_text_field(const Control& control, canvas::Rect area);
void draw_matrix_control(const Control& control, canvas::Rect area);
void draw_mask_control(const Control& control, canvas::Rect area);
void draw_points_control(const Control& control, canvas::Rect area);

/// Drawn as many cells.
bool is_grid(const params::Row& row);
/// Short ranges of whole numbers are stepped, others slid along.
bool is_stepped(const params::Row& row);
float choice_height(const canvas::Canvas& canvas, const params::Row& row, float width);
float text_field_height(const params::Row& row);
float grid_control_height(const params::Value& value, float width);

/// The value at `t` (0 to 1) of the row's range, rounded to its step, or to three significant digits where it is logarithmic.
double slider_value(const params::Row& row, double t);
double slider_place(const params::Row& row, double value);
/// `row` as far as a widget goes: a walked one to where it ends.
params::Row reached(const Control& control);
/// `value` moved on by `steps` arrow keys.
double nudged(const params::Row& row, double value, int steps);

}  // namespace attn::controls
