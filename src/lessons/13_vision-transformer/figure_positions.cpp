// The learned positions, compared: a small map for each patch, at the patch's place.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "lessons/13_vision-transformer/figure_parts.h"

namespace attn::lessons::vision_transformer {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Rect, canvas::Role;

void draw_positions(Canvas& canvas, const Params&, const Result& r, Params&) {
  Rect area = charts::page(canvas);
  const int aside = r.settings.patches_aside(), all = aside * aside;
  Rect head = area.cut_top(24);
  Rect scale = head.cut_right(std::min(130.0f, head.width * 0.34f));
  charts::draw_color_scale(canvas, {scale.x, scale.y + 3, scale.width, 14}, charts::CellMatrix::Colors::kSigned, 1);
  canvas.text({head.x, head.y + 10},
              charts::fitting(canvas, charts::quiet(canvas, 12.5f), head.width - 8,
                              {"Each small map: how alike the position of its patch is to every other\u2019s (cosine)",
                               "Each map: its position beside every other (cosine)", "Cosines of positions"}),
              charts::quiet(canvas, 12.5f));
  const Rect place = square_in(area);
  std::vector<Color> colors;
  colors.reserve(static_cast<std::size_t>(r.similarity.size()));
  for (Index i = 0; i < r.similarity.size(); ++i) {
    const Real x = r.similarity.data()[i];
    colors.push_back(std::isfinite(x) ? canvas.theme().diverging(static_cast<float>(x)) : canvas.color(Role::kSurface));
  }
  canvas.cells(place, all, all, colors);
  draw_cuts(canvas, place, aside, std::clamp(place.width / 70, 3.0f, 8.0f));
  for (int patch = 0; patch < r.settings.patches(); ++patch) {
    const int row = patch / aside * aside + patch / aside, col = patch % aside * aside + patch % aside;
    canvas.border(place.cell(row, col, all, all).inset(1.5f, 1.5f), {canvas.color(Role::kInk), 1.5f});
  }
  charts::draw_hot_cell(canvas, "similarity", place, all, all, 0);
  canvas.grid("similarity", place, all, all, Grip::kHover, "cosines of the positions of two patches");
}

}  // namespace attn::lessons::vision_transformer
