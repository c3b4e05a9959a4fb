// The Transformer drawn as it is wired: encoder left, decoder right, every head a small picture in its place. A press opens one where it
// stands, and in the open one a button cuts it out.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/10_transformer/figure_parts.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/words.h"
#include "lessons/translation/changed_words.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::transformer {
namespace {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role, canvas::Stroke, canvas::TextStyle;
using models::AttentionPart, models::HeadPlace;

constexpr float kFaded = 0.8f;  ///< how much of the background lies over what is not open

/// Where everything stands.
struct Plan {
  Rect answer, middle, source, given;  ///< the words out, all between the words, the words in
  Rect encoder, decoder;               ///< the two stacks
  Rect side;                           ///< what is free above the encoder
  float trunk = 0;                     ///< where the line from the encoder runs up
  float stamp = 0, label = 0, feed = 0, gap = 0, pad = 0, size = 0;
  bool names_left = false;  ///< names of the parts stand left of them, not above

  float part_height() const { return stamp + (names_left ? 0 : label) + gap; }
  float layer_height(int parts) const { return static_cast<float>(parts) * part_height() + feed + 2 * pad; }
  /// The band of part `k`, counted from below, of a layer of the stack, with its name.
  Rect part(const Rect& stack, int parts, int layer, int k) const {
    const float bottom = stack.bottom() - static_cast<float>(layer) * (layer_height(parts) + gap) - pad;
    return Rect{stack.x, bottom - static_cast<float>(k + 1) * part_height(), stack.width, part_height()}.inset(pad, 0);
  }
  Rect layer(const Rect& stack, int parts, int index) const {
    const float height = layer_height(parts);
    return {stack.x, stack.bottom() - static_cast<float>(index) * (height + gap) - height, stack.width, height};
  }
};

/// The largest square that a head's picture can be, with names of `left` pixels beside the pictures, or above them where that is 0.
float stamp_size(const Plan& plan, Rect middle, float column, int heads, float left) {
  const float across = (column - 2 * plan.pad - left) / static_cast<float>(heads) - plan.gap;
  const float fixed = 2 * (plan.feed + 2 * plan.pad) + plan.gap + 4 * (plan.gap + (left > 0 ? 0 : plan.label));
  return std::min(across, (middle.height - fixed) / 4);
}

Plan plan_of(Rect area, int heads) {
  Plan plan;
  plan.size = std::clamp(area.width / 60, 10.0f, 15.0f);
  plan.gap = std::clamp(area.height / 120, 2.0f, 7.0f), plan.pad = plan.gap;
  plan.label = plan.size + 4, plan.feed = std::clamp(area.height / 26, 12.0f, 30.0f);
  plan.answer = area.cut_top(std::clamp(0.11f * area.height, 36.0f, 84.0f));
  plan.middle = area;
  Rect words = area.cut_bottom(plan.size + std::clamp(area.height / 30, 8.0f, 22.0f));
  area.cut_top(1.5f * plan.size);  // for the name of the decoder
  const float between = std::clamp(0.07f * area.width, 20.0f, 80.0f), column = (area.width - between) / 2;
  const float left = std::max(66.0f, 6.6f * plan.size), above = stamp_size(plan, area, column, heads, 0);
  const float beside = stamp_size(plan, area, column, heads, left);
  plan.names_left = beside > above && beside > 2.4f * plan.size;
  plan.stamp = plan.names_left ? beside : above;
  const float wide = std::min(column, static_cast<float>(heads) * (plan.stamp + plan.gap) + 2 * plan.pad + (plan.names_left ? left : 0));
  plan.encoder = {area.x, 0, wide, 2 * plan.layer_height(1) + plan.gap};
  plan.decoder = {area.right() - wide - 14, 0, wide, 2 * plan.layer_height(2) + plan.gap};
  plan.encoder.y = area.bottom() - plan.encoder.height, plan.decoder.y = area.bottom() - plan.decoder.height;
  plan.trunk = (plan.encoder.right() + plan.decoder.x) / 2;
  const float room = area.width - 24;  // in narrow figures the words take more than their stack
  plan.source = {area.x, words.y, std::max(wide, std::min(0.53f * room - 4, 220.0f)), words.height};
  plan.given = {0, words.y, std::max(wide, std::min(0.46f * room, 200.0f)), words.height};
  plan.given.x = plan.decoder.right() - plan.given.width;
  plan.side = {area.x, area.y, std::min(plan.trunk - 14 - area.x, 36 * plan.size), plan.encoder.y - area.y};
  return plan;
}

// ---- words in and out ------------------------------------------------------------------------------------------------------------------

/// The words in a line, evenly spread below the stack where there is room. Their letters are smaller where there is not.
void draw_words_in(Canvas& canvas, Rect line, const std::vector<std::string>& words, Role role, float size) {
  TextStyle style{.color = canvas.color(role), .size = size, .align = canvas::Align::kCenter};
  const auto total = [&] {
    float sum = 0;
    for (const std::string& word : words) sum += canvas.measure(word, style).width;
    return sum;
  };
  const auto count = static_cast<float>(words.size());
  while (style.size > 10 && total() + 2.5f * count > line.width) style.size -= 0.5f;
  const float gap = (line.width - total()) / count, y = line.bottom() - 0.6f * size;
  const auto arrow = [&](float x) { charts::draw_arrow(canvas, {x, y - 0.7f * size}, {x, line.y + 1}, {canvas.color(Role::kMuted), 1}); };
  if (gap < 2.4f) {
    canvas.text({line.center().x, y}, counted(static_cast<int>(words.size()), "word"), style);
    return arrow(line.center().x);
  }
  float x = line.x;
  for (const std::string& word : words) {
    const float wide = canvas.measure(word, style).width + gap;
    canvas.text({x + wide / 2, y}, word, style);
    arrow(x + wide / 2);
    x += wide;
  }
}

/// What the answer was before the cut. Words that are no longer said are struck through.
void draw_former(Canvas& canvas, Rect band, Point middle, const Result& r, const TextStyle& style) {
  const std::vector<std::string>& words = r.sentence.alone;
  const std::vector<std::string> gone = translation::changed_words(words, r.sentence.output).former;
  const float space = 0.35f * style.size, count = static_cast<float>(words.size());
  float wide = (count - 1) * space;
  for (const std::string& word : words) wide += canvas.measure(word, style).width;
  float x = std::clamp(middle.x - wide / 2, band.x, std::max(band.x, band.right() - wide));
  for (size_t i = 0; i < words.size(); ++i) {
    const float width = canvas.measure(words[i], style).width;
    if (x + width > band.right() + 1) return;
    canvas.text({x + width / 2, middle.y}, words[i], style);
    if (!gone[i].empty()) canvas.line({x - 1, middle.y}, {x + width + 1, middle.y}, {canvas.color(Role::kWarning), 1.5f});
    x += width + space;
  }
}

/// The answer, large, above the decoder, with changed words framed; above it what it was before the cut, or the source.
void draw_answer(Canvas& canvas, const Plan& plan, const Params& p, const Result& r) {
  Rect band = plan.answer;
  const std::vector<std::string>& words = r.sentence.output;
  TextStyle style{
      .color = {}, .size = std::clamp(0.42f * band.height, 14.0f, 28.0f), .font = canvas::Font::kStrong, .align = canvas::Align::kCenter};
  const auto total = [&] {
    float sum = 0;
    for (const std::string& word : words) sum += canvas.measure(word, style).width + 0.45f * style.size;
    return sum;
  };
  while (style.size > 10 && total() > band.width) style.size -= 0.5f;
  const float wide = total(), y = band.bottom() - 0.9f * style.size, middle = plan.decoder.center().x;
  float x = std::clamp(middle - wide / 2, band.x, std::max(band.x, band.right() - wide));
  const TextStyle quiet = charts::quiet(canvas, std::clamp(0.6f * style.size, 10.0f, 15.0f), canvas::Align::kCenter);
  const Point above{x + wide / 2, y - 0.95f * style.size - 0.5f * quiet.size};
  if (r.sentence.changed > 0) {
    draw_former(canvas, band, above, r, quiet);
  } else {
    const std::string source = quoted(r.task->write(r.task->source, p.shown)) + " becomes";
    const std::string shown = charts::fitting(canvas, quiet, band.width, {source, "the answer"});
    const float half = canvas.measure(shown, quiet).width / 2;
    canvas.text({std::clamp(above.x, band.x + half, std::max(band.x + half, band.right() - half)), above.y}, shown, quiet);
  }
  for (size_t i = 0; i < words.size(); ++i) {
    const Rect place{x, y - 0.75f * style.size, canvas.measure(words[i], style).width + 0.45f * style.size, 1.5f * style.size};
    if (place.right() > band.right() + 1) break;
    style.color = canvas.color(words[i] == "end" ? Role::kMuted : Role::kOutput);
    if (!r.sentence.former[i].empty()) {
      canvas.rect(place.inset(1, 0), canvas.color(Role::kWarning).with_alpha(0.16f), 4);
      canvas.border(place.inset(1, 0), {canvas.color(Role::kWarning), 2}, 4);
    }
    canvas.text(place.center(), words[i], style);
    canvas.region(canvas::cell_id("output", static_cast<int>(i), 0), place, canvas::Grip::kHover, "word said, with its probability");
    x = place.right();
  }
  charts::draw_arrow(canvas, {middle, plan.layer(plan.decoder, 2, 1).y - 1}, {middle, band.bottom() + 1}, {canvas.color(Role::kOutput), 2});
}

// ---- the two stacks --------------------------------------------------------------------------------------------------------------------

void draw_stamp(Canvas& canvas, Rect place, const Params& p, const Result& r, const HeadPlace& head, bool pressable, Params& edit) {
  const int line = static_cast<int>(head.part) * kLayers + head.layer;
  const std::string id = canvas::cell_id("effect", line, head.head);
  draw_small_weights(canvas, place, attention_of(r.run, head.part, head.layer).weights[static_cast<size_t>(head.head)]);
  const bool cut = is_cut(p, head), hot = canvas.is_hot(id);
  canvas.border(place, {canvas.color(hot ? Role::kAccent : cut ? Role::kWarning : Role::kMuted), hot ? 2.5f : 1.0f});
  if (cut) draw_as_cut(canvas, place.inset(1, 1));
  const int changes = static_cast<int>(r.effects.changed(line, head.head));
  if (changes > 0) {
    const float size = std::clamp(0.16f * place.width, 10.0f, 13.0f), radius = 0.72f * size;
    const Point at{place.right() - 0.55f * radius, place.y + 0.55f * radius};
    canvas.circle(at, radius + 1.5f, canvas.color(Role::kBackground));
    canvas.circle(at, radius, canvas.color(Role::kOutput));
    canvas.text(at, std::to_string(changes),
                {.color = canvas.color(Role::kBackground), .size = size, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter});
  }
  if (pressable && canvas.region(id, place, canvas::Grip::kClick, "open " + head_name(head)).pressed)
    edit.part = head.part, edit.layer = head.layer + 1, edit.head = head.head + 1, edit.opened = true;
}

Rect stamp_of(const Plan& plan, const HeadPlace& head, int heads) {
  const bool encoder = head.part == AttentionPart::encoder_self;
  const Rect part =
      plan.part(encoder ? plan.encoder : plan.decoder, encoder ? 1 : 2, head.layer, head.part == AttentionPart::decoder_cross ? 1 : 0);
  const float pitch = plan.stamp + plan.gap;
  return {part.right() - static_cast<float>(heads - head.head) * pitch + plan.gap, part.bottom() - plan.stamp, plan.stamp, plan.stamp};
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
  const float room = part.width, y = stamps.y - 0.55f * plan.label;
  const std::string whole = cross                                 ? "cross-attention: asks the source\u2019s words"
                            : kind == AttentionPart::encoder_self ? "self-attention: the words see each other"
                                                                  : "self-attention: sees what was said so far";
  canvas.text({part.x, y},
              charts::fitting(canvas, style, room, {whole, cross ? "cross-attention" : "self-attention", cross ? "cross" : "self"}), style);
}

void draw_feed_forward(Canvas& canvas, const Plan& plan, Rect layer, int index) {
  const Rect bar = Rect{layer.x, layer.y + plan.pad, layer.width, plan.feed - plan.gap}.inset(plan.pad, 0);
  canvas.rect(bar, canvas.color(Role::kBackground), 4);
  canvas.border(bar, {canvas.color(Role::kFaint), 1}, 4);
  const TextStyle style = charts::quiet(canvas, std::max(10.0f, std::min(plan.size, bar.height - 2)), canvas::Align::kCenter);
  const std::string number = "layer " + std::to_string(index + 1), brief = number + ": feed-forward",
                    whole = brief + ", each word by itself";
  canvas.text(bar.center(), charts::fitting(canvas, style, bar.width - 8, {whole, brief, "feed-forward", ""}), style);
}

/// One stack, from below: layer by layer its attentions, then what each word does by itself.
void draw_stack(Canvas& canvas, const Plan& plan, const Params& p, const Result& r, bool encoder, Rect opened, Params& edit) {
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
        draw_stamp(canvas, place, p, r, {kind, l, h}, free, edit);
      }
    }
    if (l + 1 < kLayers) continue;
    canvas.text({stack.x + 2, layer.y - 0.75f * plan.size}, encoder ? "Encoder" : "Decoder", charts::strong(canvas, plan.size + 1));
  }
}

