// Widgets for declared parameters, on a Canvas: sliders, steppers, switches, choices, text fields, matrices, masks, points.
//
// They show and change a struct through its rows and know nothing else about it. The main region of a widget has the parameter's id (a
// choice, matrix or mask is a grid `id[i,j]`). Further regions are `id:label` for the name, `id:value` for a number that can be typed,
// `id:reset` to restore the default, `id:fold` to fold a grid, `id:more` and `id:less` to step forward and back, and `id:play` to play.
// Where text has to be typed, the widgets ask for it (TextRequest), because on the web the page lays an input of its own over the canvas.
//
// By hand: drag a slider or press anywhere on it, press its number to type one, double-click it or a name to restore the default. By
// keyboard: arrows change what is selected (with Shift by ten steps), and space or enter switches, chooses or types.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "canvas/canvas.h"
#include "canvas/text_request.h"
#include "params/params.h"

namespace attn::controls {

struct Controls {
  const params::Rows& rows;
  std::span<const std::string_view> ids;  ///< the parameters to show, in order
  void* params;                           ///< is changed in place, and stays legal
  const void* defaults;
  std::function<bool(std::string_view id)> is_locked = {};  ///< whether a parameter is shown but cannot be changed
  /// Whether the widget of a matrix, mask or set of points is folded to one line, from which its cells can be asked for. The figure lets
  /// readers change such parameters too.
  std::function<bool(std::string_view id)> is_folded = {};
  /// The value at which a walked parameter ends, if that is below its largest value.
  std::function<double(const params::Row& row)> last_step = {};
  std::string_view playing = {};  ///< the walked parameter that plays, or empty
};

struct ControlsResult {
  float height = 0;  ///< the height that the widgets take
  int drawn = 0;     ///< how many of them had room
  bool edited = false;
  canvas::TextRequest request;
  std::string_view help_of;  ///< the parameter whose name is hovered, or empty
  std::string_view fold;     ///< the parameter whose cells the reader wants to see, or to fold away
  std::string_view play;     ///< the walked parameter that the reader wants to play, or to stop
};

/// The height that an area of this width needs for all widgets, or for those that draw_controls() draws into an area of height `room`.
float controls_height(const canvas::Canvas& canvas, float width, const Controls& controls);
float controls_height(const canvas::Canvas& canvas, float width, float room, const Controls& controls);

/// Draws the widgets from the top of `area`, in columns that are at least 200 pixels wide. It draws the first ones, as many as have room.
ControlsResult draw_controls(canvas::Canvas& canvas, canvas::Rect area, const Controls& controls);

/// Sets a parameter, or one entry of a matrix, from typed text. Returns an empty string, or why the text was refused.
std::string apply_typed(const params::Rows& rows, std::string_view id, std::string_view text, void* params);

}  // namespace attn::controls
