// What several figures of this lesson draw alike.
#pragma once

#include <string>

#include "canvas/canvas.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

/// The tip of a clock's hand: at noon for an angle of 0, and clockwise, so that (sin, cos) is how far it points right and up.
canvas::Point tip(canvas::Point center, float radius, double angle);

/// The face of a clock.
void draw_face(canvas::Canvas& canvas, canvas::Point center, float radius);
void draw_clock_hand(canvas::Canvas& canvas, canvas::Point center, float radius, double angle, const canvas::Stroke& stroke);

/// Places 0 to n - 1 in a line with the word that asks (handle `query-at`), the one that answers (`key-at`) and a bar between them (`pair`)
/// that moves both. With `shift` hollow marks stand where both words are moved to, and the mark of the asking one is the handle `shift`.
void draw_ruler(canvas::Canvas& canvas, canvas::Rect area, const Params& p, bool shift, Params& edit);
float ruler_height(bool shift);

/// A square of n x n signed cells, `id[i,j]`, queries from top to bottom, on which the hand moves the pair. Cells of the pair's diagonal
/// are set off by two fine lines.
struct PairMap {
  std::string_view id;
  const Mat& values;  ///< [n,n]
  float limit;
  bool shift = false;  ///< marks the moved pair as well
  bool names = true;   ///< of its sides, where there is room
};
/// Draws it into the top left of `area` and returns the cells' square.
canvas::Rect draw_pair_map(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const PairMap& map, Params& edit);

}  // namespace attn::lessons::positions
