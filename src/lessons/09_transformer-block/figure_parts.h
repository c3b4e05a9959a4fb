// What several figures of this lesson draw alike. Above all a matrix of the block as coloured cells, in which the row of the token that is
// followed is marked: small ones as stations of the data flow, large ones with their numbers.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::transformer_block {

inline constexpr float kFullColor = 2;  ///< a signed number of this size has the full colour

struct Map {
  std::string_view id;     ///< its cells are the regions id[i,j], or with `whole` it is one region of this name
  const Mat& values;       ///< [n,c]
  std::string_view label;  ///< for the ear
  int row = -1;            ///< marked; -1: none
  bool weights = false;    ///< numbers from 0 to 1
  bool whole = false;
  canvas::Grip grip = canvas::Grip::kHover;
  std::string_view lit_by = {};             ///< a result that lights it too
  int band = 0;                             ///< columns of a head, with a line between two; 0: none
  int lit_band = -1;                        ///< the band that is shown; the others are pale; -1: all are shown
  bool bands_down = false;                  ///< bands are of rows
  std::span<const std::string> names = {};  ///< of the rows, to the left of it
  bool numbers = true;                      ///< where there is room for letters of 10 pixels
  float limit = kFullColor;                 ///< a signed number of this size has the full colour
  float pale = 0;                           ///< 0: as it is; 1: not to be seen
};

/// Fills `cells` and declares its region.
canvas::Interaction draw_map(canvas::Canvas& canvas, canvas::Rect cells, const Map& map);

/// The row of `map` at the hand, or -1.
int row_at(const canvas::Interaction& hand, canvas::Rect cells, const Map& map);

/// The canvas less a margin.
canvas::Rect page(const canvas::Canvas& canvas);

/// "time flies like arrows" as buttons in a line (regions `token[i]`); the one that is followed is marked. Returns the one that is pressed,
/// or -1.
int draw_tokens(canvas::Canvas& canvas, canvas::Rect line, std::span<const std::string> tokens, int followed);

/// A caption: `name` in the text's colour and `more` quietly behind it where there is room.
void draw_caption(canvas::Canvas& canvas, canvas::Rect line, std::string_view name, std::string_view more);

/// The scale of signed numbers at the foot and a quiet sentence beside it; nothing on a canvas of less than 300 pixels.
void draw_foot(canvas::Canvas& canvas, canvas::Rect* area, std::string_view note);

}  // namespace attn::lessons::transformer_block
