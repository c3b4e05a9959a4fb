// The three kinds of attention: one head large, all heads small, and what bending them does to the words.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/10_transformer/figure_parts.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/words.h"
#include "lessons/translation/source_text.h"
#include "lessons/translation/weight_row.h"

namespace attn::lessons::transformer {
namespace {

using models::AttentionPart, models::HeadPlace;

constexpr int kMostBars = 5;  ///< most words whose probabilities are shown

// ---- the head shown --------------------------------------------------------------------------------------------------------------------

void draw_head(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit) {
  const bool of_source = p.part == AttentionPart::encoder_self;
  const charts::CellMatrix matrix{.id = "weights",
                                  .values = r.attention.weights,
                                  .allowed = &r.attention.allowed,
                                  .rows = r.attention.row_names,
                                  .cols = r.attention.key_names,
                                  .grip = canvas::Grip::kClick,
                                  .label = "attention weights, a row for each position that asks; press to choose the row",
                                  .largest_cell = 54};
  const canvas::Rect cells = charts::cells_in(canvas, area, matrix);
  const canvas::Interaction hand = charts::draw_cell_matrix(canvas, area, matrix);
  const auto n = static_cast<int>(r.attention.weights.rows());
  const canvas::Rect row{cells.x, cells.cell(r.attention.query, 0, n, 1).y, cells.width, cells.height / static_cast<float>(n)};
  for (const models::WeightsOverride& o : bending_of(p).overrides)
    if (o.head == place_of(p) && o.query < n)
      canvas.border({cells.x, cells.cell(o.query, 0, n, 1).y, cells.width, row.height}, {canvas.color(canvas::Role::kWarning), 2, true});
  if (is_cut(p, place_of(p))) draw_as_cut(canvas, cells);
  canvas.border(row.inset(-1, -1), {canvas.color(canvas::Role::kAccent), 2.5f}, 2);
  if (hand.row >= 0 && (hand.pressed || (hand.selected && (hand.nudge_x || hand.nudge_y))))
    (of_source ? edit.row : edit.step) = hand.row + 1;
}

/// The chosen row as columns that can be dragged. Keys that the row may not see have no column, and a head that is cut out has none at all.
void draw_row(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit) {
  const canvas::Rect head = area.cut_top(20);
  const canvas::TextStyle style = charts::strong(canvas, 12);
  const std::string asks = quoted(r.attention.row_names[static_cast<size_t>(r.attention.query)]);
  if (is_cut(p, place_of(p))) {
    canvas.text({head.x, head.center().y}, canvas::elided(canvas, asks + " asks in vain", style, head.width), style);
    canvas::draw_paragraph(canvas, area, "This head is cut out: nothing comes of where it looks. Put it back to drag its row.",
                           charts::quiet(canvas, 12));
    return;
  }
  const std::string looks = asks + " looks at", drag = looks + " (drag)", invites = looks + " (drag a column)";
  canvas.text({head.x, head.center().y}, charts::fitting(canvas, style, head.width, {invites, drag, looks}), style);
  const int keys = keys_of(p.part, r.attention.query, static_cast<int>(r.sentence.source.size()));
  const Mat row = r.attention.weights.row(r.attention.query).leftCols(keys);
  const Mat changed = translation::draw_weight_row(
      canvas, area, {.id = "row-weights", .names = std::span(r.attention.key_names).first(static_cast<size_t>(keys)), .weights = row});
  if (changed.size() > 0) set_row(edit, place_of(p), r.attention.query, changed);
}

// ---- all heads -------------------------------------------------------------------------------------------------------------------------

void draw_small_head(canvas::Canvas& canvas, canvas::Rect place, const Params& p, const Result& r, const HeadPlace& head, Params& edit) {
  const int line = line_of(head);
  const bool distance = p.below == Measure::distance && head.part != AttentionPart::decoder_cross;
  const std::string id = canvas::cell_id(distance ? "distance" : "entropy", line, head.head);
  const canvas::Rect whole = place;
  place = place.inset(std::min(3.0f, 0.06f * place.width), std::min(2.0f, 0.05f * place.height));
  const bool numbers = place.height > 30 && place.width > 22 && (distance || p.below == Measure::entropy);
  const canvas::Rect number = numbers ? place.cut_bottom(13) : canvas::Rect{};
  draw_small_weights(canvas, place, attention_of(r.run, head.part, head.layer).weights[static_cast<size_t>(head.head)]);
  const bool shown = head == place_of(p), hot = canvas.is_hot(id);
  canvas.border(place, {canvas.color(shown || hot ? canvas::Role::kAccent : canvas::Role::kFaint), shown ? 2.5f : hot ? 2.0f : 1.0f});
  const bool cut = is_cut(p, head);
  if (cut) draw_as_cut(canvas, place.inset(1, 1));
  if (numbers) {
    const canvas::TextStyle style = charts::quiet(canvas, 10.5f, canvas::Align::kCenter);
    const double measured = static_cast<double>((distance ? r.attention.distance : r.attention.entropy)(line, head.head));
    canvas.text(number.center(), cut ? "cut" : canvas::shown_fixed(measured, distance ? 1 : 2), style);
  }
  if (canvas.region(id, whole, canvas::Grip::kClick, "show head " + std::to_string(head.head + 1) + " of this layer").pressed)
    edit.part = head.part, edit.layer = head.layer + 1, edit.head = head.head + 1;
}

std::string heads_title(Measure below) { return below == Measure::entropy ? "All heads: mean entropy, nats" : "All heads: places away"; }

/// The name of a row of small heads: its kind and layer. Where that is too wide, it is the layer alone, and the kind stands upright beside
/// both layers.
void draw_line_name(canvas::Canvas& canvas, canvas::Rect names, int part, int layer, bool roomy) {
  static constexpr std::array<std::string_view, kKinds> kNames{"encoder", "decoder", "cross"}, kShort{"enc.", "dec.", "cross"};
  const std::string_view kind = kNames[static_cast<size_t>(part)], brief = kShort[static_cast<size_t>(part)];
  const canvas::Rect name = names.cell(part * kLayers + layer, 0, kKinds * kLayers, 1);
  const std::string number = std::to_string(layer + 1);
  canvas::TextStyle style = charts::quiet(canvas, std::min(11.5f, name.height), canvas::Align::kRight);
  canvas.text({name.right() - 5, name.center().y - (name.height > 34 ? 6.0f : 0.0f)}, roomy ? std::string(kind) + " " + number : number,
              style);
  if (roomy || layer > 0) return;
  const canvas::Rect both = names.cell(part, 0, kKinds, 1);
  style.angle = -90, style.align = canvas::Align::kCenter;
  style.size = 10.5f;
  const bool fits = canvas.measure(kind, style).width <= both.height - 4;
  canvas.text({both.x + 6, both.center().y}, fits ? kind : brief, style);
}

/// All heads: a row for each kind and layer, a column for each head, and below each head the chosen measure.
void draw_heads(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit) {
  const bool roomy = area.width > 230;
  if (area.height > 200) {
    const canvas::TextStyle style = charts::quiet(canvas, 11.5f);
    const canvas::Rect line = area.cut_top(18);
    canvas.text({line.x, line.center().y}, canvas::elided(canvas, heads_title(p.below), style, line.width), style);
  }
  const canvas::Rect names = area.cut_left(roomy ? 66.0f : 28.0f);
  const int lines = kKinds * kLayers;
  const float wide = std::min(area.width / static_cast<float>(r.settings.heads), 2.0f * area.height / static_cast<float>(lines));
  const canvas::Rect grid{area.x, area.y, wide * static_cast<float>(r.settings.heads), area.height};
  for (int part = 0; part < kKinds; ++part)
    for (int layer = 0; layer < kLayers; ++layer) {
      draw_line_name(canvas, names, part, layer, roomy);
      for (int h = 0; h < r.settings.heads; ++h)
        draw_small_head(canvas, grid.cell(part * kLayers + layer, h, lines, r.settings.heads), p, r,
                        {static_cast<AttentionPart>(part), layer, h}, edit);
    }
}

// ---- the next word ---------------------------------------------------------------------------------------------------------------------

/// For each candidate a bar with its probability. Where anything is bent, a second bar shows that of the model as trained.
void draw_next(canvas::Canvas& canvas, canvas::Rect area, const Result& r) {
  const canvas::Rect head = area.cut_top(18);
  const canvas::TextStyle title = charts::strong(canvas, 12);
  const std::string word = "Word " + std::to_string(r.step + 1),
                    whole = word + (r.sentence.bent ? ": bent, and as trained" : ": its probabilities"),
                    brief = word + (r.sentence.bent ? ": bent, trained" : "");
  canvas.text({head.x, head.center().y}, charts::fitting(canvas, title, head.width, {whole, brief, word}), title);
  const std::vector<std::string> names = candidate_names(r);
  const std::vector<size_t> shown = shown_candidates(
      r, std::min<size_t>(kMostBars, std::max<size_t>(1, static_cast<size_t>(area.height / (r.sentence.bent ? 26.0f : 18.0f)))));
  const int count = static_cast<int>(shown.size());
  const float pitch = std::min(area.height / static_cast<float>(count), 30.0f), numbers = 38;
  canvas::TextStyle name{.color = canvas.color(canvas::Role::kOutput), .size = 12, .align = canvas::Align::kRight};
  float widest = 0;
  for (const size_t k : shown) widest = std::max(widest, canvas.measure(names[k], name).width + 3);
  widest = std::min(widest, 0.45f * area.width);
  for (int i = 0; i < count; ++i) {
    const size_t k = shown[static_cast<size_t>(i)];
    const canvas::Rect line{area.x, area.y + pitch * static_cast<float>(i), area.width, pitch};
    name.font = r.next.candidates[k] == r.sentence.said[static_cast<size_t>(r.step)] ? canvas::Font::kStrong : canvas::Font::kText;
    canvas.text({line.x + widest, line.center().y}, canvas::elided(canvas, names[k], name, widest), name);
    const canvas::Rect track{line.x + widest + 7, line.y + 2, std::max(10.0f, line.width - widest - 7 - numbers), line.height - 4};
    for (int way = 0; way < (r.sentence.bent ? 2 : 1); ++way) {
      const canvas::Rect half = r.sentence.bent ? track.cell(way, 0, 2, 1).inset(0, 0.5f) : track.inset(0, 1.5f);
      const auto value = static_cast<float>(r.next.probabilities(way, static_cast<Index>(k)));
      const canvas::Color fill = canvas.color(way == 0 ? canvas::Role::kOutput : canvas::Role::kMuted);
      canvas.rect({half.x, half.y, std::max(1.0f, half.width * value), half.height}, fill.with_alpha(way == 0 ? 0.75f : 0.5f), 2);
      canvas::TextStyle number = charts::quiet(canvas, half.height < 10 ? 9.5f : 11.0f);
      canvas.text({track.right() + 5, half.center().y}, canvas::shown_fixed(value, 2), number);
      canvas.region(canvas::cell_id("next", way, static_cast<int>(k)), {half.x, half.y, half.width + numbers, half.height},
                    canvas::Grip::kHover, "probability of " + names[k] + (way == 0 ? "" : ", as trained"));
    }
  }
}

/// The chosen measure of the head shown.
std::string measure_text(const Params& p, const Result& r) {
  const HeadPlace head = place_of(p);
  if (is_cut(p, head)) return "cut out";
  const int line = line_of(head);
  if (p.below == Measure::entropy || head.part == AttentionPart::decoder_cross)
    return "entropy " + canvas::shown_fixed(r.attention.entropy(line, head.head), 2);
  return canvas::shown_fixed(r.attention.distance(line, head.head), 1) + " places away";
}

/// The title and the buttons. A button that is not drawn leaves its place empty, so that the others stay where they are.
void draw_title(canvas::Canvas& canvas, canvas::Rect line, const Params& p, const Result& r, Params& edit) {
  const bool cut = is_cut(p, place_of(p));
  if (charts::draw_small_button(canvas, line.cut_right(std::min(110.0f, 0.32f * line.width)).inset(0, 1), "cut-head",
                                cut ? "Put it back" : "Cut this head", cut ? "put this head back" : "cut this head out"))
    toggle_cut(edit, place_of(p));
  line.cut_right(6);
  const canvas::Rect all = line.cut_right(std::min(84.0f, 0.3f * line.width)).inset(0, 1);
  if (r.sentence.bent &&
      charts::draw_small_button(canvas, all, "unbend", "As trained", "put every head back and give all rows back to the model"))
    edit.cut = Mat(0, 3), edit.overrides = Mat(0, 5);
  line.cut_right(8);
  const canvas::TextStyle style = charts::strong(canvas, 13);
  const std::string name = head_name(place_of(p)), measured = name + ", " + measure_text(p, r), brief = name.substr(0, name.find(','));
  const std::string title = charts::fitting(canvas, style, line.width, {measured, name, brief});
  canvas.text({line.x, line.center().y}, canvas::elided(canvas, title, style, line.width), style);
}

}  // namespace

void draw_attention(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  translation::draw_source_help(canvas, &area, *r.task, r.refusal, &edit.source);
  draw_title(canvas, area.cut_top(24), p, r, edit);
  area.cut_top(6);
  const canvas::TextStyle style = charts::quiet(canvas, 12);
  const canvas::Rect foot = area.cut_bottom(18);
  canvas.text({foot.x, foot.center().y}, canvas::elided(canvas, note(r), style, foot.width), style);
  draw_said(canvas, area.cut_bottom(22), r, edit);
  area.cut_bottom(6);
  const bool small = area.height < 300;
  canvas::Rect right = area.cut_right((small ? 0.44f : 0.47f) * area.width);
  right.cut_left(std::min(20.0f, 0.04f * right.width));
  if (small) {
    draw_head(canvas, area, p, r, edit);
    draw_row(canvas, right.cut_bottom(0.56f * right.height), p, r, edit);
    right.cut_bottom(4);
    if (right.width > 250) {
      canvas::Rect next = right.cut_right(0.44f * right.width);
      next.cut_left(10);
      draw_next(canvas, next, r);
    }
    return draw_heads(canvas, right, p, r, edit);
  }
  draw_row(canvas, area.cut_bottom(std::min(0.36f * area.height, 190.0f)), p, r, edit);
  area.cut_bottom(6);
  draw_head(canvas, area, p, r, edit);
  draw_next(canvas, right.cut_bottom(std::min(0.3f * right.height, 180.0f)), r);
  right.cut_bottom(8);
  draw_heads(canvas, right, p, r, edit);
}

}  // namespace attn::lessons::transformer
