// What several figures of this lesson draw alike: letters, cells with their number, grids of them.
#pragma once

#include <string_view>

#include "canvas/canvas.h"
#include "lessons/05_recurrent/cell_parts.h"

namespace attn::lessons::recurrent {

/// A letter in mathematical italic, or words (anything longer) upright, with its subscript.
float letter_width(const canvas::Canvas& canvas, const Letter& letter, float size = 15);

/// The letter with its subscript, centred at `at`.
void draw_letter(canvas::Canvas& canvas, canvas::Point at, const Letter& letter, canvas::Role role, float size = 15);

struct NumberCell {
  Real value;
  bool is_gate = false;
  float limit = 1;  ///< signed: this size has the full colour
  int digits = 2;   ///< after the point; negative: as few as tell two significant ones
};

/// A coloured cell with its number, the number only where it fits.
void draw_number_cell(canvas::Canvas& canvas, canvas::Rect r, const NumberCell& cell);

/// draw_number_cell as a region of its own, `id` being one cell of a result.
canvas::Interaction draw_named_cell(canvas::Canvas& canvas, canvas::Rect r, const NumberCell& cell, std::string_view id,
                                    std::string_view label);

/// Rows of numbers that the hand drags, `id[i,j]`, on the grid `r` of `values`.
void draw_number_grid(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, const Mat& values, Mat* edited, std::string_view label);

/// A frame in the accent colour around column `col` of `cols` of `r`.
void mark_column(canvas::Canvas& canvas, canvas::Rect r, int col, int cols);

}  // namespace attn::lessons::recurrent