/// What the encoder made of the source goes to every cross-attention.
void draw_memory(Canvas& canvas, const Plan& plan, int heads) {
  const Color color = canvas.color(Role::kKey);
  const float trunk = plan.trunk, top = plan.layer(plan.encoder, 1, 1).y;
  const float high = top - 0.9f * plan.size, from = plan.encoder.center().x;
  std::array<float, kLayers> at{};
  for (int l = 0; l < kLayers; ++l) at[static_cast<size_t>(l)] = stamp_of(plan, {AttentionPart::decoder_cross, l, 0}, heads).center().y;
  const Stroke stroke{color, std::clamp(plan.size / 5, 2.0f, 3.5f)};
  const Point lead[] = {{from, top}, {from, high}, {trunk, high}};
  canvas.polyline(lead, stroke);
  canvas.line({trunk, std::max(high, at[0])}, {trunk, std::min(high, at[1])}, stroke);
  for (const float y : at) charts::draw_arrow(canvas, {trunk, y}, {plan.decoder.x + 1, y}, stroke);
  if (plan.side.height < 5 * plan.size) return;
  const TextStyle style{.color = color, .size = plan.size, .align = canvas::Align::kRight};
  canvas.text({trunk - 8, high - 0.9f * plan.size},
              charts::fitting(canvas, style, trunk - plan.encoder.x - 8, {"what the encoder made of the words", "the source, encoded", ""}),
              style);
}

