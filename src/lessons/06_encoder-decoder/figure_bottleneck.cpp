// The two networks, and the vector between them.
#include <algorithm>
#include <cmath>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/06_encoder-decoder/figure_parts.h"
#include "lessons/06_encoder-decoder/figures.h"
#include "lessons/06_encoder-decoder/words.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::encoder_decoder {
namespace {

constexpr float kDrag = 60;     ///< pixels by which a drag changes a number by 1
constexpr int kCandidates = 5;  ///< how many of the likeliest words of the step are shown

/// States as upright strips, one in the middle of each column of `area`, with arrows from each to the next. Returns what the hand does
/// with them.
canvas::Interaction draw_strips(canvas::Canvas& canvas, canvas::Rect area, const Mat& states, std::string_view id, std::string_view label,
                                int lit) {
  const int u = static_cast<int>(states.rows()), n = static_cast<int>(states.cols());
  const float column = area.width / static_cast<float>(n), width = std::min(0.6f * column, 26.0f);
  std::vector<canvas::Color> colors(static_cast<size_t>(u));
  for (int j = 0; j < n; ++j) {
    const canvas::Rect place = area.cell(0, j, 1, n);
    const canvas::Rect strip{place.center().x - width / 2, place.y, width, place.height};
    for (int i = 0; i < u; ++i) colors[static_cast<size_t>(i)] = canvas.theme().diverging(static_cast<float>(states(i, j)));
    canvas.cells(strip, u, 1, colors);
    const bool chosen = j == lit || canvas.is_hot(id);
    canvas.border(strip, {canvas.color(chosen ? canvas::Role::kAccent : canvas::Role::kFaint), chosen ? 2.0f : 1.0f}, 1);
    const float y = strip.center().y;
    if (j + 1 < n && column - width > 5)
      charts::draw_arrow(canvas, {strip.right() + 1.5f, y}, {strip.right() + column - width - 1.5f, y},
                         {canvas.color(canvas::Role::kMuted), 1.25f});
  }
  const canvas::Interaction hand = canvas.grid(id, area, u, n, lit >= 0 ? canvas::Grip::kClick : canvas::Grip::kHover, label);
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name == id && hot.row >= 0 && hot.row < u && hot.col >= 0 && hot.col < n) {
    const canvas::Rect cell = area.cell(hot.row, hot.col, u, n);
    canvas.border({cell.center().x - width / 2 - 2, cell.y - 1, width + 4, std::max(cell.height, 2.0f) + 2},
                  {canvas.color(canvas::Role::kAccent), 2});
  }
  return hand;
}

/// The name of a network, and what the band below shows.
void draw_title(canvas::Canvas& canvas, canvas::Rect* area, std::string_view name, std::string_view help, float size) {
  const canvas::Rect title = area->cut_top(1.5f * size);
  canvas.text({title.x, title.center().y}, name, charts::strong(canvas, size));
  const float after = title.x + canvas.measure(name, charts::strong(canvas, size)).width + 8;
  const canvas::TextStyle style = charts::quiet(canvas, size - 1);
  canvas.text({after, title.center().y}, canvas::elided(canvas, help, style, title.right() - after), style);
}

/// The source's words, and the encoder's states.
void draw_encoder(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, bool titled, float size) {
  if (titled) draw_title(canvas, &area, "Encoder", "its state after each word", size);
  const canvas::Rect names = area.cut_top(1.5f * size);
  const std::vector<std::string> source = reading(p, r).words;
  const auto m = static_cast<int>(source.size());
  for (int j = 0; j < m; ++j) {
    const canvas::TextStyle style{.color = canvas.color(canvas::Role::kKey), .size = size};
    draw_centred(canvas, names.cell(0, j, 1, m), source[static_cast<size_t>(j)], style);
  }
  draw_strips(canvas, area, encoder_states(p, r), "encoder-states", "states of the encoder, a column for each word", -1);
}

