// A matrix as in a printed formula: numbers between square brackets, under its name and shape.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "ui/canvas.h"

namespace attn::ui {

struct MatrixView {
  std::string_view name;     ///< "Wq"; empty: no caption
  std::string_view id = {};  ///< the entries are the regions id[i,j]; empty: none
  Role role = Role::kInk;
  int digits = 2;
  float text_size = 12;
  int most_rows = 8, most_cols = 8;  ///< larger matrices are cut in the middle, with dots
};

/// How large it is drawn.
Size matrix_view_size(const Canvas& canvas, In matrix, const MatrixView& view);

/// Draws it with its top left corner at `at`; the caption reads `name  rows × cols`. Returns where it is.
Rect draw_matrix_view(Canvas& canvas, Point at, In matrix, const MatrixView& view);

/// The two square brackets around `r`.
void draw_brackets(Canvas& canvas, Rect r, const Stroke& stroke);

}  // namespace attn::ui
