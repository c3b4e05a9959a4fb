// The machine as a picture at one step, and beside it the paths of its heads over time: what training invents.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"
#include "lessons/17_neural-turing-machine/sequence_strips.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// Where the heads and the memory between them are, and what is below.
struct MemoryPlaces {
  Rect sides[2];  ///< of the head that writes and of the one that reads
  Rect memory, foot;

  MemoryPlaces(Rect area, float size) {
    foot = area.cut_bottom((area.height > 150 ? 3.4f : 1.6f) * size);
    sides[0] = area.cut_left(0.25f * area.width), sides[1] = area.cut_right(0.333f * area.width);
    sides[0].cut_right(2), sides[1].cut_left(2);
    memory = area.inset(6, 0);
  }
};

/// The memory after the step shown, with the weights of the heads at this step beside it, and below it what its colours mean.
void draw_memory(Canvas& canvas, const MemoryPlaces& places, const Params& p, const MachineResult& m, float size) {
  for (const bool reads : {false, true}) draw_head(canvas, places.sides[reads], reads ? m.read_weights : m.write_weights, p.at - 1, reads);
  const Rect memory = places.memory;
  canvas.text({memory.center().x, memory.y - 0.8f * size}, "memory", charts::strong(canvas, size, canvas::Align::kCenter));
  const float limit = std::max(0.1f, m.memory.size() > 0 ? static_cast<float>(m.memory.cwiseAbs().maxCoeff()) : 1.0f);
  draw_numbers(canvas, memory, "memory-then", m.memory, Grip::kHover, "memory after this step, a row for each cell", limit);
  Rect foot = places.foot;
  const Rect line = foot.cut_top(1.6f * size);
  const canvas::TextStyle quiet = charts::quiet(canvas, size - 1, canvas::Align::kCenter);
  const std::string after = "after step " + std::to_string(p.at), of = " of " + std::to_string(m.example.steps());
  canvas.text({line.center().x, line.center().y + 2}, charts::fitting(canvas, quiet, line.width, {after + of, after}), quiet);
  const float wide = std::min(140.0f, foot.width);
  if (foot.height > 13)
    charts::draw_color_scale(canvas, {foot.center().x - wide / 2, foot.y + 3, wide, 13}, charts::CellMatrix::Colors::kSigned, limit);
}

/// Controller, heads and memory at the step shown.
void draw_parts(Canvas& canvas, Rect area, const Params& p, const MachineResult& m, float size) {
  const int at = p.at - 1;
  const bool answers = at >= m.example.answer;
  const canvas::TextStyle name = charts::strong(canvas, size, canvas::Align::kCenter), quiet = charts::quiet(canvas, size - 1);
  const Rect bits = area.cut_top(1.3f * size);
  const float vector = std::min(0.3f * area.width, 6.5f * size);
  draw_vector(canvas, {bits.x, bits.y, vector, bits.height}, m.example.inputs.row(at));
  canvas.text({bits.x + vector + 6, bits.center().y}, "in", quiet);
  const Rect out{bits.right() - vector, bits.y, vector, bits.height};
  if (answers) draw_vector(canvas, out, m.machine.said.row(at));
  if (!answers) canvas.border(out, {canvas.color(Role::kFaint), 1, true});
  canvas.text({out.x - 6, bits.center().y}, "out", charts::quiet(canvas, size - 1, canvas::Align::kRight));
  area.cut_top(1.5f * size);
  const Rect box = area.cut_top(2.6f * size).inset(0.14f * area.width, 0);
  const canvas::Stroke wire{canvas.color(Role::kMuted), 1.5f};
  charts::draw_arrow(canvas, {bits.x + vector / 2 + 0.16f * area.width, bits.bottom() + 3}, {box.x + 0.2f * box.width, box.y - 2}, wire);
  if (answers)
    charts::draw_arrow(canvas, {box.right() - 0.2f * box.width, box.y - 2}, {out.center().x - 0.16f * area.width, bits.bottom() + 3}, wire);
  canvas.rect(box, canvas.color(Role::kSurface), 8);
  canvas.border(box, {canvas.color(Role::kInk), 1.5f}, 8);
  canvas.text(box.center(), "controller", name);
  area.cut_top(3.4f * size);
  const MemoryPlaces places(area, size);
  for (const bool reads : {false, true}) {
    const Rect side = places.sides[reads];
    const Point top{side.center().x, side.y - 1.6f * size},
        end{reads ? box.right() - 0.12f * box.width : box.x + 0.12f * box.width, box.bottom() + 2};
    const canvas::Stroke line{canvas.color(head_role(reads)), 2.5f};
    charts::draw_arrow(canvas, reads ? Point{top.x, top.y} : end, reads ? end : top, line);
    canvas.text({side.center().x, side.y - 0.8f * size}, reads ? "reads" : "writes",
                {.color = canvas.color(head_role(reads)), .size = size, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter});
  }
  draw_memory(canvas, places, p, m, size);
}

