// Marks of the four roles, and points that can be taken in the hand. Shape tells the role as well as colour does: a query is a circle, a
// key a square, a value a diamond, an output a triangle.
//
// Whatever asks where the hand moved something has no answer in a frame in which it moved nothing, so that a figure writes to the
// parameters only what the hand changed.
#pragma once

#include <optional>
#include <string_view>

#include "canvas/canvas.h"
#include "charts/axes.h"

namespace attn::charts {

/// The role's shape about `center`, of equal area for all roles; roles without a shape of their own are circles.
void draw_mark(canvas::Canvas& canvas, canvas::Point center, canvas::Role role, float radius, canvas::Color fill,
               canvas::Place caller = canvas::Place::here());
/// Its outline.
void draw_mark_outline(canvas::Canvas& canvas, canvas::Point center, canvas::Role role, float radius, const canvas::Stroke& stroke,
                       canvas::Place caller = canvas::Place::here());

struct Handle {
  std::string_view id;            ///< the region
  std::string_view label;         ///< for the ear: "key 3, drag to move"
  std::string_view caption = {};  ///< written beside it
  canvas::Role role = canvas::Role::kQuery;
  float radius = 8;
  bool movable = true;
  bool caption_left = false;  ///< beside it on the left, where there is room
};

/// Draws it at `center` with a halo while it is hot, and declares its region.
canvas::Interaction draw_handle(canvas::Canvas& canvas, canvas::Point center, const Handle& handle,
                                canvas::Place caller = canvas::Place::here());

/// Where the middle of the thing is to be that the hand drags.
std::optional<canvas::Point> dragged_to(const canvas::Interaction& hand);

/// Where the hand moves a handle that is now at `center`, kept within `limits`; arrow keys move it by `nudge` pixels.
std::optional<canvas::Point> moved(const canvas::Interaction& hand, canvas::Point center, canvas::Rect limits, float nudge = 1);

/// Draws a handle that slides along the axis x of a diagram, at `value` and at height `y`, and returns to which value the hand moves it.
std::optional<double> draw_axis_handle(canvas::Canvas& canvas, const Axes& axes, double value, float y, const Handle& handle,
                                       canvas::Place caller = canvas::Place::here());

/// Draws a handle that stands at a whole number of a scale, at height `y`, and returns to which one the hand moves it. The arrow keys left
/// and right are a step each.
std::optional<int> draw_step_handle(canvas::Canvas& canvas, const Scale& scale, int number, float y, const Handle& handle,
                                    canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
