// The head that is open in the picture of the whole model: its weights large, and the button that cuts it out.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/10_transformer/figure_parts.h"
#include "lessons/10_transformer/whole.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {

using canvas::Canvas, canvas::Point, canvas::Rect, canvas::Role, canvas::Stroke, canvas::TextStyle;
using models::HeadPlace;

Rect card_of(const Plan& plan, const Params& p, int heads) {
  const Rect room = plan.middle;
  const float height = std::min(room.height, std::max(0.72f * room.height, 230.0f)), width = std::min(room.width, 1.12f * height);
  const Point at = stamp_of(plan, place_of(p), heads).center();
  return {std::clamp(at.x - width / 2, room.x, room.right() - width), std::clamp(at.y - height / 2, room.y, room.bottom() - height), width,
          height};
}

void draw_card(Canvas& canvas, const Plan& plan, Rect card, const Params& p, const Result& r, Params& edit) {
  const HeadPlace head = place_of(p);
  const Rect stamp = stamp_of(plan, head, r.settings.heads);
  const Stroke accent{canvas.color(Role::kAccent), 2};
  canvas.border(stamp, accent);
  // The card is the small picture itself, grown.
  canvas.region(canvas::cell_id("effect", line_of(head), head.head), card, canvas::Grip::kHover, head_name(head));
  canvas.rect(card, canvas.color(Role::kBackground), 8);
  canvas.border(card, accent, 8);
  card = card.inset(std::clamp(0.03f * card.width, 6.0f, 14.0f), std::clamp(0.025f * card.height, 5.0f, 12.0f));
  const bool cut = is_cut(p, head);
  Rect title = card.cut_top(24);
  if (charts::draw_small_button(canvas, title.cut_right(54), "close", "Close", "close the open head, as Escape does")) edit.opened = false;
  title.cut_right(6);
  const TextStyle style = charts::strong(canvas, std::max(12.0f, plan.size));
  const std::string name = head_name(head), brief = name.substr(0, name.find(','));
  canvas.text({title.x, title.center().y}, charts::fitting(canvas, style, title.width, {name, brief}), style);
  Rect foot = card.cut_bottom(26);
  if (charts::draw_small_button(canvas, foot.cut_left(std::min(130.0f, foot.width)), "cut-head", cut ? "Put it back" : "Cut this head",
                                cut ? "put this head back" : "cut this head out", !cut))
    toggle_cut(edit, head);
  foot.cut_left(10);
  const TextStyle quiet = charts::quiet(canvas, std::max(11.0f, plan.size - 1));
  const std::string rows = "rows look, columns are seen",
                    counted_words = cut ? counted(r.sentence.changed, "word", "words") + " changed" : rows;
  canvas.text({foot.x, foot.center().y}, charts::fitting(canvas, quiet, foot.width, {counted_words, ""}), quiet);
  card.cut_top(6), card.cut_bottom(6);
  const charts::CellMatrix matrix{.id = "weights",
                                  .values = r.attention.weights,
                                  .allowed = &r.attention.allowed,
                                  .rows = r.attention.row_names,
                                  .cols = r.attention.key_names,
                                  .label = "attention weights, a row for each position that asks",
                                  .largest_cell = 90};
  charts::draw_cell_matrix(canvas, card, matrix);
  if (cut) draw_as_cut(canvas, charts::cells_in(canvas, card, matrix));
}

}  // namespace attn::lessons::transformer
