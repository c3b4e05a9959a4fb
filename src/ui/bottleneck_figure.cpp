#include "ui/bottleneck_figure.h"

#include <algorithm>
#include <cmath>

#include "ui/arrows.h"
#include "ui/cell_matrix.h"
#include "ui/matrix_block.h"
#include "ui/number_text.h"
#include "ui/paragraph.h"
#include "ui/regions.h"

namespace attn::ui {
namespace {

constexpr Real kNudge = Real(0.05);  ///< what an arrow key adds to a number of the bottleneck
constexpr float kDrag = 60;          ///< pixels from 0 to 1

TextStyle strong(const Canvas& canvas, float size) { return {.color = canvas.color(Role::kInk), .size = size, .font = Font::kStrong}; }
TextStyle quiet(const Canvas& canvas, float size) { return {.color = canvas.color(Role::kMuted), .size = size}; }

void centred(Canvas& canvas, Rect place, std::string_view text, TextStyle style) {
  style.align = Align::kCenter;
  const float width = canvas.measure(text, style).width;
  if (width > place.width - 1) style.size = std::max(8.0f, style.size * (place.width - 1) / width);  // smaller, and only then cut
  canvas.text(place.center(), elided(canvas, text, style, place.width - 1), style);
}

/// States as upright strips, one in the middle of each column of `area`, with arrows from one to the next. Returns the hand on them.
Interaction draw_strips(Canvas& canvas, Rect area, const Mat& states, std::string_view id, std::string_view label, int lit) {
  const int u = static_cast<int>(states.rows()), n = static_cast<int>(states.cols());
  const float column = area.width / static_cast<float>(n), width = std::min(0.6f * column, 26.0f);
  std::vector<Color> colors(static_cast<size_t>(u));
  for (int j = 0; j < n; ++j) {
    const Rect place = area.cell(0, j, 1, n);
    const Rect strip{place.center().x - width / 2, place.y, width, place.height};
    for (int i = 0; i < u; ++i) colors[static_cast<size_t>(i)] = canvas.theme().diverging(static_cast<float>(states(i, j)));
    canvas.cells(strip, u, 1, colors);
    const bool chosen = j == lit || canvas.is_hot(id);
    canvas.frame(strip, {canvas.color(chosen ? Role::kAccent : Role::kFaint), chosen ? 2.0f : 1.0f}, 1);
    const float y = strip.center().y;
    if (j + 1 < n && column - width > 5)
      draw_arrow(canvas, {strip.right() + 1.5f, y}, {strip.right() + column - width - 1.5f, y}, {canvas.color(Role::kMuted), 1.25f});
  }
  const Interaction hand = canvas.grid(id, area, u, n, lit >= 0 ? Grip::kClick : Grip::kHover, label);
  const RegionId hot = parse_region_id(canvas.hot());
  if (hot.name == id && hot.row >= 0 && hot.row < u && hot.col >= 0 && hot.col < n) {
    const Rect cell = area.cell(hot.row, hot.col, u, n);
    canvas.frame({cell.center().x - width / 2 - 2, cell.y - 1, width + 4, std::max(cell.height, 2.0f) + 2},
                 {canvas.color(Role::kAccent), 2});
  }
  return hand;
}

/// A network's name and what the band below it shows.
void draw_title(Canvas& canvas, Rect* area, std::string_view name, std::string_view help, float size) {
  const Rect title = area->cut_top(1.5f * size);
  canvas.text({title.x, title.center().y}, name, strong(canvas, size));
  const float after = title.x + canvas.measure(name, strong(canvas, size)).width + 8;
  const TextStyle style = quiet(canvas, size - 1);
  canvas.text({after, title.center().y}, elided(canvas, help, style, title.right() - after), style);
}

/// The source's words, and the encoder's states.
void draw_encoder(Canvas& canvas, Rect area, const BottleneckPicture& picture, bool titled, float size) {
  if (titled) draw_title(canvas, &area, "Encoder", "its state after each word", size);
  const Rect names = area.cut_top(1.5f * size);
  const auto m = static_cast<int>(picture.source.size());
  for (int j = 0; j < m; ++j) {
    const TextStyle style{.color = canvas.color(Role::kKey), .size = size};
    centred(canvas, names.cell(0, j, 1, m), picture.source[static_cast<size_t>(j)], style);
  }
  draw_strips(canvas, area, picture.encoder, "encoder-states", "states of the encoder, a column for each word", -1);
}

/// A drag by kDrag pixels is 1; kept within -1 to 1, at hundredths.
void move_number(const Interaction& hand, const BottleneckPicture& picture, BottleneckEdit& edit) {
  const bool dragging = hand.held && hand.delta.y != 0 && hand.first_row >= 0;
  const int l = dragging ? hand.first_row : hand.row, i = dragging ? hand.first_col : hand.col;
  if (l < 0 || i < 0 || l >= picture.bottleneck.rows() || i >= picture.bottleneck.cols()) return;
  Real change = 0;
  if (dragging) change = static_cast<Real>(-hand.delta.y / kDrag);
  if (!dragging && hand.selected) change = kNudge * static_cast<Real>(hand.nudge_x - hand.nudge_y);
  if (change == 0) return;
  edit.layer = l, edit.unit = i;
  edit.value = std::clamp(std::round((picture.bottleneck(l, i) + change) * 1000) / 1000, Real(-1), Real(1));
}

/// The vector between the two networks, as wide as the figure.
void draw_vector(Canvas& canvas, Rect area, const BottleneckPicture& picture, BottleneckEdit& edit, float size) {
  const int depth = static_cast<int>(picture.bottleneck.rows()), u = static_cast<int>(picture.bottleneck.cols());
  Rect title = area.cut_top(1.6f * size);
  const bool moved = (picture.bottleneck.array() != picture.own.array()).any();
  if (moved) {
    const std::string_view text = "as the encoder made it";
    const Rect button = title.cut_right(canvas.measure(text, quiet(canvas, 12)).width + 18);
    edit.reset = draw_small_button(canvas, button, "bottleneck-reset", text, "put all numbers of the vector back");
  }
  const std::string count = std::to_string(depth * u) + " numbers";
  const TextStyle style = strong(canvas, size);
  const std::string lead = "All that passes: " + count;
  canvas.text({title.x, title.center().y}, elided(canvas, lead, style, title.width), style);
  const float after = title.x + canvas.measure(lead, style).width + 8;
  if (title.right() - after > 120)
    canvas.text({after, title.center().y}, elided(canvas, "drag one up or down", quiet(canvas, size - 1), title.right() - after),
                quiet(canvas, size - 1));
  std::vector<Color> colors;
  for (Index i = 0; i < picture.bottleneck.size(); ++i)
    colors.push_back(canvas.theme().diverging(static_cast<float>(picture.bottleneck.data()[i])));
  canvas.cells(area, depth, u, colors);
  const bool lit = canvas.is_hot("bottleneck");
  canvas.frame(area, {canvas.color(lit ? Role::kAccent : Role::kInk), lit ? 3.0f : 1.5f}, 1);
  const Interaction hand =
      canvas.grid("bottleneck", area, depth, u, Grip::kDrag, "the vector between encoder and decoder, drag a number up or down");
  for (int l = 0; l < depth; ++l)
    for (int i = 0; i < u; ++i) {
      const bool hot = canvas.hot() == cell_id("bottleneck", l, i), changed = picture.bottleneck(l, i) != picture.own(l, i);
      if (hot || changed) canvas.frame(area.cell(l, i, depth, u), {canvas.color(hot ? Role::kAccent : Role::kWarning), 2});
    }
  move_number(hand, picture, edit);
}

/// A word that was said: struck out where it is wrong, with the right one below.
void draw_said(Canvas& canvas, Rect place, const DecodedWord& said, bool chosen, float size) {
  TextStyle style{.color = canvas.color(said.wrong ? Role::kWarning : Role::kOutput), .size = size};
  style.font = chosen ? Font::kStrong : Font::kText;
  const Rect line = place.cut_top(1.4f * size);
  centred(canvas, line, said.word, style);
  if (!said.wrong) return;
  const float half = std::min(canvas.measure(said.word, style).width, line.width - 2) / 2 + 1;
  canvas.line({line.center().x - half, line.center().y}, {line.center().x + half, line.center().y}, {style.color, 1.5f});
  if (!said.right.empty()) centred(canvas, place.cut_top(1.3f * size), said.right, quiet(canvas, size - 1));
}

void draw_decoder(Canvas& canvas, Rect area, const BottleneckPicture& picture, BottleneckEdit& edit, bool titled, float size) {
  if (titled) draw_title(canvas, &area, "Decoder", "given above, said below", size);
  const auto n = static_cast<int>(picture.words.size());
  const Rect given = area.cut_top(1.4f * size), said = area.cut_bottom(2.8f * size);
  const Interaction hand =
      draw_strips(canvas, area, picture.decoder, "decoder-states", "states of the decoder, press to show a step", picture.step);
  if (hand.pressed && hand.col >= 0) edit.step = hand.col;
  for (int j = 0; j < n; ++j) {
    const DecodedWord& word = picture.words[static_cast<size_t>(j)];
    centred(canvas, given.cell(0, j, 1, n), word.input, quiet(canvas, size - 1));
    const Rect place = said.cell(0, j, 1, n);
    const std::string id = cell_id("output", j, 0);
    const bool hot = canvas.is_hot(id);
    if (hot) canvas.rect(place.inset(1, 0), canvas.color(Role::kAccent).with_alpha(0.14f), 3);
    draw_said(canvas, place, word, j == picture.step || hot, size);
    const std::string label = "step " + std::to_string(j + 1) + " says " + word.word;
    if (canvas.region(id, place, Grip::kClick, label).pressed) edit.step = j;
  }
}

/// The likeliest words of the step shown.
void draw_candidates(Canvas& canvas, Rect area, const BottleneckPicture& picture, float size) {
  const Rect title = area.cut_top(1.5f * size);
  const TextStyle head = strong(canvas, size);
  canvas.text({title.x, title.center().y},
              elided(canvas, "Step " + std::to_string(picture.step + 1) + ": probabilities", head, title.width), head);
  const float line = std::min(1.7f * size, area.height / static_cast<float>(std::max<size_t>(picture.candidates.size(), 1)));
  if (line < 8) return;
  const float text = std::min(size, line - 1), names = std::min(0.36f * area.width, 110.0f), numbers = 3.1f * text;
  for (const WordCandidate& candidate : picture.candidates) {
    Rect place = area.cut_top(line);
    const std::string id = cell_id("probabilities", picture.step, candidate.index);
    const bool hot = canvas.is_hot(id);
    canvas.region(id, place, Grip::kHover, "probability of " + candidate.word);
    TextStyle style{.color = canvas.color(hot ? Role::kAccent : Role::kOutput), .size = text, .align = Align::kRight};
    const Rect name = place.cut_left(names), number = place.cut_right(numbers);
    canvas.text({name.right() - 5, name.center().y}, elided(canvas, candidate.word, style, names - 5), style);
    const Rect track = place.inset(0, std::max(1.0f, 0.2f * line));
    canvas.rect(track, canvas.color(Role::kSurface), 2);
    const auto p = static_cast<float>(candidate.probability);
    canvas.rect({track.x, track.y, std::max(1.0f, p * track.width), track.height}, canvas.theme().sequential(0.25f + 0.75f * p), 2);
    style.color = canvas.color(Role::kInk);
    canvas.text({number.right(), number.center().y}, shown_fixed(candidate.probability, 3), style);
  }
}

/// The same in one line, where there is no room for bars.
void draw_candidate_line(Canvas& canvas, Rect line, const BottleneckPicture& picture, float size) {
  std::string text = "Step " + std::to_string(picture.step + 1) + ":";
  for (size_t i = 0; i < std::min<size_t>(picture.candidates.size(), 4); ++i)
    text += (i ? ", " : " ") + picture.candidates[i].word + " " + shown_fixed(picture.candidates[i].probability, 3);
  const TextStyle style{.color = canvas.color(Role::kOutput), .size = size};
  canvas.text({line.x, line.center().y}, elided(canvas, text, style, line.width), style);
}

}  // namespace

void draw_bottleneck(Canvas& canvas, const BottleneckPicture& picture, BottleneckEdit& edit) {
  Rect area = canvas.bounds();
  const float size = std::clamp(area.width / 58, 11.0f, 14.0f);
  area = area.inset(std::clamp(area.width / 60, 6.0f, 20.0f), 6);
  const bool tall = area.height >= 330, beside = area.width >= 560;
  TextStyle note = quiet(canvas, size);
  if (picture.bad) note.color = canvas.color(Role::kWarning);
  if (tall)
    area.cut_top(draw_paragraph(canvas, area, picture.note, note) + 3);
  else
    canvas.text({area.x, area.cut_top(1.4f * size).center().y}, elided(canvas, picture.note, note, area.width), note);
  const float words = (tall ? 10.2f : 7.2f) * size;  // the lines of text of all three bands
  const bool bars = beside || area.height > 400;
  Rect candidates = beside ? Rect{} : area.cut_bottom(bars ? 9.5f * size : 1.5f * size);
  const float strips = std::max(20.0f, (area.height - words - 1.3f * size) / 2.4f);
  const Rect encoder = area.cut_top(strips + (tall ? 3.0f : 1.5f) * size);
  area.cut_top(0.8f * size);
  const Rect vector = area.cut_top(std::min(4.2f * size, 0.4f * strips + 1.6f * size));
  area.cut_top(0.5f * size);
  if (beside) candidates = area.cut_right(std::clamp(0.28f * area.width, 160.0f, 250.0f)), candidates.cut_left(14);
  draw_encoder(canvas, encoder, picture, tall, size);
  const float m = static_cast<float>(picture.source.size());
  const float last = encoder.x + encoder.width * (m - 0.5f) / m;
  draw_arrow(canvas, {last, encoder.bottom() + 1}, {last, vector.y + 1.6f * size - 1}, {canvas.color(Role::kInk), 1.75f});
  draw_vector(canvas, vector, picture, edit, size);
  draw_decoder(canvas, area, picture, edit, tall, size);
  if (bars)
    draw_candidates(canvas, candidates, picture, size);
  else
    draw_candidate_line(canvas, candidates, picture, size);
}

}  // namespace attn::ui
