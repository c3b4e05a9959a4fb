// The dictionary look-up: the weights of ten keys for ten nodes that ask, in both versions of graph attention.
#include <algorithm>
#include <string>

#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
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
  draw_heading(canvas, &area, "Version " + std::to_string(version),
               std::to_string(r.found) + " of " + std::to_string(k) + " find their key");
  const canvas::TextStyle small = quiet(canvas, 12);
  const std::string ranks = r.swaps == 0
                                ? "one ranking of the keys for all who ask"
                                : std::to_string(r.swaps) + " of " + std::to_string(k * (k - 1) / 2) + " pairs of keys change places";
  const Rect line = area.cut_top(18);
  canvas.text({line.x, line.center().y - 2}, canvas::elided(canvas, ranks, small, line.width), small);
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
    canvas.frame(cells.cell(i, i, k, k).inset(1, 1), {canvas.color(Role::kMuted), 1});
    const Rect first = cells.cell(i, r.favourite[static_cast<size_t>(i)], k, k);
    canvas.frame(first.inset(2.5f, 2.5f), {canvas.color(Role::kBackground), 3}, 2);
    canvas.frame(first.inset(2.5f, 2.5f), {canvas.color(Role::kOutput), 2}, 2);
  }
}

}  // namespace

void draw_lookup(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = page(canvas);
  Rect foot = area.cut_bottom(40);
  canvas::draw_hint(canvas, foot.cut_bottom(18), "Purple: the key that a row ranks first. Grey, on the diagonal: the key that it asks for.",
                    quiet(canvas, 11));
  const LookupStudy& s = r.lookup;
  draw_offer(canvas, foot, "lookup", s.trained ? "The models in training." : "Weights drawn at random.", p, edit);
  const Halves both = halves(area);
  draw_version(canvas, both.first, s, 1);
  draw_version(canvas, both.second, s, 2);
}

}  // namespace attn::lessons::graph_attention
