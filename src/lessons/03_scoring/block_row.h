// Blocks of a product side by side: their places, the operators between them, and two buttons for their size.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "charts/matrix_block.h"

namespace attn::lessons::scoring {

/// Cuts `area` into columns whose widths have the proportions `shares`, with gaps for operators between them.
std::vector<canvas::Rect> columns_of(canvas::Rect area, std::initializer_list<float> shares, float gap);

/// An operator between a block and the place of the next one, halfway down the block.
void draw_between(canvas::Canvas& canvas, canvas::Rect left, const charts::MatrixBlock& block, canvas::Rect right, std::string_view sign);

/// Draws the buttons `less_id` and `more_id` side by side. If one was pressed, `*change` becomes -1 or 1.
void draw_two_buttons(canvas::Canvas& canvas, canvas::Rect place, std::string_view less_id, std::string_view less, std::string_view more_id,
                      std::string_view more, int* change);

}  // namespace attn::lessons::scoring
