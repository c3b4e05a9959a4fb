// A source above, every number of the vector that passes as a bar, and below what the decoder makes of these numbers.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
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

using canvas::Canvas, canvas::Rect, canvas::Role;

constexpr int kLetters = 8;  ///< a to h

/// A row of words in boxes, each as wide as the longest source or output needs.
Rect box_of(Rect band, int place, int count) {
  const float pitch = std::min(band.width / static_cast<float>(count), 1.35f * band.height);
  return Rect{band.center().x + (static_cast<float>(place) - static_cast<float>(count) / 2) * pitch, band.y, pitch, band.height}.inset(2,
                                                                                                                                       0);
}

/// Whether letter j of the source comes out wrong, or not at all: the last letter is said first.
bool is_lost(const Result& r, int j, int letters) {
  const auto said = static_cast<size_t>(letters - 1 - j);
  return r.solved && r.task->name == "reversal" && (said >= r.run.words.size() || r.run.words[said].wrong());
}

/// The words that go in; those that are lost are framed. Letters can be added and taken away.
void draw_source(Canvas& canvas, Rect band, const Params& p, const Result& r, Params& edit, float size) {
  const std::vector<std::string> words = r.task->source.names(p.shown);
  const int m = static_cast<int>(words.size());
  if (r.task->name == "reversal") {
    Rect buttons = band.cut_right(2 * 2.1f * size + 4);
    buttons = {buttons.x, buttons.center().y - size, buttons.width, 2 * size};
    band.cut_left(buttons.width);
    const Rect less = buttons.cut_left(2.1f * size), more = buttons.cut_right(2.1f * size);
    if (m > 1 && charts::draw_small_button(canvas, less, "shorter", "\u2212", "take the last letter away"))
      edit.source = r.task->write(r.task->source, Tokens(p.shown.begin(), p.shown.end() - 1)), edit.moved = Mat(0, 3);
    if (m < kMostRead && charts::draw_small_button(canvas, more, "longer", "+", "add a letter"))
      edit.source = r.task->write(r.task->source, p.shown) + " " + static_cast<char>('a' + m % kLetters), edit.moved = Mat(0, 3);
  }
  for (int j = 0; j < m; ++j) {
    const Rect box = box_of(band, j, m);
    canvas.rect(box, canvas.color(Role::kKey).with_alpha(0.13f), 4);
    if (is_lost(r, j, m)) canvas.border(box, {canvas.color(Role::kWarning), 2}, 4);
    draw_centred(canvas, box, words[static_cast<size_t>(j)],
                 {.color = canvas.color(Role::kKey), .size = std::min(1.5f * size, 0.62f * band.height), .font = canvas::Font::kStrong});
  }
}

/// The numbers as bars from a line in the middle, with a mark where the encoder had put those that were moved. Returns the number that is
/// to be named.
ChosenNumber draw_bars(Canvas& canvas, Rect area, const Result& r, Params& edit) {
  const Mat &used = r.bottleneck.used, &made = r.bottleneck.made;
  const int depth = static_cast<int>(used.rows()), u = static_cast<int>(used.cols());
  for (int l = 0; l < depth; ++l)
    for (int i = 0; i < u; ++i) {
      const Rect cell = area.cell(l, i, depth, u);
      const float half = cell.height / 2 - 2, zero = cell.center().y, width = std::min(0.66f * cell.width, 34.0f);
      const auto bar = [&](Real value) {
        const float height = half * static_cast<float>(value);
        return Rect{cell.center().x - width / 2, std::min(zero, zero - height), width, std::abs(height)};
      };
      const bool moved = used(l, i) != made(l, i);
      canvas.rect({cell.center().x - width / 2, cell.y + 2, width, cell.height - 4}, canvas.color(Role::kSurface), 3);
      canvas.rect(bar(used(l, i)), moved ? canvas.color(Role::kAccent) : canvas.theme().diverging(used(l, i) < 0 ? -0.7f : 0.7f), 2);
      const float top = zero - half * static_cast<float>(used(l, i));
      canvas.line({cell.center().x - width / 2 - 1, top}, {cell.center().x + width / 2 + 1, top}, {canvas.color(Role::kInk), 2.5f});
      if (moved) {
        const float was = zero - half * static_cast<float>(made(l, i));
        canvas.line({cell.center().x - width / 2, was}, {cell.center().x + width / 2, was}, {canvas.color(Role::kMuted), 1.5f, true});
      }
      if (canvas.is_hot(canvas::cell_id("bottleneck", l, i)))
        canvas.border({cell.center().x - width / 2 - 2, cell.y, width + 4, cell.height}, {canvas.color(Role::kAccent), 2}, 4);
    }
  canvas.line({area.x, area.center().y}, {area.right(), area.center().y}, {canvas.color(Role::kMuted), 1});
  const canvas::Interaction hand =
      canvas.grid("bottleneck", area, depth, u, canvas::Grip::kDrag, "the vector between encoder and decoder, drag a number up or down");
  const ChosenNumber chosen = chosen_number(canvas, hand, used, edit);
  move_by_hand(hand, used, area.height / static_cast<float>(2 * depth), edit);
  return chosen;
}

