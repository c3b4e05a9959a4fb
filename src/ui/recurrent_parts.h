// Pieces that several pictures of recurrent networks are made from.
#pragma once

#include <string>
#include <string_view>

#include "base/mat.h"
#include "ui/recurrent_figures.h"

namespace attn::ui {

/// The figure's area without its margins.
Rect recurrent_page(const Canvas& canvas);

TextStyle recurrent_caption(const Canvas& canvas, Role role, float size = 12);

/// A letter in mathematical italic with its subscript, centred at `at`.
void draw_letter(Canvas& canvas, Point at, const Letter& letter, Role role, float size = 15);

struct NumberCell {
  Real value;
  bool is_gate = false;
  float limit = 1;  ///< signed: this size has the full colour
  int digits = 2;   ///< after the point; negative: as few as tell two significant ones
};

/// A coloured cell with its number, the number only where it fits.
void draw_number_cell(Canvas& canvas, Rect r, const NumberCell& cell);

/// draw_number_cell as a region of its own, `id` being one cell of a result.
Interaction draw_named_cell(Canvas& canvas, Rect r, const NumberCell& cell, std::string_view id, std::string_view label);

/// Rows of numbers that the hand drags, `id[i,j]`, on the grid `r` of `values`; true when `*edited` changed.
bool draw_number_grid(Canvas& canvas, Rect r, std::string_view id, const Mat& values, Real step, Real limit, Mat* edited,
                      std::string_view label);

/// A frame in the accent colour around column `col` of `cols` of `r`.
void mark_column(Canvas& canvas, Rect r, int col, int cols);

/// "x1", "x2", ...
std::vector<std::string> numbered(std::string_view letter, int first, int count);

}  // namespace attn::ui