/// The sequence over time, and over the same time which cells the heads stand on.
void draw_paths(Canvas& canvas, Rect area, const Params& p, const MachineResult& m, float size, Params& edit) {
  const tasks::BitExample& e = m.example;
  const Rect time = area.cut_bottom(20);
  const float line = 1.5f * size, all = area.height - 4 * line - 3 * 4, bits = 0.17f * all, map = 0.33f * all;
  float top = 0;
  const auto next = [&](float height, std::string_view name, std::initializer_list<std::string_view> aside, Role role) {
    const Rect head = area.cut_top(line);
    const canvas::TextStyle bold{.color = canvas.color(role), .size = size, .font = canvas::Font::kStrong};
    canvas.text({head.x, head.center().y}, name, bold);
    const float x = head.x + canvas.measure(name, bold).width + 8;
    const canvas::TextStyle quiet = charts::quiet(canvas, size - 1);
    canvas.text({x, head.center().y}, charts::fitting(canvas, quiet, head.right() - x, aside), quiet);
    const Rect strip = area.cut_top(height);
    area.cut_top(4);
    if (top == 0) top = strip.y;
    return strip;
  };
  const Rect in = next(bits, "goes in", {"four bits a step, then the mark that they are over; press to draw", "press to draw"}, Role::kInk);
  draw_bits(canvas, in, "input", e.inputs.transpose(), Grip::kHover, "what goes in, a column for each step");
  paint_input(canvas, in, p, e, edit);
  const Rect writes = next(map, "writes", {"a row for each cell, a column for each step", "a row for each cell"}, head_role(false));
  draw_weights(canvas, writes, "write-weights", m.write_weights, Grip::kHover,
               "weights with which cells are written, a column for each step");
  const Rect reads = next(map, "reads", {"the same cells"}, head_role(true));
  draw_weights(canvas, reads, "read-weights", m.read_weights, Grip::kHover, "weights with which cells are read, a column for each step");
  const std::string wrong = m.machine.wrong == 0 ? "every bit right" : counted(m.machine.wrong, "wrong bit") + ", crossed out",
                    brief = m.machine.wrong == 0 ? "right" : counted(m.machine.wrong, "wrong bit");
  const Rect says = next(bits, "comes out", {wrong, brief}, Role::kOutput);
  draw_answer(canvas, says, "said", m.machine, e, "what the machine says");
  draw_time(canvas, {writes.x, time.y + 2, writes.width, time.height - 2}, top, p, e.steps(), edit);
}

}  // namespace

void draw_invention(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const MachineResult& m = r.machine;
  Rect area = charts::page(canvas, 8);
  const float size = std::clamp(std::min(area.width / 58, area.height / 36), 11.0f, 15.0f);
  if (area.width >= 560) {
    draw_parts(canvas, area.cut_left(0.36f * area.width), p, m, size);
    area.cut_left(std::clamp(0.045f * area.width, 18.0f, 44.0f));
  } else if (area.height > 520) {
    draw_parts(canvas, area.cut_top(0.44f * area.height), p, m, size);
    area.cut_top(8);
  } else if (area.width >= 300) {  // there is room for the memory alone
    Rect side = area.cut_left(0.31f * area.width);
    side.cut_top(1.5f * size);
    draw_memory(canvas, MemoryPlaces(side, size), p, m, size);
    area.cut_left(10);
  }
  draw_paths(canvas, area, p, m, size, edit);
}

}  // namespace attn::lessons::neural_turing_machine
