// The encoder and the decoder of the picture of the whole model, and the line between them.
#include <algorithm>
#include <cmath>
#include <string>

#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "lessons/10_transformer/figure_parts.h"
#include "lessons/10_transformer/whole.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role, canvas::Stroke, canvas::TextStyle;
using models::AttentionPart, models::HeadPlace;

namespace {

constexpr float kFinger = 40;  ///< a smaller picture is pressed at its part's name above it as well

/// Where a picture can be pressed: up to its neighbours.
Rect reach_of(const Plan& plan, Rect place) {
  const float above = place.height < kFinger && !plan.names_left ? plan.label : plan.gap / 2;
  return {place.x - plan.gap / 2, place.y - above, place.width + plan.gap, above + place.height + plan.gap / 2};
}

void draw_stamp(Canvas& canvas, const Plan& plan, Rect place, const Params& p, const Result& r, const HeadPlace& head, const Walk& walk,
                bool free, Params& edit) {
  const int line = line_of(head);
  const std::string id = canvas::cell_id("effect", line, head.head);
  const Mat& weights = attention_of(r.run, head.part, head.layer).weights[static_cast<size_t>(head.head)];
  draw_small_weights(canvas, place, weights);
  const auto rows = static_cast<float>(weights.rows());
  charts::veil_cells(canvas, place, static_cast<int>(weights.rows()), static_cast<int>(weights.cols()), walk.rows(head) / rows);
  const bool told = walk.is_told(head);
  const bool cut = is_cut(p, head), hot = canvas.is_hot(id);
  canvas.border(place, {canvas.color(hot ? Role::kAccent : cut ? Role::kWarning : Role::kMuted), hot ? 2.5f : 1.0f});
  if (cut && told) draw_as_cut(canvas, place.inset(1, 1));
  const int changes = static_cast<int>(r.effects.changed(line, head.head));
  if (changes > 0 && walk.all()) {
    const float size = std::clamp(0.16f * place.width, 10.0f, 13.0f), radius = 0.72f * size;
    const Point at{place.right() - 0.55f * radius, place.y + 0.55f * radius};
    canvas.circle(at, radius + 1.5f, canvas.color(Role::kBackground));
    canvas.circle(at, radius, canvas.color(Role::kOutput));
    canvas.text(at, std::to_string(changes),
                {.color = canvas.color(Role::kBackground), .size = size, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter});
  }
  if (free && told && canvas.region(id, reach_of(plan, place), canvas::Grip::kClick, "open " + head_name(head)).pressed)
    edit.part = head.part, edit.layer = head.layer + 1, edit.head = head.head + 1, edit.opened = true;
}

/// The name of a part, left of its heads or above them.
void draw_part_name(Canvas& canvas, const Plan& plan, Rect stamps, Rect part, AttentionPart kind) {
  const bool cross = kind == AttentionPart::decoder_cross;
  const TextStyle style{.color = canvas.color(cross ? Role::kKey : Role::kInk), .size = plan.size};
  if (plan.names_left) {
    const std::vector<std::string> lines = {cross ? "cross-" : "self-", "attention"};
    canvas::draw_lines(canvas, {part.x, stamps.center().y - 1.2f * plan.size, stamps.x - part.x, 3 * plan.size}, lines, style);
    return;
  }
  if (plan.label == 0) return;
  const float room = part.width, y = stamps.y - 0.55f * plan.label;
  const std::string whole = cross                                 ? "cross-attention: asks the source\u2019s words"
                            : kind == AttentionPart::encoder_self ? "self-attention: the words see each other"
                                                                  : "self-attention: sees what was said so far";
  canvas.text({part.x, y},
              charts::fitting(canvas, style, room, {whole, cross ? "cross-attention" : "self-attention", cross ? "cross" : "self"}), style);
}

void draw_feed_forward(Canvas& canvas, const Plan& plan, Rect layer, int index) {
  const Rect bar = plan.feed_forward(layer);
  canvas.rect(bar, canvas.color(Role::kBackground), 4);
  canvas.border(bar, {canvas.color(Role::kFaint), 1}, 4);
  const TextStyle style = charts::quiet(canvas, std::max(10.0f, std::min(plan.size, bar.height - 2)), canvas::Align::kCenter);
  const std::string number = "layer " + std::to_string(index + 1), brief = number + ": feed-forward",
                    whole = brief + ", each word by itself";
  canvas.text(bar.center(), charts::fitting(canvas, style, bar.width - 8, {whole, brief, "feed-forward", ""}), style);
}

}  // namespace

void draw_stack(Canvas& canvas, const Plan& plan, const Walk& walk, const Params& p, const Result& r, bool encoder, Rect opened,
                Params& edit) {
  const Rect& stack = encoder ? plan.encoder : plan.decoder;
  const int parts = encoder ? 1 : 2, heads = r.settings.heads;
  for (int l = 0; l < kLayers; ++l) {
    const Rect layer = plan.layer(stack, parts, l);
    canvas.rect(layer, canvas.color(Role::kSurface), 8);
    draw_feed_forward(canvas, plan, layer, l);
    for (int k = 0; k < parts; ++k) {
      const AttentionPart kind = encoder  ? AttentionPart::encoder_self
                                 : k == 0 ? AttentionPart::decoder_self
                                          : AttentionPart::decoder_cross;
      draw_part_name(canvas, plan, stamp_of(plan, {kind, l, 0}, heads), plan.part(stack, parts, l, k), kind);
      for (int h = 0; h < heads; ++h) {
        const Rect place = stamp_of(plan, {kind, l, h}, heads);
        const bool free = place.right() < opened.x || place.x > opened.right() || place.bottom() < opened.y || place.y > opened.bottom();
        draw_stamp(canvas, plan, place, p, r, {kind, l, h}, walk, free, edit);
      }
    }
    if (l + 1 < kLayers) continue;
    canvas.text({stack.x + 2, layer.y - 0.75f * plan.size}, encoder ? "Encoder" : "Decoder", charts::strong(canvas, plan.size + 1));
  }
}

void draw_way(Canvas& canvas, std::span<const Point> way, float share, const Stroke& stroke) {
  const std::vector<Point> gone = first_of(way, share);
  if (gone.size() < 2) return;
  if (gone.size() > 2) canvas.polyline(std::span(gone).first(gone.size() - 1), stroke);
  charts::draw_arrow(canvas, gone[gone.size() - 2], gone.back(), stroke);
}

void draw_memory(Canvas& canvas, const Plan& plan, float told, int heads) {
  if (told <= 0) return;
  const Color color = canvas.color(Role::kKey);
  const float trunk = plan.trunk, top = plan.layer(plan.encoder, 1, 1).y;
  const float high = top - 0.9f * plan.size, from = plan.exit(plan.encoder);
  const Stroke stroke{color, std::clamp(plan.size / 5, 2.0f, 3.5f)};
  for (int l = 0; l < kLayers; ++l) {
    const float y = stamp_of(plan, {AttentionPart::decoder_cross, l, 0}, heads).center().y;
    const Point way[] = {{from, top}, {from, high}, {trunk, high}, {trunk, y}, {plan.decoder.x + 1, y}};
    draw_way(canvas, way, told, stroke);
  }
  if (plan.side.height < 5 * plan.size) return;
  const TextStyle style{.color = color.with_alpha(told), .size = plan.size, .align = canvas::Align::kRight};
  canvas.text({trunk - 8, high - 0.9f * plan.size},
              charts::fitting(canvas, style, trunk - plan.encoder.x - 8, {"what the encoder made of the words", "the source, encoded", ""}),
              style);
}

}  // namespace attn::lessons::transformer