/// The vector between the two networks, as wide as the figure, and which of its numbers is which. At x = `arrow` the encoder's arrow comes
/// down, so the title and its button stay left of it.
void draw_vector(canvas::Canvas& canvas, canvas::Rect area, const Result& r, Params& edit, float arrow, float size) {
  const int depth = static_cast<int>(r.bottleneck.used.rows()), u = static_cast<int>(r.bottleneck.used.cols());
  canvas::Rect title = area.cut_top(1.6f * size);
  bool reset = false;
  if (r.bottleneck.used != r.bottleneck.made) {
    title.cut_right(title.right() - arrow + 6);
    const std::string_view text = "back to the encoder\u2019s";
    const canvas::Rect button = title.cut_right(canvas.measure(text, charts::quiet(canvas, 12)).width + 18);
    reset = charts::draw_small_button(canvas, button, "bottleneck-reset", text, "put all numbers of the vector back");
    title.cut_right(8);
  }
  const canvas::Rect ticks = area.cut_bottom(kTickRow * size);
  std::vector<canvas::Color> colors;
  for (Index i = 0; i < r.bottleneck.used.size(); ++i)
    colors.push_back(canvas.theme().diverging(static_cast<float>(r.bottleneck.used.data()[i])));
  canvas.cells(area, depth, u, colors);
  const bool lit = canvas.is_hot("bottleneck");
  canvas.border(area, {canvas.color(lit ? canvas::Role::kAccent : canvas::Role::kInk), lit ? 3.0f : 1.5f}, 1);
  const canvas::Interaction hand =
      canvas.grid("bottleneck", area, depth, u, canvas::Grip::kDrag, "the vector between encoder and decoder, drag a number up or down");
  for (int l = 0; l < depth; ++l)
    for (int i = 0; i < u; ++i) {
      const bool hot = canvas.hot() == canvas::cell_id("bottleneck", l, i), changed = r.bottleneck.used(l, i) != r.bottleneck.made(l, i);
      if (hot || changed) canvas.border(area.cell(l, i, depth, u), {canvas.color(hot ? canvas::Role::kAccent : canvas::Role::kWarning), 2});
    }
  const ChosenNumber chosen = chosen_number(canvas, hand, r.bottleneck.used, edit);
  charts::draw_heading(canvas, title, "All that passes: " + std::to_string(depth * u) + " numbers",
                       said_of(chosen, r.bottleneck.used, "drag one up or down"), size);
  draw_number_ticks(canvas, ticks, r.bottleneck.used, chosen, size);
  move_by_hand(hand, r.bottleneck.used, kDrag, edit);
  if (reset) edit.moved = Mat(0, 3);
}

/// A word that was said: struck out where it is wrong, with the right one below.
void draw_said(canvas::Canvas& canvas, canvas::Rect place, const Result& r, const SaidWord& said, bool chosen, float size) {
  const bool wrong = r.solved && said.wrong();
  const std::string word = target_word(r, said.token), right = target_word(r, said.right);
  canvas::TextStyle style{.color = canvas.color(wrong ? canvas::Role::kWarning : canvas::Role::kOutput), .size = size};
  style.font = chosen ? canvas::Font::kStrong : canvas::Font::kText;
  const canvas::Rect line = place.cut_top(1.4f * size);
  draw_centred(canvas, line, word, style);
  if (!wrong) return;
  const float half = std::min(canvas.measure(word, style).width, line.width - 2) / 2 + 1;
  canvas.line({line.center().x - half, line.center().y}, {line.center().x + half, line.center().y}, {style.color, 1.5f});
  if (!right.empty()) draw_centred(canvas, place.cut_top(1.3f * size), right, charts::quiet(canvas, size - 1));
}

void draw_decoder(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit, bool titled, float size) {
  if (titled) draw_title(canvas, &area, "Decoder", "given above, said below", size);
  const auto n = static_cast<int>(r.run.words.size());
  const canvas::Rect given = area.cut_top(1.4f * size), said = area.cut_bottom(2.8f * size);
  const canvas::Interaction hand =
      draw_strips(canvas, area, decoder_states(p, r), "decoder-states", "states of the decoder, press to show a step", r.shown);
  const auto show = [&](int step) {
    if (step != r.shown) edit.step = step + 1;
  };
  if (hand.pressed && hand.col >= 0) show(hand.col);
  for (int j = 0; j < n; ++j) {
    const SaidWord& word = r.run.words[static_cast<size_t>(j)];
    draw_centred(canvas, given.cell(0, j, 1, n), target_word(r, word.input), charts::quiet(canvas, size - 1));
    const canvas::Rect place = said.cell(0, j, 1, n);
    const std::string id = canvas::cell_id("output", j, 0);
    const bool hot = canvas.is_hot(id);
    if (hot) canvas.rect(place.inset(1, 0), canvas.color(canvas::Role::kAccent).with_alpha(0.14f), 3);
    draw_said(canvas, place, r, word, j == r.shown || hot, size);
    const std::string label = "step " + std::to_string(j + 1) + " says " + target_word(r, word.token);
    if (canvas.region(id, place, canvas::Grip::kClick, label).pressed) show(j);
  }
}