/// What was said goes in again, around the decoder.
void draw_return(Canvas& canvas, const Plan& plan) {
  const float x = plan.decoder.right() + 9, low = plan.given.bottom() - 0.6f * plan.size;
  const float high = plan.answer.bottom() + 0.6f * plan.size;
  const Point way[] = {{plan.decoder.center().x, high}, {x, high}, {x, low}};
  canvas.polyline(way, {canvas.color(Role::kOutput).with_alpha(0.6f), 1.5f, true});
  charts::draw_arrow(canvas, {x, low}, {plan.decoder.right(), low}, {canvas.color(Role::kOutput).with_alpha(0.6f), 1.5f});
}

/// How to read the pictures, and what is cut.
void draw_side(Canvas& canvas, Rect side, const Plan& plan, const Params& p, const Result& r, Params& edit) {
  side.cut_bottom(2.6f * plan.size);  // for what stands at the line from the encoder
  if (side.height < 2.6f * plan.size) return;
  const float size = std::clamp(plan.size + 1, 11.0f, 15.0f);
  const std::string heads = counted(static_cast<int>(r.effects.changed.size()), "head");
  const std::string words = heads + ", each with its weights: a row for a word that looks, a column for a word that it sees.";
  const std::string press = "Press a picture to open it, then cut it.", brief = heads + ". Press one.";
  const TextStyle style{.color = canvas.color(Role::kInk), .size = size}, bold = charts::strong(canvas, size + 1);
  const auto height = [&](const std::string& text, const TextStyle& look) {
    return 1.35f * look.size * static_cast<float>(canvas::wrapped(canvas, text, look, side.width).size()) + 0.5f * size;
  };
  const float room = side.height - 2 * size - 26;  // the legend and the button that comes with a cut have their places
  const bool invites = height(press, bold) <= room, explains = height(press, bold) + height(words, style) <= room;
  if (explains) side.cut_top(canvas::draw_paragraph(canvas, side, words, style) + 0.5f * size);
  side.cut_top(canvas::draw_paragraph(canvas, side, invites ? press : brief, invites ? bold : style) + 0.5f * size);
  if (side.height < 1.5f * size) return;
  const TextStyle quiet = charts::quiet(canvas, size);
  Rect line = side.cut_top(1.5f * size);
  const float radius = 0.6f * size;
  canvas.circle({line.x + radius, line.center().y}, radius, canvas.color(Role::kOutput));
  line.cut_left(2 * radius + 0.5f * size);
  canvas.text({line.x, line.center().y},
              charts::fitting(canvas, quiet, line.width,
                              {"words that change if this head alone is cut", "words that change if it is cut", "words it changes"}),
              quiet);
  side.cut_top(0.5f * size);
  if (p.cut.rows() == 0 || side.height < 20) return;
  line = side.cut_top(24);
  const std::string cut = counted(static_cast<int>(p.cut.rows()), "head is", "heads are") + " cut: " +
                          (r.sentence.changed == 0 ? "no word changes" : counted(r.sentence.changed, "word changes", "words change"));
  if (charts::draw_small_button(canvas, line.cut_right(std::clamp(0.4f * line.width, 64.0f, 96.0f)), "unbend", "Put back",
                                "put every head back"))
    edit.cut = Mat(0, 3), edit.overrides = Mat(0, 5);
  canvas.text({line.x, line.center().y}, charts::fitting(canvas, charts::strong(canvas, size), line.width - 8, {cut, ""}),
              charts::strong(canvas, size));
}

