// Widgets for declared parameters, on a Canvas: sliders, steppers, switches, choices, text fields, matrices, masks, points.
//
// They show and change a struct through its rows and know nothing else. The region of a widget's working part has the parameter's id (a
// choice, matrix or mask is a grid `id[i,j]`); its name is `id:label`, a number to type `id:value`, the way back `id:reset`, what folds a
// grid `id:fold`, what steps on and back `id:more` and `id:less`, what lets it play `id:play`. Where text
// is to be typed the widgets ask for it (TextRequest), because the web answers with an input of the page, laid over the canvas.
//
// By hand: drag a slider or press anywhere on it, press its number to type one, double-click it or a name to restore the default. By
// keyboard: arrows change what is selected (Shift: ten steps), space or enter switches, chooses, or types.
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
  std::span<const std::string_view> ids;  ///< which ones, in order
  void* params;                           ///< changed in place; always legal
  const void* defaults;
  std::function<bool(std::string_view id)> is_locked = {};  ///< shown, but not to be changed
  /// Whether a matrix, mask or set of points takes one line, which asks for its cells: they can be changed elsewhere.
  std::function<bool(std::string_view id)> is_folded = {};
  /// Where a walked parameter ends, if that is before its largest value.
  std::function<double(const params::Row& row)> last_step = {};
  std::string_view playing = {};  ///< the walked parameter that plays, or empty
};

struct ControlsResult {
  float height = 0;  ///< what they took of the area
  int drawn = 0;     ///< so many of them had room
  bool edited = false;
  canvas::TextRequest request;
  std::string_view help_of;  ///< the parameter whose name is hovered, or empty
  std::string_view fold;     ///< the one whose cells were asked for, or are to be put away
  std::string_view play;     ///< the walked one that is to play, or if it does to stop
};

/// How high an area of this width has to be for all of them, or for those of them that draw_controls() draws into one `room` high.
float controls_height(const canvas::Canvas& canvas, float width, const Controls& controls);
float controls_height(const canvas::Canvas& canvas, float width, float room, const Controls& controls);

/// Draws the widgets into `area` from its top, in as many columns as are 200 pixels wide: in order, those that have room.
ControlsResult draw_controls(canvas::Canvas& canvas, canvas::Rect area, const Controls& controls);

/// Sets a parameter, or one entry of a matrix, from typed text. Empty, or why it was refused.
std::string apply_typed(const params::Rows& rows, std::string_view id, std::string_view text, void* params);

}  // namespace attn::controls
