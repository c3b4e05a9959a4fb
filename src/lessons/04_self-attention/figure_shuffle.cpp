// The outputs of the sentence and of the shuffled one, joined by lines that show where each token went.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "charts/small_button.h"
#include "lessons/04_self-attention/figure_parts.h"
#include "lessons/04_self-attention/figures.h"

namespace attn::lessons::self_attention {

void draw_shuffle(canvas::Canvas& canvas, const Params&, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  canvas::Rect foot = area.cut_bottom(28);
  const canvas::Rect button = foot.cut_right(std::min(110.0f, 0.4f * foot.width)).inset(0, 2);
  if (charts::draw_small_button(canvas, button, "shuffle-again", "Shuffle again", "shuffle the tokens again"))
    edit.shuffle = edit.shuffle % 999 + 1;
  constexpr Real kRounding = Real(1e-5);
  const std::string note = r.shuffle_difference < kRounding
                               ? "Every token\u2019s two outputs are the same."
                               : "A token\u2019s two outputs differ by up to " + canvas::shown_fixed(r.shuffle_difference, 2) + ".";
  foot.cut_right(10);
  canvas::draw_hint(canvas, foot, note, charts::quiet(canvas, 12));
  const float middle = std::clamp(0.16f * area.width, 40.0f, 150.0f), half = (area.width - middle) / 2;
  const canvas::Rect left{area.x, area.y, half, area.height}, right{area.right() - half, area.y, half, area.height};
  const std::vector<std::string> names = r.shuffled_tokens();
  const charts::MatrixBlock before{"output", "output", "", canvas::Role::kOutput, r.attention.output, r.tokens};
  const charts::MatrixBlock after{"shuffled-output", "shuffled", "", canvas::Role::kOutput, r.shuffled, names};
  const canvas::Rect left_cells = charts::block_cells(canvas, left, before), right_cells = charts::block_cells(canvas, right, after);
  const auto n = static_cast<int>(r.order.size());
  const float to = right.x - 2;
  for (int i = 0; i < n; ++i) {
    const canvas::Point a{left_cells.right() + 4, left_cells.cell(r.order[static_cast<size_t>(i)], 0, n, 1).center().y};
    const canvas::Point b{to, right_cells.cell(i, 0, n, 1).center().y};
    std::array<canvas::Point, 17> points;
    for (size_t s = 0; s < points.size(); ++s) {
      const float t = static_cast<float>(s) / (points.size() - 1), ease = t * t * (3 - 2 * t);
      points[s] = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * ease};
    }
    canvas.polyline(points, {canvas.color(canvas::Role::kOutput).with_alpha(0.6f), 1.5f});
  }
  charts::draw_matrix_block(canvas, left, before);
  charts::draw_matrix_block(canvas, right, after);
}

}  // namespace attn::lessons::self_attention
