// An attention matrix with many rows and columns as a heat map, with queries from top to bottom and keys from left to right. It has
// positions instead of names along its sides, and a scale.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::charts {

struct WeightMap {
  std::string_view id;        ///< the cells are the regions id[i,j]
  const Mat& weights;         ///< [rows,cols]
  const Mat &queries, &keys;  ///< the positions of the rows [rows,1] and of the columns [cols,1], both rising
  Real query;                 ///< the position that is marked at the side
  std::string_view row_name, col_name;
};

void draw_weight_map(canvas::Canvas& canvas, const WeightMap& map, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
