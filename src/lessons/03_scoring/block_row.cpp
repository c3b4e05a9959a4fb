#include "lessons/03_scoring/block_row.h"

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
  charts::draw_operator(canvas, {(cells.right() + right.x) / 2, cells.center().y}, sign);
}

void draw_two_buttons(canvas::Canvas& canvas, canvas::Rect place, std::string_view less_id, std::string_view less, std::string_view more_id,
                      std::string_view more, int* change) {
  canvas::Rect half = place.cut_left(place.width / 2);
  if (charts::draw_small_button(canvas, half.inset(3, 2), less_id, less, less)) *change = -1;
  if (charts::draw_small_button(canvas, place.inset(3, 2), more_id, more, more)) *change = 1;
}

}  // namespace attn::lessons::scoring