// ---- the open head ---------------------------------------------------------------------------------------------------------------------

/// Where the open head stands: as near to its place as it can.
Rect card_of(const Plan& plan, const Params& p, int heads) {
  const Rect room = plan.middle;
  const float height = std::min(room.height, std::max(0.72f * room.height, 230.0f)), width = std::min(room.width, 1.12f * height);
  const Point at = stamp_of(plan, place_of(p), heads).center();
  return {std::clamp(at.x - width / 2, room.x, room.right() - width), std::clamp(at.y - height / 2, room.y, room.bottom() - height), width,
          height};
}

/// A press beside the open head closes it.
void draw_closing(Canvas& canvas, Rect all, Rect card, Params& edit) {
  const Rect beside[] = {{all.x, all.y, all.width, card.y - all.y},
                         {all.x, card.bottom(), all.width, all.bottom() - card.bottom()},
                         {all.x, card.y, card.x - all.x, card.height},
                         {card.right(), card.y, all.right() - card.right(), card.height}};
  for (int k = 0; k < 4; ++k)
    if (beside[k].width > 4 && beside[k].height > 4 &&
        canvas.region("beside[" + std::to_string(k) + "]", beside[k], canvas::Grip::kClick, "close the open head").pressed)
      edit.opened = false;
}

void draw_card(Canvas& canvas, const Plan& plan, Rect card, const Params& p, const Result& r, Params& edit) {
  const HeadPlace head = place_of(p);
  const Rect stamp = stamp_of(plan, head, r.settings.heads);
  const Stroke accent{canvas.color(Role::kAccent), 2};
  canvas.border(stamp, accent);
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

}  // namespace

void draw_whole(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas, 6);
  translation::draw_source_help(canvas, &area, *r.task, r.refusal, &edit.source);
  const Plan plan = plan_of(area, r.settings.heads);
  const Rect card = p.opened ? card_of(plan, p, r.settings.heads) : Rect{-10, -10, 0, 0};
  if (p.opened) draw_closing(canvas, area, card, edit);
  draw_return(canvas, plan);
  draw_stack(canvas, plan, p, r, true, card, edit);
  draw_stack(canvas, plan, p, r, false, card, edit);
  draw_memory(canvas, plan, r.settings.heads);
  draw_words_in(canvas, plan.source, r.sentence.source, Role::kInk, plan.size + 1);
  draw_words_in(canvas, plan.given, r.sentence.input, Role::kOutput, plan.size + 1);
  draw_side(canvas, plan.side, plan, p, r, edit);
  if (p.opened)
    canvas.rect({area.x - 8, plan.middle.y, area.width + 16, plan.middle.height + 6}, canvas.color(Role::kBackground).with_alpha(kFaded));
  draw_answer(canvas, plan, p, r);
  if (p.opened) draw_card(canvas, plan, card, p, r, edit);
}

}  // namespace attn::lessons::transformer
