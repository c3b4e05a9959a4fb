#include "lessons/03_scoring/block_row.h"

#include <algorithm>

#include "charts/small_button.h"

namespace attn::lessons::scoring {

std::vector<canvas::Rect> columns_of(canvas::Rect area, std::initializer_list<float> shares, float gap) {
  float total = 0;
  for (float share : shares) total += share;
  const float room = area.width - gap * static_cast<float>(shares.size() - 1);
  std::vector<canvas::Rect> columns;
  for (float share : shares) {
    columns.push_back(area.cut_left(room * share / total));
    area.cut_left(gap);
  }
  return columns;
}

void draw_between(canvas::Canvas& canvas, canvas::Rect left, const charts::MatrixBlock& block, canvas::Rect right, std::string_view sign) {
  const canvas::Rect cells = charts::block_cells(canvas, left, block);
  const canvas::Point at{(cells.right() + right.x) / 2, cells.center().y};
  const float size = std::clamp(0.4f * cells.height / static_cast<float>(block.values.rows()), 17.0f, 30.0f);
  if (sign == "\u00b7") return canvas.circle(at, 0.12f * size, canvas.color(canvas::Role::kInk));  // that of a font is hardly seen
  canvas.text(at, sign,
              {.color = canvas.color(canvas::Role::kInk), .size = size, .font = canvas::Font::kMath, .align = canvas::Align::kCenter});
}

void draw_two_buttons(canvas::Canvas& canvas, canvas::Rect place, std::string_view less_id, std::string_view less, std::string_view more_id,
                      std::string_view more, int* change) {
  canvas::Rect half = place.cut_left(place.width / 2);
  if (charts::draw_small_button(canvas, half.inset(3, 2), less_id, less, less)) *change = -1;
  if (charts::draw_small_button(canvas, place.inset(3, 2), more_id, more, more)) *change = 1;
}

}  // namespace attn::lessons::scoring
