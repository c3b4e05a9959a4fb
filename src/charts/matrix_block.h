// A matrix of signed numbers with its letter and its shape above it. Products are laid out from such blocks.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "charts/cell_matrix.h"

namespace attn::charts {

struct MatrixBlock {
  std::string_view id;              ///< of the cells
  std::string_view letter;          ///< is written above it in the role's colour
  std::string_view subscript = {};  ///< of the letter, or empty
  canvas::Role role;
  const Mat& values;
  std::span<const std::string> rows = {};  ///< names, or empty
  canvas::Role row_role = canvas::Role::kQuery;
  canvas::Grip grip = canvas::Grip::kHover;
  int band = 0;  ///< see CellMatrix
  CellMatrix::Colors colors = CellMatrix::Colors::kSigned;
  float limit = 2;
  int digits = 1;
  std::span<const std::string> cols = {};
};

inline constexpr float kBlockCaption = 19;  ///< height

/// The area where draw_matrix_block() puts the cells.
canvas::Rect block_cells(const canvas::Canvas& canvas, canvas::Rect area, const MatrixBlock& block);

/// Draws the block at the top left of `area`.
canvas::Interaction draw_matrix_block(canvas::Canvas& canvas, canvas::Rect area, const MatrixBlock& block,
                                      canvas::Place caller = canvas::Place::here());

/// Draws an operator between two blocks, such as a dot or an equals sign.
void draw_operator(canvas::Canvas& canvas, canvas::Point at, std::string_view sign, canvas::Place caller = canvas::Place::here());

/// "6 x 8".
std::string shape_text(Index n, Index m);

/// Draws the scale of signed numbers, and a sentence in grey beside it, along the foot of a figure.
void draw_signed_foot(canvas::Canvas& canvas, canvas::Rect foot, float limit, std::string_view note,
                      canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
