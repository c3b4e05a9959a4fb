// A matrix as coloured cells with names along its sides: attention weights, masks, and matrices of signed numbers that can be edited.
//
// Weights (0 to 1) have the sequential colour map, signed numbers the diverging one. A cell that the mask forbids is hatched, so that it
// differs from a weight that is merely small. Cells show their number where it fits. The names of narrow columns are written upwards.
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
  float limit = 2;                                    ///< kSigned: numbers of this size have the full colour
  const Mask* allowed = nullptr;                      ///< cells are hatched where it is false; null: all are allowed
  std::span<const std::string> rows = {}, cols = {};  ///< names, or empty
  canvas::Role row_role = canvas::Role::kQuery, col_role = canvas::Role::kKey;
  canvas::Grip grip = canvas::Grip::kHover;
  std::string_view label = {};  ///< describes the region to screen readers
  bool square = false;          ///< whether cells are as wide as they are high
  float largest_cell = 64;      ///< in pixels
  int digits = 2;
  int band = 0;  ///< the number of columns in a band, for a gap is drawn between bands; 0 for no bands
};

/// The area of the cells when the matrix is drawn into `area`, at its top left, with names left of the cells and above them.
canvas::Rect cells_in(const canvas::Canvas& canvas, canvas::Rect area, const CellMatrix& matrix);

/// Draws the matrix into `area`, which includes the names. The cells are at cells_in(...).
canvas::Interaction draw_cell_matrix(canvas::Canvas& canvas, canvas::Rect area, const CellMatrix& matrix,
                                     canvas::Place caller = canvas::Place::here());

/// Draws a border `inset` pixels inside the cell of the grid `id` that is hovered or selected. `cells` is the grid's area.
void draw_hot_cell(canvas::Canvas& canvas, std::string_view id, canvas::Rect cells, int rows, int cols, float inset = 1,
                   canvas::Place caller = canvas::Place::here());

/// Lets the hand edit the entries of a matrix (Grip::kDrag). Dragging up or down adds or subtracts `step` every three pixels, and an arrow
/// key does so once. Entries stay in [-limit, limit] and are multiples of `step`. Returns whether `*entries` changed.
bool edit_cells(const canvas::Interaction& hand, const Mat& shown, Mat* entries, Real step, Real limit);

/// Lets the hand paint a mask (Grip::kPaint). The cell where the press begins is toggled, and those that the hand moves over get the same
/// value. `cells` is the grid's area. Returns whether `*mask` changed.
bool paint_cells(const canvas::Interaction& hand, canvas::Rect cells, Mask* mask);

/// Draws a bar with the colours of `colors` and the numbers at its ends into `area` (about 120 x 14).
void draw_color_scale(canvas::Canvas& canvas, canvas::Rect area, CellMatrix::Colors colors, float limit = 1,
                      canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
