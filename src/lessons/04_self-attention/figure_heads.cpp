// Queries, keys and values cut into heads, the weights of each, and the heads side by side on their way through W_o.
#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/04_self-attention/figure_parts.h"
#include "lessons/04_self-attention/figures.h"

namespace attn::lessons::self_attention {
namespace {

/// The heads' weights as small heat maps, one below the other.
void draw_head_weights(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit) {
  const int heads = p.heads();
  const int columns = heads == 1 || (heads == 2 && area.height > 1.2f * area.width) ? 1 : 2, rows = (heads + columns - 1) / columns;
  const canvas::Rect caption = area.cut_top(19);
  const Index n = r.allowed.rows(), m = r.allowed.cols();
  canvas.text({caption.x, caption.center().y},
              canvas::elided(canvas, "weights " + std::to_string(heads) + " of " + charts::shape_text(n, m), charts::quiet(canvas, 11),
                             caption.width),
              charts::quiet(canvas, 11));
  for (int h = 0; h < heads; ++h) {
    canvas::Rect place = area.cell(h / columns, h % columns, rows, columns).inset(2, 2);
    const float cell = std::min({place.width / static_cast<float>(m), place.height / static_cast<float>(n), canvas.bounds().width / 28});
    const canvas::Rect tile{place.x, place.y, cell * static_cast<float>(m), cell * static_cast<float>(n)};
    draw_head_tile(canvas, tile, p, r, h, canvas::Role::kMuted, 0, edit);
  }
}

}  // namespace

void draw_heads(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  const int width = p.head_width();
  const bool base = p.setting == Setting::kBase;
  charts::draw_signed_foot(canvas, area.cut_bottom(20), 2,
                           counted(p.heads(), "head") + " of width " + std::to_string(width) + "; press a head to look at it");
  const bool wide = area.width > 1.25f * area.height;
  const float gap = std::clamp(0.03f * area.width, 6.0f, 24.0f);
  const auto column = [&](int i, int of) {
    canvas::Rect place = wide ? area.cell(0, i, 1, of) : area.cell(i, 0, of, 1);
    if (wide) place.width -= gap;
    return place;
  };
  const std::array<charts::MatrixBlock, 3> split{
      {{"queries", "Q", "", canvas::Role::kQuery, r.attention.q, {}, canvas::Role::kQuery, canvas::Grip::kHover, width},
       {"keys", "K", "", canvas::Role::kKey, r.attention.k, {}, canvas::Role::kQuery, canvas::Grip::kHover, width},
       {"values", "V", "", canvas::Role::kValue, r.attention.v, {}, canvas::Role::kQuery, canvas::Grip::kHover, width}}};
  const canvas::Rect first = column(0, 3), middle = column(1, 3), last = column(2, 3);
  for (int i = 0; i < 3; ++i)
    charts::draw_matrix_block(canvas, (wide ? first.cell(i, 0, 3, 1) : first.cell(0, i, 1, 3)).inset(2, 2), split[static_cast<size_t>(i)]);
  draw_head_weights(canvas, middle, p, r, edit);
  const canvas::Grip grip = base ? canvas::Grip::kHover : canvas::Grip::kDrag;
  const auto part = [&](int i) { return (wide ? last.cell(i, 0, 3, 1) : last.cell(0, i, 1, 3)).inset(2, 2); };
  charts::draw_matrix_block(canvas, part(0),
                            {"heads-output",
                             part(0).width < 130 ? "heads joined" : "heads side by side",
                             "",
                             canvas::Role::kOutput,
                             r.attention.concat,
                             {},
                             canvas::Role::kQuery,
                             canvas::Grip::kHover,
                             width});
  const canvas::Interaction hand =
      charts::draw_matrix_block(canvas, part(1), {"wo", "W", "o", canvas::Role::kOutput, r.matrices.wo, {}, canvas::Role::kInk, grip});
  if (!base) charts::edit_cells(hand, r.matrices.wo, &edit.wo, static_cast<Real>(kEntryStep), kEntryLimit);
  charts::draw_matrix_block(canvas, part(2), {"output", "output", "", canvas::Role::kOutput, r.attention.output});
}

}  // namespace attn::lessons::self_attention
