// The dictionary look-up: the weights of ten keys for ten nodes that ask, in both versions of graph attention.
#include <string>

#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Rect, canvas::Role;

void draw_version(Canvas& canvas, Rect area, const LookupStudy& s, int version) {
  const Ranking& r = s.version[version - 1];
  const int k = static_cast<int>(r.weights.rows());
  const canvas::TextStyle small = charts::quiet(canvas, 12);
  const std::string name = "Version " + std::to_string(version), found = std::to_string(r.found) + " of " + std::to_string(k);
  const float aside = area.width - canvas.measure(name, charts::strong(canvas, 13)).width - 10;
  draw_heading(canvas, &area, name, charts::fitting(canvas, small, aside, {found + " find their key", found + " found"}));
  const std::string pairs = std::to_string(r.swaps) + " of " + std::to_string(k * (k - 1) / 2) + " pairs";
  const Rect line = area.cut_top(18);
  canvas.text(
      {line.x, line.center().y - 2},
      r.swaps == 0
          ? charts::fitting(canvas, small, line.width, {"one ranking of the keys for all who ask", "one ranking for all", "one ranking"})
          : charts::fitting(canvas, small, line.width, {pairs + " of keys change places", pairs + " change places", pairs + " swap"}),
      small);
  const charts::CellMatrix matrix{.id = version == 1 ? "version-1" : "version-2",
                                  .values = r.weights,
                                  .rows = s.asking,
                                  .cols = s.keys,
                                  .label = "weights of the keys, a row for each node that asks",
                                  .square = true,
                                  .largest_cell = 44};
  const Rect cells = charts::cells_in(canvas, area, matrix);
  charts::draw_cell_matrix(canvas, area, matrix);
  for (int i = 0; i < k; ++i) {
    canvas.border(cells.cell(i, i, k, k).inset(1, 1), {canvas.color(Role::kMuted), 1});
    const Rect first = cells.cell(i, r.favourite[static_cast<size_t>(i)], k, k);
    canvas.border(first.inset(2.5f, 2.5f), {canvas.color(Role::kBackground), 3}, 2);
    canvas.border(first.inset(2.5f, 2.5f), {canvas.color(Role::kInk), 2}, 2);
  }
}

}  // namespace

void draw_lookup(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  Rect foot = area.cut_bottom(56);
  canvas::draw_hint(canvas, foot.cut_bottom(24),
                    "Thick frame: the key that a row ranks first. Thin, on the diagonal: the key that it asks for.",
                    charts::quiet(canvas, 11));
  const LookupStudy& s = r.lookup;
  foot.cut_top(6), foot.cut_bottom(4);
  draw_offer(canvas, foot, "lookup", s.trained ? "Two trained models." : "Weights drawn at random.", p, edit);
  const Halves both = halves(area);
  draw_version(canvas, both.first, s, 1);
  draw_version(canvas, both.second, s, 2);
}

}  // namespace attn::lessons::graph_attention
