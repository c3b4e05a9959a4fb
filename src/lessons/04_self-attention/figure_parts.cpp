#include "lessons/04_self-attention/figure_parts.h"

#include <string>
#include <vector>

namespace attn::lessons::self_attention {

charts::CellMatrix weights_matrix(const Params& p, const Result& r) {
  return {.id = "weights",
          .values = r.weights(p.head - 1),
          .allowed = &r.allowed,
          .rows = r.tokens,
          .cols = r.context,
          .label = "attention weights, a row for each token that asks",
          .largest_cell = 72};
}

void draw_head_tile(canvas::Canvas& canvas, canvas::Rect tile, const Params& p, const Result& r, int h, canvas::Role frame, float rounding,
                    Params& edit) {
  const Mat& w = r.weights(h);
  std::vector<canvas::Color> colors;
  for (Index i = 0; i < w.size(); ++i) colors.push_back(canvas.theme().sequential(static_cast<float>(w.data()[i])));
  canvas.cells(tile, static_cast<int>(w.rows()), static_cast<int>(w.cols()), colors);
  const std::string id = "head[" + std::to_string(h) + "]";
  const bool chosen = h == p.head - 1;
  canvas.border(tile, {canvas.color(chosen || canvas.is_hot(id) ? canvas::Role::kAccent : frame), chosen ? 2.5f : 1.0f}, rounding);
  if (canvas.region(id, tile, canvas::Grip::kClick, "show head " + std::to_string(h + 1)).pressed) edit.head = h + 1;
}

}  // namespace attn::lessons::self_attention
