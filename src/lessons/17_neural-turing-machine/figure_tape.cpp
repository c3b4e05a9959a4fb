// A tape: a sequence written and read again by a program of four lines, with nothing learned.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

struct Line {
  const char *name, *does;
};
constexpr std::array<Line, TapeStep::kKinds> kProgram{Line{"mark", "write the start mark here"},
                                                      Line{"write", "move on one cell, write the next vector"},
                                                      Line{"jump", "look for the start mark"}, Line{"read", "move on one cell, read"}};

/// The first step of a line of the program, from 1.
int first_of(const Params& p, int kind) {
  const auto count = static_cast<int>(p.tape.cols());
  return std::array{1, 2, count + 2, count + 3}[static_cast<size_t>(kind)];
}

void draw_program(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const auto last = static_cast<int>(r.tape.steps.size());
  const TapeStep& now = r.tape.steps[static_cast<size_t>(p.tape_step - 1)];
  Rect buttons = area.cut_bottom(std::clamp(0.12f * area.height, 22.0f, 30.0f));
  area.cut_bottom(6);
  const Rect count = area.cut_bottom(16);
  area.cut_bottom(4);
  const float half = (buttons.width - 8) / 2;
  if (charts::draw_small_button(canvas, {buttons.x, buttons.y, half, buttons.height}, "back", half > 60 ? "\u2190 back" : "\u2190",
                                "one step back"))
    edit.tape_step = std::max(1, p.tape_step - 1);
  if (charts::draw_small_button(canvas, {buttons.x + half + 8, buttons.y, half, buttons.height}, "on", half > 60 ? "on \u2192" : "\u2192",
                                "one step on"))
    edit.tape_step = std::min(last, p.tape_step + 1);
  draw_fitting(
      canvas, {count.x, count.center().y}, count.width,
      {"step " + std::to_string(p.tape_step) + " of " + std::to_string(last), std::to_string(p.tape_step) + " of " + std::to_string(last)},
      charts::quiet(canvas, 12));
  const float pitch = std::min(area.height / static_cast<float>(TapeStep::kKinds), 128.0f);
  for (int k = 0; k < TapeStep::kKinds; ++k) {
    const Rect card{area.x, area.y + pitch * static_cast<float>(k), area.width, pitch - 6};
    const std::string id = "program[" + std::to_string(k) + "]";
    const bool lit = k == now.kind, hot = canvas.is_hot(id);
    canvas.rect(
        card, lit ? canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kAccent), 0.12f) : canvas.color(Role::kBackground), 6);
    canvas.border(card, {canvas.color(lit || hot ? Role::kAccent : Role::kFaint), lit ? 2.0f : 1.0f}, 6);
    const bool tall = card.height > 52 && card.width > 120;
    const float left = card.x + (card.width > 90 ? 26.0f : 8.0f);
    if (lit && card.width > 90) {
      const float y = tall ? card.y + 15 : card.center().y;
      const std::array<Point, 3> arrow{Point{card.x + 9, y - 5}, {card.x + 18, y}, {card.x + 9, y + 5}};
      canvas.polygon(arrow, canvas.color(Role::kAccent));
    }
    const bool loops = k == TapeStep::write || k == TapeStep::read;
    std::string name = kProgram[static_cast<size_t>(k)].name;
    if (loops && card.width > 90) name += "  \u00d7 " + std::to_string(p.tape.cols());
    canvas.text({left, tall ? card.y + 15 : card.center().y}, name, lit ? charts::strong(canvas, 13) : charts::quiet(canvas, 13));
    if (tall) {
      const std::string gate = k == TapeStep::jump ? "g = 1, shift 0" : loops ? "g = 0, shift +1" : "g = 0, shift 0";
      const Rect words{left, card.y + 26, card.right() - left - 8, card.height - 28};
      const float used = canvas::draw_paragraph(canvas, words, kProgram[static_cast<size_t>(k)].does, charts::quiet(canvas, 12));
      if (words.y + used + 15 < card.bottom()) canvas.text({left, words.y + used + 9}, gate, charts::quiet(canvas, 12));
    }
    if (canvas.region(id, card, Grip::kClick, std::string("go to the line ") + kProgram[static_cast<size_t>(k)].name).pressed)
      edit.tape_step = first_of(p, k);
  }
}

void draw_row_title(Canvas& canvas, Rect line, std::string_view text, std::string_view narrow) {
  draw_fitting(canvas, {line.x, line.y + 7}, line.width, {text, narrow}, charts::quiet(canvas, 12));
}

