// What several figures of this lesson draw alike: letters, and cells with numbers in them.
#pragma once

#include <string_view>

#include "canvas/canvas.h"
#include "lessons/05_recurrent/cell_parts.h"

namespace attn::lessons::recurrent {

/// The width of a letter with its subscript. A single letter is in mathematical italics; anything longer is a word and upright.
float letter_width(const canvas::Canvas& canvas, const Letter& letter, float size = 15);

/// The letter with its subscript, centred at `at`.
void draw_letter(canvas::Canvas& canvas, canvas::Point at, const Letter& letter, canvas::Role role, float size = 15);

struct NumberCell {
  Real value;
  bool is_gate = false;
  float limit = 1;  ///< the absolute value with the strongest colour, if the cell is no gate
  int digits = 2;   ///< digits after the point; if negative, two significant digits
};

/// A coloured cell, with its number where that fits.
void draw_number_cell(canvas::Canvas& canvas, canvas::Rect r, const NumberCell& cell);

/// The same as a region of its own. `id` is a cell of a result.
canvas::Interaction draw_named_cell(canvas::Canvas& canvas, canvas::Rect r, const NumberCell& cell, std::string_view id,
                                    std::string_view label);

/// Draws `values` as a grid of cells `id[i,j]` on `r`. The hand drags their numbers, which changes `edited`.
void draw_number_grid(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, const Mat& values, Mat* edited, std::string_view label);

/// A border in the accent colour around column `col` of the `cols` columns of `r`.
void mark_column(canvas::Canvas& canvas, canvas::Rect r, int col, int cols);

}  // namespace attn::lessons::recurrent
