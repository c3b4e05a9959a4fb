// Marks of the four roles, and handles that can be dragged. Not only the colour but also the shape shows the role: a query is a circle, a
// key a square, a value a diamond, an output a triangle.
//
// The functions that say where the hand moved something return nothing in a frame in which it moved nothing. So a figure writes to the
// parameters only what the hand has changed.
#pragma once

#include <optional>
#include <string_view>

#include "canvas/canvas.h"
#include "charts/axes.h"

namespace attn::charts {

/// Draws the role's shape around `center`, with the same area for all roles. Roles without a shape of their own are circles.
void draw_mark(canvas::Canvas& canvas, canvas::Point center, canvas::Role role, float radius, canvas::Color fill,
               canvas::Place caller = canvas::Place::here());
/// Draws the outline of that shape.
void draw_mark_outline(canvas::Canvas& canvas, canvas::Point center, canvas::Role role, float radius, const canvas::Stroke& stroke,
                       canvas::Place caller = canvas::Place::here());

struct Handle {
  std::string_view id;            ///< of its region
  std::string_view label;         ///< for screen readers: "key 3, drag to move"
  std::string_view caption = {};  ///< written beside it
  canvas::Role role = canvas::Role::kQuery;
  float radius = 8;
  bool movable = true;
  bool caption_left = false;  ///< whether the caption is on the left, if there is room
};

/// Draws the handle at `center`, with a halo while it is hot, and declares its region.
canvas::Interaction draw_handle(canvas::Canvas& canvas, canvas::Point center, const Handle& handle,
                                canvas::Place caller = canvas::Place::here());

/// The point to which the hand drags the centre of something.
std::optional<canvas::Point> dragged_to(const canvas::Interaction& hand);

/// The point within `limits` to which the hand moves a handle that is now at `center`. Arrow keys move it by `nudge` pixels.
std::optional<canvas::Point> moved(const canvas::Interaction& hand, canvas::Point center, canvas::Rect limits, float nudge = 1);

/// Draws a handle that slides along the x axis of a diagram, at `value` and at height `y`. Returns the value to which the hand moves it.
std::optional<double> draw_axis_handle(canvas::Canvas& canvas, const Axes& axes, double value, float y, const Handle& handle,
                                       canvas::Place caller = canvas::Place::here());

/// Draws a handle at a whole number of a scale, at height `y`. Returns the number to which the hand moves it. The arrow keys left and right
/// move it by one.
std::optional<int> draw_step_handle(canvas::Canvas& canvas, const Scale& scale, int number, float y, const Handle& handle,
                                    canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
