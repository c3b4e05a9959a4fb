// Every head of every layer: where it has the token look that asks, how far it looks, and a button that cuts it.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/13_vision-transformer/figure_parts.h"
#include "lessons/13_vision-transformer/words.h"

namespace attn::lessons::vision_transformer {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Interaction, canvas::Rect, canvas::Role;

constexpr float kUnder = 46;  ///< pixels below a map: its bar and its button

/// One head: the drawing under its weights, its distance as a bar, and its button.
void draw_vision_head(Canvas& canvas, Rect tile, int h, Real most, const Params& p, const Result& r, Params& edit) {
  const models::VisionSettings& s = r.settings;
  const int layer = h / s.heads, head = h % s.heads, aside = s.patches_aside();
  const bool cut = is_cut(p, layer, head);
  const Rect map{tile.x, tile.y, tile.width, tile.height - kUnder};
  draw_image(canvas, map, r.image, r.weights.row(h).rightCols(s.patches()), most);
  draw_cuts(canvas, map, aside, 1);
  if (p.asks > 0) canvas.border(patch_in(map, p.asks - 1, aside), {canvas.color(Role::kQuery), 2});
  if (cut) canvas.rect(map, canvas.color(Role::kBackground).with_alpha(0.6f));
  Rect under{tile.x, map.bottom() + 3, tile.width, kUnder - 3};
  const std::string id = canvas::cell_id("distance", h, 0);
  Rect bar = under.cut_top(14);
  const canvas::TextStyle style = charts::quiet(canvas, 11);
  const std::string number = std::isfinite(r.distance(h, 0)) ? fixed(static_cast<double>(r.distance(h, 0)), 1) : "";
  const std::string far = number.empty() ? "" : number + " px";
  canvas.region(id, bar, Grip::kHover, "how far patches look in " + head_name(s, h));
  const float words = canvas.measure("00.0 px", style).width + 5;
  if (canvas.is_hot(id)) canvas.border(bar.inset(-2, -1), {canvas.color(Role::kAccent), 1.5f}, 3);
  canvas.text({bar.x, bar.center().y}, far, style);
  bar.cut_left(words);
  if (bar.width > 10 && std::isfinite(r.distance(h, 0)))
    canvas.rect({bar.x, bar.y + 3, bar.width * std::min(1.0f, static_cast<float>(r.distance(h, 0)) / tasks::kDrawingSide), 8},
                canvas.color(Role::kOutput), 2);
  under.cut_top(3);
  if (charts::draw_small_button(canvas, under.cut_top(22), canvas::cell_id("cut-head", h, 0), cut ? "Put back" : "Cut",
                                (cut ? "put back " : "cut ") + head_name(s, h), cut))
    toggle_cut(edit, layer, head);
}

}  // namespace

void draw_heads(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  if (!r.attends()) {
    canvas.text({area.x, area.y + 12}, "A convolution has no heads.", charts::quiet(canvas, 14));
    draw_image(canvas, square_in(area.inset(0, 28)), r.image);
    return;
  }
  const models::VisionSettings& s = r.settings;
  const int aside = s.patches_aside();
  const bool low = area.height < 360;  // then the maps need the room of the bars
  Rect foot = area.cut_bottom(low ? 26 : s.classes > 2 ? std::min(136.0f, area.height * 0.245f) : 52);
  foot.cut_top(8);
  const Rect head = area.cut_top(20);
  const std::string who = (p.asks == 0 ? "The class token asks" : "The patch in " + token_name(s, p.asks) + " asks");
  const std::string full = who + ": where each head looks; press a patch to let it ask", brief = who + ": press a patch";
  canvas.text({head.x, head.y + 8}, charts::fitting(canvas, charts::quiet(canvas, 12.5f), head.width - 92, {full, brief, who}),
              charts::quiet(canvas, 12.5f));
  if (p.asks > 0 && charts::draw_small_button(canvas, Rect(head).cut_right(88), "ask-class", "Class token", "let the class token ask"))
    edit.asks = 0;
  const float names = 52, gap = 10;
  const auto columns = static_cast<float>(s.heads), rows = static_cast<float>(s.layers);
  const float side = std::max(20.0f, std::min((area.width - names) / columns - gap, area.height / rows - kUnder - 22));
  const float left = area.x + names + std::max(0.0f, (area.width - names - columns * (side + gap)) / 2);
  const Real most = most_of(Eigen::Map<const Mat>(Mat(r.weights.rightCols(s.patches())).data(), 1, r.weights.rows() * s.patches()));
  for (int h = 0; h < s.layers * s.heads; ++h) {
    const float y = area.y + static_cast<float>(h / s.heads) * (side + kUnder + 22);
    const Rect tile{left + static_cast<float>(h % s.heads) * (side + gap), y + 18, side, side + kUnder};
    if (h % s.heads == 0)
      canvas.text({left - names, y + 18 + side / 2}, "layer " + std::to_string(h / s.heads + 1), charts::strong(canvas, 12.5f));
    canvas.text({tile.x, y + 9}, "head " + std::to_string(h % s.heads + 1), charts::quiet(canvas, 12));
    draw_vision_head(canvas, tile, h, most, p, r, edit);
    const Rect map{tile.x, tile.y, side, side};
    for (int i = 0; i < s.patches(); ++i) {
      const std::string id = canvas::cell_id("heads", h / s.heads * aside + i / aside, h % s.heads * aside + i % aside);
      const Rect place = patch_in(map, i, aside);
      if (canvas.is_hot(id)) canvas.border(place, {canvas.color(Role::kAccent), 2});
      if (canvas.region(id, place, Grip::kClick, head_name(s, h) + ", " + token_name(s, 1 + i)).pressed)
        edit.asks = p.asks == 1 + i ? 0 : 1 + i;
    }
  }
  const std::string says = "It says " + r.classes[static_cast<std::size_t>(r.answer.best())];
  const std::string plain = p.cut.rows() ? "with all heads: " + r.classes[static_cast<std::size_t>(r.plain.best())] : "";
  if (low) {
    const std::string both = says + (plain.empty() ? "" : ", " + plain);
    canvas.text({foot.x, foot.y + 8}, charts::fitting(canvas, charts::strong(canvas, 14), foot.width, {both, says}),
                charts::strong(canvas, 14));
    return;
  }
  const Rect title = foot.cut_left(std::min(110.0f, foot.width * 0.24f));
  canvas.text({title.x, foot.y + 10}, charts::fitting(canvas, charts::strong(canvas, 14), title.width - 4, {says}),
              charts::strong(canvas, 14));
  canvas.text({title.x, foot.y + 30}, charts::fitting(canvas, charts::quiet(canvas, 12), title.width - 4, {plain}),
              charts::quiet(canvas, 12));
  draw_bars(canvas, foot, r, r.answer.probabilities, "classes", 0, true);
}

}  // namespace attn::lessons::vision_transformer
