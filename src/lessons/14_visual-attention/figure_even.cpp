// What the doubly stochastic penalty does to the maps: of one word, and the sum over all words.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "lessons/14_visual-attention/figure_parts.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Rect, canvas::Role;

/// A map of one of both networks, whose cells are the half of a result.
void draw_even_map(Canvas& canvas, Rect area, std::string_view id, int side, const Mat& weights, const Result& r, const std::string& what,
                   std::string_view brief) {
  const std::string most = "; the largest is " + fixed(static_cast<double>(weights.maxCoeff()), 2), full = what + most;
  draw_note(canvas, &area, full, brief);
  const Rect map = square_in(area);
  draw_scene(canvas, map, r.things, weights);
  draw_half_grid(canvas, map, id, side, what);
}

}  // namespace

void draw_even(Canvas& canvas, const Params&, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const bool wide = area.width > area.height;
  cut_caption(canvas, &area, r, edit);
  const std::optional<Told>&soft = r.all[static_cast<std::size_t>(Network::soft)], &even = r.all[static_cast<std::size_t>(Network::even)];
  for (int side = 0; side < 2; ++side) {
    const std::optional<Told>& told = side == 0 ? soft : even;
    Rect half = wide ? area.cell(0, side, 1, 2).inset(6, 0) : area.cell(side, 0, 2, 1).inset(0, 4);
    const Rect head = half.cut_top(24);
    const std::string name = side == 0 ? "Without the penalty" : "With the penalty";
    const int network = static_cast<int>(side == 0 ? Network::soft : Network::even);
    if (!told) {
      canvas.text({head.x, head.center().y}, name + ": on its way", charts::quiet(canvas, 13));
      continue;
    }
    const std::string spread = fixed(static_cast<double>(mean_spread(told->telling)), 1);
    const std::string full = name + ": a map is spread over " + spread + " places", brief = name + ": " + spread + " places",
                      least = std::string(side == 0 ? "Without: " : "With: ") + spread;
    const std::string id = canvas::cell_id("spread", network, 0);
    if (canvas.is_hot(id)) canvas.border(head.inset(-3, 1), {canvas.color(Role::kAccent), 1.5f}, 4);
    canvas.text({head.x, head.center().y}, charts::fitting(canvas, charts::strong(canvas, 14), head.width, {full, brief, least}),
                charts::strong(canvas, 14));
    canvas.region(id, head, Grip::kHover, "places that a map is spread over, on average");
    const bool stacked = std::min(half.width, half.height / 2) > std::min(half.width / 2, half.height);
    const auto part = [&](int k) { return stacked ? half.cell(k, 0, 2, 1).inset(0, 2) : half.cell(0, k, 1, 2).inset(3, 0); };
    draw_even_map(canvas, part(0), "two", side, map_at(told->telling, r.word), r,
                  "word " + std::to_string(r.word + 1) + ", " +
                      quoted(word_at(told->telling, std::min<Index>(r.word, told->telling.logits.rows() - 1))),
                  "word " + std::to_string(r.word + 1));
    draw_even_map(canvas, part(1), "received", side, received(told->telling), r, "sum over all words", "sum");
  }
}

}  // namespace attn::lessons::visual_attention
