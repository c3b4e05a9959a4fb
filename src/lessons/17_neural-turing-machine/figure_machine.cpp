// A trained machine on a sequence of the reader's, and the LSTM on the same sequence. Everything is drawn over one axis of time.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"
#include "lessons/17_neural-turing-machine/sequence_strips.h"
#include "lessons/17_neural-turing-machine/words.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

void draw_name(Canvas& canvas, Rect side, std::string_view name, std::string_view narrow, std::string_view more, bool warns) {
  const float size = side.width > 90 ? 12.5f : 11.0f;
  const bool two = !more.empty() && side.height > 2.6f * size;
  const float y = side.y + (two ? size / 2 + 2 : std::min(side.height / 2, size / 2 + 2));
  draw_fitting(canvas, {side.x, y}, side.width - 6, {name, narrow}, charts::strong(canvas, size));
  canvas::TextStyle count = charts::quiet(canvas, size - 0.5f);
  if (warns) count.color = canvas.color(Role::kWarning);
  const std::string_view shortened = warns ? more.substr(0, more.find(' ')) : std::string_view();
  if (two) draw_fitting(canvas, {side.x, y + 1.35f * size}, side.width - 6, {more, shortened}, count);
}

std::string wrong_text(int wrong) { return wrong == 0 ? "no bit wrong" : counted(wrong, "wrong bit"); }

/// What the two heads say at the step shown, a line for each number.
void draw_heads(Canvas& canvas, Rect area, const MachineResult& m, int at) {
  constexpr std::array<const char*, 6> kNames{"strength \u03b2", "gate g", "shift \u22121", "shift 0", "shift +1", "sharpening \u03b3"},
      kLetters{"\u03b2", "g", "s \u22121", "s 0", "s +1", "\u03b3"};
  const bool narrow = area.width < 170;
  const float line = std::min(area.height / 7.5f, 24.0f), column = std::max(0.24f * area.width, 46.0f);
  if (line < 14 || area.width < 110) return;
  canvas::TextStyle number{.color = canvas.color(Role::kInk), .size = 12, .align = canvas::Align::kRight},
      title = charts::strong(canvas, 12);
  title.align = canvas::Align::kRight;
  for (const bool reads : {false, true}) {
    const models::HeadTrace& head = reads ? m.trace.read_heads.front() : m.trace.write_heads.front();
    const float right = area.right() - (reads ? 0 : column);
    canvas.text({right, area.y + line / 2}, reads ? "reads" : "writes", title);
    const std::array<Real, 6> said{head.strength(at, 0), head.gate(at, 0),  head.shift(at, 0),
                                   head.shift(at, 1),    head.shift(at, 2), head.sharpen(at, 0)};
    for (int k = 0; k < 6; ++k) {
      const float y = area.y + line * (static_cast<float>(k) + 1.6f);
      if (!reads) canvas.text({area.x, y}, (narrow ? kLetters : kNames)[static_cast<size_t>(k)], charts::quiet(canvas, 12));
      canvas.text({right, y}, canvas::shown_fixed(static_cast<double>(said[static_cast<size_t>(k)]), k == 0 || k == 5 ? 1 : 2), number);
    }
  }
}

std::string where(const Mat& weights, int at) {
  Index cell = 0;
  const Real most = weights.row(at).maxCoeff(&cell);
  return "cell " + std::to_string(cell + 1) + " (" + canvas::shown_fixed(static_cast<double>(most), 2) + ")";
}

}  // namespace

void draw_machine(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const MachineResult& m = r.machine;
  const tasks::BitExample& e = m.example;
  const int steps = e.steps(), at = p.at - 1;
  const Rival* rival = m.rival();
  Rect area = charts::page(canvas);
  const Rect head = area.cut_top(area.height > 300 ? 24.0f : 17.0f);
  const Rect time = area.cut_bottom(20);
  Rect side = area.cut_left(std::clamp(0.15f * area.width, 62.0f, 128.0f));
  const float gap = std::clamp(0.016f * area.height, 3.0f, 9.0f);
  Rect memory = area.cut_right(std::clamp(0.21f * area.width, 54.0f, 220.0f));
  area.cut_right(std::clamp(0.02f * area.width, 7.0f, 18.0f));

  const std::string now = "step " + std::to_string(p.at) + " of " + std::to_string(steps);
  const std::string heads =
      ": writes to " + where(m.trace.write_heads.front().weights, at) + ", reads from " + where(m.trace.read_heads.front().weights, at);
  draw_fitting(canvas, {head.x, head.y + 8}, head.width, {now + heads + "; " + m.provenance, now + heads, now}, charts::quiet(canvas, 12));

  const float strips = rival ? 4 : 3, bits_share = 0.52f;
  const float all = area.height - gap * (strips + 1), bit_strip = bits_share * all / strips, map = (1 - bits_share) * all / 2;
  const auto next = [&](float height, std::string_view name, std::string_view narrow, std::string_view more, bool warns) {
    const Rect strip = area.cut_top(height);
    draw_name(canvas, {side.x, strip.y, side.width, strip.height}, name, narrow, more, warns);
    area.cut_top(gap);
    return strip;
  };
  const float top = area.y;
  const Rect in = next(bit_strip, "goes in", "in", "press to draw", false);
  draw_bits(canvas, in, "input", e.inputs.transpose(), Grip::kHover, "what goes in, a column for each step");
  paint_input(canvas, in, p, e, edit);
  const Rect asked = next(bit_strip, "has to come out", "asked", "", false);
  draw_bits(canvas, asked, "target", only_answer(e, e.targets), Grip::kHover, "what has to come out");
  const Rect out = next(bit_strip, "machine says", "says", wrong_text(m.machine.wrong), m.machine.wrong > 0);
  draw_answer(canvas, out, "said", m.machine, e, "what the machine says");
  if (rival) {
    const std::string units = std::to_string(rival->units);
    const Rect other =
        next(bit_strip, "LSTM, " + units + " units", "LSTM " + units, wrong_text(rival->answer.wrong), rival->answer.wrong > 0);
    draw_answer(canvas, other, "rival-said", rival->answer, e, "what the LSTM says");
  }
  const Rect writes = next(map, "writes", "writes", "weights of the cells", false);
  draw_weights(canvas, writes, "write-weights", m.write_weights, Grip::kHover,
               "weights with which cells are written, a column for each step");
  const Rect reads = next(map, "reads", "reads", "weights of the cells", false);
  draw_weights(canvas, reads, "read-weights", m.read_weights, Grip::kHover, "weights with which cells are read, a column for each step");

  memory.y = writes.y, memory.height = reads.bottom() - writes.y;
  draw_fitting(canvas, {memory.x, memory.y - 11}, memory.width, {"memory after this step", "memory then", "memory"},
               charts::strong(canvas, 12));
  const float limit = std::max(0.1f, m.memory.size() > 0 ? static_cast<float>(m.memory.cwiseAbs().maxCoeff()) : 1.0f);
  draw_numbers(canvas, memory, "memory-then", m.memory, Grip::kHover, "memory after this step, a row for each cell that a head stands on",
               limit);
  if (memory.width > 80 && memory.y - top > 60)
    charts::draw_color_scale(canvas, {memory.x, memory.y - 38, std::min(memory.width, 150.0f), 13}, charts::CellMatrix::Colors::kSigned,
                             limit);
  draw_heads(canvas, {memory.x, top, memory.width, memory.y - top - 44}, m, at);
  draw_time(canvas, {writes.x, time.y + 2, writes.width, time.height - 2}, top, p, steps, edit);
}

}  // namespace attn::lessons::neural_turing_machine
