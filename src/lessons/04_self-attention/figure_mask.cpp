// The mask under the brush, and the weights that it leaves.
#include <algorithm>
#include <string>

#include "canvas/paragraph.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/04_self-attention/figure_parts.h"
#include "lessons/04_self-attention/figures.h"

namespace attn::lessons::self_attention {

void draw_mask(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 10);
  canvas::Rect foot = area.cut_bottom(20);
  const bool beside = area.width > 1.15f * area.height;
  canvas::Rect second = beside ? area.cut_right(area.width / 2) : area.cut_bottom(area.height / 2);
  if (beside) second.cut_left(14), area.cut_right(14);
  const auto titled = [&](canvas::Rect* place, const char* what) {
    const canvas::TextStyle style = charts::strong(canvas, 13);
    const canvas::Rect band = place->cut_top(22);
    const std::string title = std::string(what) + "  " + charts::shape_text(r.allowed.rows(), r.allowed.cols());
    canvas.text({band.x, band.y + 9}, canvas::elided(canvas, title, style, band.width), style);
  };
  titled(&area, "Mask, to paint");
  titled(&second, "Weights");
  const Mat values = r.allowed.cast<Real>();
  const charts::CellMatrix mask{.id = "mask",
                                .values = values,
                                .colors = charts::CellMatrix::Colors::kAllowed,
                                .allowed = &r.allowed,
                                .rows = r.tokens,
                                .cols = r.context,
                                .grip = canvas::Grip::kPaint,
                                .label = "mask, press or drag to paint",
                                .largest_cell = 72};
  const canvas::Rect cells = charts::cells_in(canvas, area, mask);
  Mask painted = r.allowed;
  bool changed = charts::paint_cells(charts::draw_cell_matrix(canvas, area, mask), cells, &painted);
  const auto n = static_cast<int>(painted.rows());
  for (int i = 0; i < n; ++i) {
    const canvas::Rect row = cells.cell(i, 0, n, 1);
    const std::string id = "mask-row[" + std::to_string(i) + "]";
    const canvas::Rect name{area.x, row.y, std::max(1.0f, cells.x - area.x), row.height};
    if (canvas.is_hot(id)) canvas.border(name, {canvas.color(canvas::Role::kAccent), 1}, 3);
    if (!canvas.region(id, name, canvas::Grip::kClick, "open or close the whole row").pressed) continue;
    painted.row(i).setConstant(!painted.row(i).any());
    changed = true;
  }
  charts::draw_cell_matrix(canvas, second, weights_matrix(p, r));
  const canvas::TextStyle style = charts::quiet(canvas, 11);
  canvas::draw_hint(canvas, foot, "1 = true: may attend. Drag to paint; press a name on the left for its whole row.", style);
  if (changed) paint(edit, painted);
}

}  // namespace attn::lessons::self_attention
