// The weights of one query as columns on a scale from 0 to 1, each with its key's name and its number.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::charts {

struct WeightColumns {
  std::string_view id;                        ///< of the result; the columns are the cells id[0,i]
  std::span<const std::string> labels;        ///< names of the keys, shown where they fit
  std::span<const canvas::Color> fills = {};  ///< one colour per column; empty for the sequential map
};

/// weights [1,m]. The area should have at least about 60 x 50 pixels. Numbers and names are left out where columns are too narrow for them.
canvas::Interaction draw_weight_columns(canvas::Canvas& canvas, canvas::Rect area, In weights, const WeightColumns& look,
                                        canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