/// The likeliest words of the step shown.
void draw_candidates(canvas::Canvas& canvas, canvas::Rect area, const Result& r, float size) {
  const auto words = likeliest(r, kCandidates);
  const canvas::Rect title = area.cut_top(1.5f * size);
  const canvas::TextStyle head = charts::strong(canvas, size);
  canvas.text({title.x, title.center().y},
              canvas::elided(canvas, "Step " + std::to_string(r.shown + 1) + ": probabilities", head, title.width), head);
  const float line = std::min(1.7f * size, area.height / static_cast<float>(std::max<size_t>(words.size(), 1)));
  if (line < 8) return;
  const float text = std::min(size, line - 1), names = std::min(0.36f * area.width, 110.0f), numbers = 3.1f * text;
  for (const auto& [token, probability] : words) {
    const std::string word = target_word(r, token);
    canvas::Rect place = area.cut_top(line);
    const std::string id = canvas::cell_id("probabilities", r.shown, token);
    const bool hot = canvas.is_hot(id);
    canvas.region(id, place, canvas::Grip::kHover, "probability of " + word);
    canvas::TextStyle style{
        .color = canvas.color(hot ? canvas::Role::kAccent : canvas::Role::kOutput), .size = text, .align = canvas::Align::kRight};
    const canvas::Rect name = place.cut_left(names), number = place.cut_right(numbers);
    canvas.text({name.right() - 5, name.center().y}, canvas::elided(canvas, word, style, names - 5), style);
    const canvas::Rect track = place.inset(0, std::max(1.0f, 0.2f * line));
    canvas.rect(track, canvas.color(canvas::Role::kSurface), 2);
    const auto p = static_cast<float>(probability);
    canvas.rect({track.x, track.y, std::max(1.0f, p * track.width), track.height}, canvas.theme().sequential(0.25f + 0.75f * p), 2);
    style.color = canvas.color(canvas::Role::kInk);
    canvas.text({number.right(), number.center().y}, canvas::shown_fixed(probability, 3), style);
  }
}

/// The likeliest words in one line, where there is no room for bars.
void draw_candidate_line(canvas::Canvas& canvas, canvas::Rect line, const Result& r, float size) {
  std::string text = "Step " + std::to_string(r.shown + 1) + ":";
  const char* between = " ";
  for (const auto& [token, probability] : likeliest(r, 4)) {
    text += between + target_word(r, token) + " " + canvas::shown_fixed(probability, 3);
    between = ", ";
  }
  const canvas::TextStyle style{.color = canvas.color(canvas::Role::kOutput), .size = size};
  canvas.text({line.x, line.center().y}, canvas::elided(canvas, text, style, line.width), style);
}

}  // namespace

void draw_translate(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  auto [size, area] = page_of(canvas);
  translation::draw_source_help(canvas, &area, *r.task, r.problem, &edit.source);
  const bool tall = area.height >= 330, beside = area.width >= 560;
  const canvas::TextStyle style = charts::quiet(canvas, size);
  const std::string note = outcome(p, r);
  if (tall)
    area.cut_top(canvas::draw_paragraph(canvas, area, note, style) + 3);
  else
    canvas.text({area.x, area.cut_top(1.4f * size).center().y}, canvas::elided(canvas, note, style, area.width), style);
  const float words = ((tall ? 10.2f : 7.2f) + kTickRow) * size;  // height of the text in all three bands together
  const bool bars = beside || area.height > 400;
  canvas::Rect candidates = beside ? canvas::Rect{} : area.cut_bottom(bars ? 9.5f * size : 1.5f * size);
  const float strips = std::max(20.0f, (area.height - words - 1.3f * size) / 2.4f);
  const canvas::Rect encoder = area.cut_top(strips + (tall ? 3.0f : 1.5f) * size);
  area.cut_top(0.8f * size);
  const canvas::Rect vector = area.cut_top(std::min(4.2f * size, 0.4f * strips + 1.6f * size) + kTickRow * size);
  area.cut_top(0.5f * size);
  if (beside) candidates = area.cut_right(std::clamp(0.28f * area.width, 160.0f, 250.0f)), candidates.cut_left(14);
  draw_encoder(canvas, encoder, p, r, tall, size);
  const auto m = static_cast<float>(r.run.translation.encoding.tokens.size());
  const float last = encoder.x + encoder.width * (m - 0.5f) / m;
  charts::draw_arrow(canvas, {last, encoder.bottom() + 1}, {last, vector.y + 1.6f * size - 1}, {canvas.color(canvas::Role::kInk), 1.75f});
  draw_vector(canvas, vector, r, edit, last, size);
  draw_decoder(canvas, area, p, r, edit, tall, size);
  if (bars)
    draw_candidates(canvas, candidates, r, size);
  else
    draw_candidate_line(canvas, candidates, r, size);
}

}  // namespace attn::lessons::encoder_decoder
