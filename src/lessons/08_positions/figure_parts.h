// What several figures of this lesson draw alike.
#pragma once

#include <string>

#include "canvas/canvas.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

/// The tip of a clock's hand. Angles go clockwise from noon, so the hand points sin(angle) to the right and cos(angle) upwards.
canvas::Point tip(canvas::Point center, float radius, double angle);

/// The face of a clock.
void draw_face(canvas::Canvas& canvas, canvas::Point center, float radius);
void draw_clock_hand(canvas::Canvas& canvas, canvas::Point center, float radius, double angle, const canvas::Stroke& stroke);

/// Places 0 to n - 1 in a line, with handles for the word that asks (`query-at`) and the one that answers (`key-at`), and a bracket above
/// them that moves both (`pair`). If `shift`, hollow marks show where both words are moved to, and the bracket below them (`shift`) changes
/// how far.
void draw_ruler(canvas::Canvas& canvas, canvas::Rect area, const Params& p, bool shift, Params& edit);
float ruler_height(bool shift);

/// A square of n x n signed cells `id[i,j]`, queries from top to bottom, on which the hand moves the pair. Two fine lines enclose the
/// diagonal of the pair, whose cells have the same offset.
struct PairMap {
  std::string_view id;
  const Mat& values;  ///< [n,n]
  float limit;
  bool shift = false;  ///< marks the moved pair, too
  bool names = true;   ///< numbers of places along its sides, where there is room
};
/// Draws `map` into the top left of `area`. Returns the square of its cells.
canvas::Rect draw_pair_map(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const PairMap& map, Params& edit);

}  // namespace attn::lessons::positions
