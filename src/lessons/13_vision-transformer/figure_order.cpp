// The patches in order and in disorder, and what the networks with and without positions make of it.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/13_vision-transformer/figure_parts.h"
#include "lessons/13_vision-transformer/words.h"

namespace attn::lessons::vision_transformer {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Rect, canvas::Role;

/// How often a network is right on one kind of drawings.
void draw_share(Canvas& canvas, Rect at, const Result& r, int network, Seen kind, std::string_view name) {
  const std::string id = canvas::cell_id("right", network, static_cast<int>(kind));
  const Real share = r.right(network, static_cast<Index>(kind));
  const std::string text = std::string(name) + " " + (std::isfinite(share) ? fixed(100 * static_cast<double>(share), 1) + " %" : "not yet");
  if (canvas.is_hot(id)) canvas.border(at, {canvas.color(Role::kAccent), 1.5f}, 4);
  canvas.text({at.x + 3, at.center().y}, text, charts::quiet(canvas, 12));
  canvas.region(id, at, Grip::kHover, text);
}

/// What one network says.
void draw_network(Canvas& canvas, Rect area, const Result& r, Network network, std::string_view title) {
  const int row = static_cast<int>(network);
  const Answer& answer = r.all[static_cast<std::size_t>(row)];
  const Rect head = area.cut_top(22);
  const std::string full = std::string(title) + (answer.here ? ": " + r.classes[static_cast<std::size_t>(answer.best())] : ": on its way");
  canvas.text({head.x, head.y + 9}, charts::fitting(canvas, charts::strong(canvas, 14), head.width, {full}), charts::strong(canvas, 14));
  const bool stacked = area.width < 240;
  Rect foot = area.cut_bottom(stacked ? 38 : 22);
  foot.cut_top(2);
  draw_share(canvas, stacked ? foot.cut_top(18) : foot.cut_left(foot.width / 2 - 4), r, row, Seen::held_out, "in order");
  if (!stacked) foot.cut_left(8);
  draw_share(canvas, foot, r, row, Seen::shuffled, "shuffled");
  draw_bars(canvas, area, r, answer.probabilities, "networks", row, false);
}

}  // namespace

void draw_order(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  Rect buttons = area.cut_top(28);
  if (charts::draw_small_button(canvas, buttons.cut_left(110), "shuffle", "Shuffle", "put the patches into another random order"))
    edit.order = p.order % kOrders + 1;
  buttons.cut_left(8);
  if (p.order && charts::draw_small_button(canvas, buttons.cut_left(110), "in-order", "In order", "put every patch back at its place"))
    edit.order = 0;
  buttons.cut_left(8);
  if (charts::draw_small_button(canvas, buttons.cut_left(110), "next", "Next", "show another held-out drawing"))
    edit.example = p.example % kExamples + 1, edit.drawing = Mat(0, tasks::kDrawingSide);
  area.cut_top(8);
  const bool beside = area.width > 1.15f * area.height;
  Rect left = beside ? area.cut_left(std::min(area.width * 0.6f, area.height)) : area.cut_top(area.height * 0.36f);
  if (beside)
    area.cut_left(22);
  else
    area.cut_top(8);
  const int aside = r.settings.patches_aside();
  const Rect sheet = square_in(left);
  draw_image(canvas, sheet, r.image);
  draw_cuts(canvas, sheet, aside, std::clamp(sheet.width / 60, 3.0f, 7.0f));
  canvas.grid("drawing", sheet, tasks::kDrawingSide, tasks::kDrawingSide, Grip::kHover, "what the networks see");
  Rect first = beside ? area.cut_top(area.height / 2 - 8) : area.cut_left(area.width / 2 - 8);
  if (beside)
    area.cut_top(16);
  else
    area.cut_left(16);
  draw_network(canvas, first, r, Network::transformer, "With positions");
  draw_network(canvas, area, r, Network::no_positions, "Without");
}

}  // namespace attn::lessons::vision_transformer
