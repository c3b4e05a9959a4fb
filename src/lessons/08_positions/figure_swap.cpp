// "Dog bites man": three words with the clocks of their places, the weights of two heads, and who bites whom by these.
#include <algorithm>
#include <cmath>
#include <string>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/08_positions/figure_parts.h"
#include "lessons/08_positions/figures.h"

namespace attn::lessons::positions {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// A word with its clocks. It can be dragged onto another one.
void draw_word(Canvas& canvas, Rect place, int i, const Params& p, const Result& r, float size, Params& edit) {
  const SwapStudy& s = r.swap;
  const std::string id = "word[" + std::to_string(i) + "]";
  Rect clocks = place;
  const Rect card = clocks.cut_top(std::clamp(0.36f * place.height, 30.0f, 76.0f)).inset(2, 2);
  const bool hot = canvas.is_hot(id);
  const canvas::Interaction hand = canvas.region(id, card, Grip::kDrag, s.names[static_cast<size_t>(i)] + ", drag onto another word");
  const Point center = card.center();
  const bool away = hand.held && !card.contains(hand.position - hand.grab);
  canvas::TextStyle style{.color = canvas.color(Role::kInk),
                          .size = std::clamp(0.48f * card.height, 15.0f, 34.0f),
                          .font = canvas::Font::kStrong,
                          .align = canvas::Align::kCenter};
  canvas.rect(card, canvas.color(Role::kSurface), 7);
  canvas.border(card, {canvas.color(hot ? Role::kAccent : Role::kMuted), hot ? 2.5f : 1.3f}, 7);
  style.color = style.color.with_alpha(away ? 0.3f : 1.0f);
  canvas.text(center, s.names[static_cast<size_t>(i)], style);
  if (away) {
    style.color = canvas.color(Role::kAccent);
    const Point at = hand.position - hand.grab;
    canvas.text({std::clamp(at.x, canvas.bounds().x + 30, canvas.bounds().right() - 30), center.y}, s.names[static_cast<size_t>(i)], style);
  }
  int to = std::clamp(i + hand.nudge_x, 0, kWords - 1);
  if (hand.released && !canvas::was_click(hand))
    to = std::clamp(i + static_cast<int>(std::lround((hand.position.x - hand.grab.x - center.x) / place.width)), 0, kWords - 1);
  if (to != i) edit.word_order = swapped(p.word_order, i, to);

  const Rect caption = clocks.cut_bottom(1.5f * size);
  canvas.text(caption.center(), p.clocks ? "place " + std::to_string(i) : "no clock",
              charts::quiet(canvas, size - 1, canvas::Align::kCenter));
  clocks.cut_top(6);
  const float pitch = clocks.width / kWordClocks, radius = std::max(5.0f, std::min(0.42f * pitch, clocks.height / 2 - 2));
  for (int k = 0; k < kWordClocks; ++k) {
    const Point at{clocks.center().x + (static_cast<float>(k) - 1) * std::min(pitch, 2.4f * radius), clocks.center().y};
    if (!p.clocks) {
      canvas.ring(at, radius, {canvas.color(Role::kFaint), 1, true});
      continue;
    }
    const std::string cell = canvas::cell_id("word-clocks", i, k);
    draw_face(canvas, at, radius);
    const Color ink = canvas.color(canvas.is_hot(cell) ? Role::kAccent : Role::kInk);
    draw_clock_hand(canvas, at, 0.88f * radius, static_cast<double>(s.angles(i, k)), {ink, std::clamp(radius / 14, 1.5f, 3.5f)});
    canvas.circle(at, std::clamp(radius / 14, 1.5f, 4.0f), ink);
    canvas.region(cell, {at.x - radius, at.y - radius, 2 * radius, 2 * radius}, Grip::kHover, "angle of a clock at this place");
  }
}

/// What can be done, as buttons.
void draw_buttons(Canvas& canvas, Rect line, const Params& p, const Result& r, float size, Params& edit) {
  const float wide = std::min((line.width - 12) / 2, 19 * size);
  const Rect swap{line.center().x - wide - 6, line.y, wide, line.height}, clocks{line.center().x + 6, line.y, wide, line.height};
  const std::string words = "swap " + r.swap.names.front() + " and " + r.swap.names.back();
  if (charts::draw_small_button(canvas, swap, "swap", words, "swap the first and the last word"))
    edit.word_order = swapped(p.word_order, 0, kWords - 1);
  if (charts::draw_small_button(canvas, clocks, "take-clocks", p.clocks ? "take the clocks away" : "give the clocks back",
                                "words with clocks or without", !p.clocks))
    edit.clocks = !p.clocks;
}

void draw_head(Canvas& canvas, Rect area, const Result& r, Look look, bool clocks, float size) {
  const SwapStudy& s = r.swap;
  const std::string name = look == kBack ? "head 1" : "head 2", place = look == kBack ? "one place back" : "one place ahead";
  charts::draw_heading(canvas, area.cut_top(1.6f * size), name + (clocks ? " looks " + place : " sees no places"), "", size);
  const std::string_view id = look == kBack ? "back-weights" : "ahead-weights";
  const charts::CellMatrix matrix{
      .id = id, .values = s.heads[look].weights, .rows = s.names, .cols = s.names, .label = "attention weight", .largest_cell = 124};
  charts::draw_cell_matrix(canvas, area, matrix);
  const Rect cells = charts::cells_in(canvas, area, matrix);
  const Rect row = cells.cell(s.verb, 0, kWords, 1);
  canvas.border(row, {canvas.color(Role::kInk), 2}, 2);
}

/// "who bites whom?", and what the swap of the first and the last word changes.
void draw_answer(Canvas& canvas, Rect area, const Params& p, const Result& r, float size) {
  const SwapStudy& s = r.swap;
  const Rect note = area.cut_bottom(1.7f * size);
  const canvas::TextStyle quiet = charts::quiet(canvas, size, canvas::Align::kCenter);
  const std::string number = canvas::shown_fixed(r.swap_change.before - r.swap_change.after, 2);
  const std::string ends = r.swap.names.front() + " and " + r.swap.names.back();
  const std::string said = p.clocks ? "if " + ends + " change places, no number of an output changes by more than " + number
                                    : "if " + ends + " change places, each keeps its output: the largest change is " + number;
  const std::string shown =
      charts::fitting(canvas, quiet, area.width, {said, "a swap changes outputs by " + number, "change by a swap: " + number});
  canvas.text(note.center(), shown, quiet);
  canvas.region("swap-change",
                {note.center().x - canvas.measure(shown, quiet).width / 2, note.y, canvas.measure(shown, quiet).width, note.height},
                Grip::kHover, "what the swap changes");
  const Rect question = area.cut_left(0.3f * area.width);
  canvas.text({question.x, question.center().y},
              charts::fitting(canvas, charts::strong(canvas, size), question.width, {"who bites whom?", "who whom?"}),
              charts::strong(canvas, size));
  const float gap = 6, wide = std::min((area.width - 2 * gap) / 3, 12 * size);
  const std::string words[] = {s.said(kBack), "bites", s.said(kAhead)};
  for (int w = 0; w < 3; ++w) {
    const Rect tile{area.x + (wide + gap) * static_cast<float>(w), area.y + 2, wide, area.height - 4};
    const bool right = w == 1 || (w == 0 ? s.said(kBack) == s.meant(kBack) : s.said(kAhead) == s.meant(kAhead));
    const Color color = canvas.color(right ? Role::kGood : Role::kWarning);
    if (w != 1) {
      canvas.rect(tile, canvas::mix(canvas.color(Role::kBackground), color, right ? 0.2f : 0.1f), 6);
      canvas.border(tile, {color, 1.5f, !right}, 6);
    }
    const canvas::TextStyle style{.color = canvas.color(right ? Role::kInk : Role::kWarning),
                                  .size = std::clamp(0.46f * tile.height, 14.0f, 28.0f),
                                  .font = canvas::Font::kStrong,
                                  .align = canvas::Align::kCenter};
    canvas.text(tile.center(), words[w], style);
    if (!right) {
      const float half = canvas.measure(words[w], style).width / 2 + 2;
      canvas.line({tile.center().x - half, tile.center().y}, {tile.center().x + half, tile.center().y}, {color, 2});
    }
  }
}

}  // namespace

void draw_swap(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const float size = std::clamp(area.width / 56, 11.0f, 17.0f), gap = std::clamp(0.025f * area.height, 5.0f, 20.0f);
  const Rect words = area.cut_top(0.36f * area.height);
  area.cut_top(gap);
  draw_buttons(canvas, area.cut_top(std::clamp(0.06f * area.height, 22.0f, 38.0f)), p, r, size, edit);
  area.cut_top(gap);
  const Rect answer = area.cut_bottom(std::clamp(0.2f * area.height, 32.0f, 70.0f) + 1.7f * size);
  area.cut_bottom(gap);
  for (int i = 0; i < kWords; ++i) draw_word(canvas, words.cell(0, i, 1, kWords).inset(6, 0), i, p, r, size, edit);
  Rect back = area.cut_left((area.width - 2 * size) / 2);
  area.cut_left(2 * size);
  draw_head(canvas, back, r, kBack, p.clocks, size);
  draw_head(canvas, area, r, kAhead, p.clocks, size);
  draw_answer(canvas, answer, p, r, size);
}

}  // namespace attn::lessons::positions