/// The words that come out; below a wrong one the right one.
void draw_answer(Canvas& canvas, Rect band, const Result& r, float size) {
  const int n = static_cast<int>(r.run.words.size());
  const Rect rights = band.cut_bottom(1.5f * size);
  for (int j = 0; j < n; ++j) {
    const SaidWord& said = r.run.words[static_cast<size_t>(j)];
    const bool wrong = r.solved && said.wrong();
    const Rect box = box_of(band, j, n);
    const Role role = wrong ? Role::kWarning : Role::kOutput;
    canvas.rect(box, canvas.color(role).with_alpha(wrong ? 0.2f : 0.13f), 4);
    draw_centred(canvas, box, said.token == kEndToken ? "end" : target_word(r, said.token),
                 {.color = canvas.color(role), .size = std::min(1.5f * size, 0.62f * band.height), .font = canvas::Font::kStrong});
    if (wrong) {
      canvas.border(box, {canvas.color(role), 2}, 4);
      if (said.right >= 0)
        draw_centred(canvas, {box.x, rights.y, box.width, rights.height}, said.right == kEndToken ? "end" : target_word(r, said.right),
                     charts::quiet(canvas, size, canvas::Align::kCenter));
    }
    canvas.region(canvas::cell_id("output", j, 0), box, canvas::Grip::kHover, "word said");
  }
}

}  // namespace

void draw_numbers(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  auto [size, area] = page_of(canvas);
  translation::draw_source_help(canvas, &area, *r.task, r.problem, &edit.source);
  const float box = std::clamp(0.11f * area.height, 1.8f * size, 64.0f), line = 1.7f * size;
  charts::draw_heading(canvas, area.cut_top(line), "In", r.task->name == "reversal" ? "letters; + adds one" : "", size);
  draw_source(canvas, area.cut_top(box), p, r, edit, size);
  charts::draw_arrow(canvas, {area.center().x, area.y + 3}, {area.center().x, area.y + line}, {canvas.color(Role::kMuted), 1.75f});
  area.cut_top(line);
  const Rect answer = area.cut_bottom(box + 1.5f * size);
  const int wrong = static_cast<int>(std::count_if(r.run.words.begin(), r.run.words.end(), [](const SaidWord& w) { return w.wrong(); }));
  const std::string verdict = !r.solved ? "" : wrong == 0 ? "all right" : std::to_string(wrong) + " wrong";
  charts::draw_heading(canvas, area.cut_bottom(line), r.task->name == "reversal" ? "Out, the other way round" : "Out", verdict, size);
  charts::draw_arrow(canvas, {area.center().x, area.bottom() - line}, {area.center().x, area.bottom() - 3},
                     {canvas.color(Role::kMuted), 1.75f});
  area.cut_bottom(line);
  Rect title = area.cut_top(line);
  if (r.bottleneck.used != r.bottleneck.made) {
    const std::string_view text = "back to the encoder\u2019s";
    const Rect button = title.cut_right(canvas.measure(text, charts::quiet(canvas, 12)).width + 18);
    if (charts::draw_small_button(canvas, button, "bottleneck-reset", text, "put all numbers of the vector back")) edit.moved = Mat(0, 3);
    title.cut_right(8);
  }
  const Rect ticks = area.cut_bottom(kTickRow * size);
  const ChosenNumber chosen = draw_bars(canvas, area, r, edit);
  charts::draw_heading(canvas, title, "All that passes: " + std::to_string(r.bottleneck.used.size()) + " numbers",
                       said_of(chosen, r.bottleneck.used, "drag one up or down"), size);
  draw_number_ticks(canvas, ticks, r.bottleneck.used, chosen, size);
  draw_answer(canvas, answer, r, size);
}

}  // namespace attn::lessons::encoder_decoder
