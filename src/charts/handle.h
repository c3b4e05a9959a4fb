// Marks of the four roles, and points that can be taken in the hand. Shape tells the role as well as colour does: a query is a circle, a
// key a square, a value a diamond, an output a triangle.
#pragma once

#include <string_view>

#include "canvas/canvas.h"

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

/// Where the hand wants a handle that is now at `center`, kept within `limits`; arrow keys move it by `nudge` pixels.
canvas::Point moved(const canvas::Interaction& hand, canvas::Point center, canvas::Rect limits, float nudge = 1);

}  // namespace attn::charts