/// The head's weights over the cells, as columns.
void draw_head(Canvas& canvas, Rect r, const Mat& weights) {
  const auto cells = static_cast<int>(weights.cols());
  canvas.line({r.x, r.bottom()}, {r.right(), r.bottom()}, {canvas.color(Role::kMuted), 1});
  canvas::TextStyle number{
      .color = canvas.color(Role::kInk), .size = 11, .align = canvas::Align::kCenter, .baseline = canvas::Baseline::kBottom};
  for (int i = 0; i < cells; ++i) {
    const auto w = static_cast<float>(weights(0, i));
    const Rect place = r.cell(0, i, 1, cells);
    const float high = w * (r.height - 13), half = 0.34f * place.width;
    canvas.rect({place.center().x - half, r.bottom() - high, 2 * half, high}, canvas.theme().sequential(0.25f + 0.75f * w));
    if (w >= 0.095f && place.width > 26) canvas.text({place.center().x, r.bottom() - high - 1}, canvas::shown_fixed(w, 2), number);
  }
  charts::draw_hot_cell(canvas, "tape-head", r, 1, cells, 0);
  canvas.grid("tape-head", r, 1, cells, Grip::kHover, "weights of the head over the cells");
}

void frame_column(Canvas& canvas, Rect grid, int column, int columns) {
  if (column >= 0) canvas.border(grid.cell(0, column, 1, columns).inset(-1.5f, -1.5f), {canvas.color(Role::kAccent), 2}, 2);
}

void draw_cells(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const TapeStep& now = r.tape.steps[static_cast<size_t>(p.tape_step - 1)];
  const auto count = static_cast<int>(p.tape.cols());
  const float title = area.height > 300 ? 20.0f : 15.0f, gap = area.height > 300 ? 14.0f : 4.0f;
  const float head = std::clamp(0.14f * area.height, 24.0f, 80.0f);
  const float cell = std::min({(area.height - 3 * title - head - 2 * gap) / (3 * kTapeBits + 1), area.width / kTapeCells, 34.0f});
  const float wide = std::min(area.width / kTapeCells, 2 * cell);
  const Rect in_title = area.cut_top(title), in{area.x, area.y, wide * static_cast<float>(count), cell * kTapeBits};
  const bool writes = now.kind == TapeStep::write, reads = now.kind == TapeStep::read;
  draw_row_title(canvas, in_title, "comes in (press cells to draw)", "comes in");
  Mask bits = p.tape;
  const Interaction pen =
      draw_bits(canvas, in, "tape", p.tape.cast<Real>(), Grip::kPaint, "bits of the sequence, a column for each vector");
  if (charts::paint_cells(pen, in, &bits)) edit.tape = bits;
  frame_column(canvas, in, writes ? now.vector : -1, count);
  area.cut_top(in.height + gap);

  draw_row_title(canvas, area.cut_top(title), "the head's weights, and the cells under it; the last row is the start mark",
                 "head, cells, start mark below");
  const Rect over{area.x, area.y, wide * kTapeCells, head};
  draw_head(canvas, over, now.head.at.weights);
  const Rect tape{area.x, over.bottom() + 1, over.width, cell * kTapeWidth};
  draw_bits(canvas, tape, "tape-memory", now.after.transpose(), Grip::kHover, "the cells after this step, a column each");
  const float mark = tape.y + cell * kTapeBits;
  canvas.line({tape.x, mark}, {tape.right(), mark}, {canvas.color(Role::kInk), 1.5f});
  area.cut_top(head + 1 + tape.height + gap);

  const Rect out_title = area.cut_top(title), out{area.x, area.y, in.width, in.height};
  const std::string wrong = r.tape.known == 0 ? "" : ": " + counted(r.tape.wrong, "wrong bit");
  draw_row_title(canvas, out_title, "comes out" + wrong, "out" + wrong);
  draw_bits(canvas, out, "tape-said", r.tape.said, Grip::kHover, "numbers read, a column for each vector");
  for (int b = 0; b < kTapeBits; ++b)
    for (int v = 0; v < count; ++v)
      if (std::isfinite(r.tape.bits(b, v)) && (r.tape.bits(b, v) > 0) != p.tape(b, v)) draw_cross(canvas, out.cell(b, v, kTapeBits, count));
  frame_column(canvas, out, reads ? now.vector : -1, count);
}

}  // namespace

void draw_tape(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const Rect program = area.cut_left(std::clamp(0.27f * area.width, 84.0f, 250.0f));
  area.cut_left(std::clamp(0.035f * canvas.bounds().width, 8.0f, 32.0f));
  draw_program(canvas, program, p, r, edit);
  draw_cells(canvas, area, p, r, edit);
}

}  // namespace attn::lessons::neural_turing_machine
