// A matrix as coloured cells with names along its sides: attention weights, masks, and matrices of signed numbers that can be edited.
//
// Weights (0 to 1) take the sequential map, signed numbers the diverging one. A cell that may not attend is hatched, so that it differs
// from a weight that merely is small. Cells show their number where it fits; names turn upright where columns are narrow.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::charts {

struct CellMatrix {
  enum class Colors { kWeights, kSigned, kAllowed };

  std::string_view id;  ///< the cells are the regions id[i,j]
  const Mat& values;    ///< kAllowed: 1 and 0
  Colors colors = Colors::kWeights;
  float limit = 2;                                    ///< kSigned: this size has the full colour
  const Mask* allowed = nullptr;                      ///< hatched where false; null: nowhere
  std::span<const std::string> rows = {}, cols = {};  ///< names, or empty
  canvas::Role row_role = canvas::Role::kQuery, col_role = canvas::Role::kKey;
  canvas::Grip grip = canvas::Grip::kHover;
  std::string_view label = {};  ///< what the region is, for the ear
  bool square = false;          ///< cells are not drawn wider than high, nor the other way round
  float largest_cell = 64;      ///< pixels
  int digits = 2;
  int band = 0;  ///< columns in a band; a gap line is drawn between bands; 0 for none
};

/// Where the cells lie when the matrix is drawn into `area`, names left of and above them. The matrix keeps to the top left.
canvas::Rect cells_in(const canvas::Canvas& canvas, canvas::Rect area, const CellMatrix& matrix);

/// Draws it; `area` is cells_in(...) enlarged by the names.
canvas::Interaction draw_cell_matrix(canvas::Canvas& canvas, canvas::Rect area, const CellMatrix& matrix,
                                     canvas::Place caller = canvas::Place::here());

/// A frame about the cell of the grid `id` that is hovered or selected, so many pixels within it. `cells` is where the grid lies.
void draw_hot_cell(canvas::Canvas& canvas, std::string_view id, canvas::Rect cells, int rows, int cols, float inset = 1,
                   canvas::Place caller = canvas::Place::here());

/// What the hand does to the entries of an editable matrix (Grip::kDrag): dragging up or down adds or takes away `step` every three
/// pixels, an arrow key one `step`. Entries stay in [-limit, limit] and multiples of `step`. True when `*entries` changed.
bool edit_cells(const canvas::Interaction& hand, const Mat& shown, Mat* entries, Real step, Real limit);

/// Paints a mask (Grip::kPaint): the cell where the press begins is toggled, those that the hand moves over become like it. `cells` is
/// where the grid lies. True when `*mask` changed.
bool paint_cells(const canvas::Interaction& hand, canvas::Rect cells, Mask* mask);

/// A bar with the colours of `colors` and the numbers at its ends, in `area` (about 120 x 14).
void draw_color_scale(canvas::Canvas& canvas, canvas::Rect area, CellMatrix::Colors colors, float limit = 1,
                      canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
