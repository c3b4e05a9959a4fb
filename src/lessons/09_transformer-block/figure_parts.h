// What several figures of this lesson draw alike: above all a matrix of the block as coloured cells, in which the row of the followed token
// is marked. Small ones are stations of the data flow, large ones show their numbers.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::transformer_block {

inline constexpr float kFullColor = 2;  ///< absolute value of a signed number with the strongest colour

struct Map {
  std::string_view id;     ///< its cells are the regions `id[i,j]`; if `whole`, it is one region `id`
  const Mat& values;       ///< [n,c]
  std::string_view label;  ///< label of its region
  int row = -1;            ///< the row that is marked; -1 for none
  bool weights = false;    ///< the numbers are weights, from 0 to 1
  bool whole = false;
  canvas::Grip grip = canvas::Grip::kHover;
  std::string_view lit_by = {};             ///< a further result that lights it
  int band = 0;                             ///< columns of each head's band, with a line between two bands; 0 for no bands
  int lit_band = -1;                        ///< the band that is shown while the others are pale; -1 where none is pale
  bool bands_down = false;                  ///< bands consist of rows, not of columns
  std::span<const std::string> names = {};  ///< names of the rows, on its left
  bool numbers = true;                      ///< shows its numbers where there is room for digits of 10 pixels
  float limit = kFullColor;                 ///< absolute value with the strongest colour, unless `weights`
  float pale = 0;                           ///< from 0, full colours, to 1, invisible
};

/// Draws `map` on all of `cells` and declares its region.
canvas::Interaction draw_map(canvas::Canvas& canvas, canvas::Rect cells, const Map& map);

/// The row of `map` that the hand is on, or -1.
int row_at(const canvas::Interaction& hand, canvas::Rect cells, const Map& map);

/// The canvas less a margin.
canvas::Rect page(const canvas::Canvas& canvas);

/// The tokens as buttons in a line (regions `token[i]`). The followed one is marked. Returns the one that was pressed, or -1.
int draw_tokens(canvas::Canvas& canvas, canvas::Rect line, std::span<const std::string> tokens, int followed);

/// A caption: `name` in the text's colour and, where there is room, `more` quietly after it.
void draw_caption(canvas::Canvas& canvas, canvas::Rect line, std::string_view name, std::string_view more);

/// The colour scale of signed numbers and a quiet sentence beside it, both cut from the foot of `area`. On a canvas that is less than 300
/// pixels high it draws nothing.
void draw_foot(canvas::Canvas& canvas, canvas::Rect* area, std::string_view note);

}  // namespace attn::lessons::transformer_block
