// The machine at one step, with every vector that goes from one of its parts to another.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "lessons/17_neural-turing-machine/addressing_story.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"
#include "lessons/17_neural-turing-machine/step_story.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Rect, canvas::Role, charts::Story;

//   goes in   read before           comes out
//   [      controller                     ]  |
//     |       erase, add                |    |
//   writes    memory                  reads  |
//             vector read  ------------------+
StepPlaces places_in(Rect area) {
  StepPlaces at;
  const float size = at.size = std::clamp(std::min(area.width / 46, area.height / 36), 10.5f, 15.0f);
  const float name = 1.5f * size, strip = std::clamp(0.052f * area.height, 12.0f, 30.0f),
              gap = std::clamp(0.042f * area.height, 11.0f, 30.0f);
  const auto put = [&at](Part part, Rect name_at, Rect place) { at.names[part] = name_at, at.parts[part] = place; };
  const Rect names = area.cut_top(name), strips = area.cut_top(strip);
  const auto across = [&](float from, float to, Rect row) {
    return Rect{row.x + from * row.width, row.y, (to - from) * row.width, row.height};
  };
  put(kInput, across(0, 0.27f, names), across(0, 0.27f, strips));
  put(kLastRead, across(0.31f, 0.66f, names), across(0.31f, 0.66f, strips));
  put(kOutput, across(0.73f, 1, names), across(0.73f, 1, strips));
  const float channel = std::clamp(0.04f * area.width, 12.0f, 36.0f);
  at.channel = area.right() - channel / 2;
  area.cut_right(channel);
  area.cut_top(gap);
  const Rect box = area.cut_top(std::clamp(0.075f * area.height, 20.0f, 44.0f));
  put(kController, box, box);
  area.cut_top(gap);

  const float side = std::clamp(0.19f * area.width, 56.0f, 190.0f), apart = std::clamp(0.016f * area.width, 8.0f, 14.0f);
  Rect left = area.cut_left(side), right = area.cut_right(side);
  area = area.inset(apart, 0);
  const auto beside = [&](Part part, Rect place) {
    put(part, {left.x + 0.3f * left.width, place.y, 0.7f * left.width + apart - 8, place.height}, place);
  };
  beside(kErase, area.cut_top(strip));
  area.cut_top(2);
  beside(kAdd, area.cut_top(strip));
  area.cut_top(4);
  beside(kVectorRead, area.cut_bottom(strip));
  area.cut_bottom(std::clamp(0.5f * gap, 6.0f, 14.0f));
  const Rect title = area.cut_top(name);
  put(kMemory, title, area);
  for (const bool reads : {false, true}) {
    const Rect column = reads ? right : left;
    put(reads ? kReadHead : kWriteHead, {column.x, title.y, column.width, title.height}, {column.x, area.y, column.width, area.height});
  }
  return at;
}

/// Numbers of one step in a row: the cells `id[j,t]`.
struct Strip {
  std::string_view id, label;
  int t;
  Mat values;       ///< [1,n]
  float limit = 0;  ///< the number with the strongest colour; 0 for bits and shares, which are grey
};

/// The shares of a strip as numbers, where these fit.
void write_shares(Canvas& canvas, Rect place, In shares) {
  const auto n = static_cast<int>(shares.cols());
  const Rect cell = place.cell(0, 0, 1, n);
  canvas::TextStyle style{.color = {}, .size = std::min({0.55f * cell.height, 0.36f * cell.width, 15.0f}), .align = canvas::Align::kCenter};
  for (int j = 0; j < n && style.size >= 10; ++j) {
    style.color = canvas.theme().on(grey(canvas, shares(0, j)));
    canvas.text(place.cell(0, j, 1, n).center(), canvas::shown_fixed(shares(0, j), cell.width > 44 ? 2 : 1), style);
  }
}

/// Draws the share `told` of a strip. Its cells can be pointed at when all of it is there.
void draw_strip(Canvas& canvas, Rect place, const Strip& s, float told) {
  canvas.border(place, {pale(canvas), 1});
  if (told <= 0) return;
  const auto n = static_cast<int>(s.values.cols());
  if (s.limit == 0)
    draw_vector(canvas, place, s.values);
  else
    draw_values(canvas, place, s.values, s.limit);
  canvas.border(place, {canvas.color(Role::kMuted), 1});
  charts::veil_cells(canvas, place.inset(-1, -1), 1, n, told);
  for (int j = 0; j < n && told >= 1; ++j) {
    const std::string id = canvas::cell_id(s.id, j, s.t);
    const Rect cell = place.cell(0, j, 1, n);
    canvas.region(id, cell, Grip::kHover, s.label);
    if (canvas.is_hot(id)) canvas.border(cell, {canvas.color(Role::kAccent), 2});
  }
}

void draw_names(Canvas& canvas, const StepPlaces& at, const Params& p, bool written) {
  const std::string before = std::to_string(p.at - 1), now = std::to_string(p.at);
  const std::string memory = written    ? "memory after step " + now
                             : p.at > 1 ? "memory after step " + before
                                        : "memory before the first step";
  const auto name = [&](Part part, std::initializer_list<std::string_view> ways, Role role = Role::kMuted,
                        canvas::Align align = canvas::Align::kLeft) {
    const Rect place = at.names[part];
    const float x = align == canvas::Align::kLeft ? place.x : align == canvas::Align::kRight ? place.right() : place.center().x;
    draw_fitting(canvas, {x, place.center().y}, place.width, ways,
                 {.color = canvas.color(role), .size = at.size, .font = canvas::Font::kStrong, .align = align});
  };
  name(kInput, {"goes in at step " + now, "goes in"}, Role::kInk);
  name(kLastRead, {p.at > 1 ? "read in the step before" : "learned, nothing read yet", p.at > 1 ? "read before" : "learned"}, Role::kInk);
  name(kOutput, {"comes out", "out"}, Role::kOutput);
  name(kErase, {"erase e", "e"}, head_role(false), canvas::Align::kRight);
  name(kAdd, {"add a", "a"}, head_role(false), canvas::Align::kRight);
  name(kWriteHead, {"writing head", "writes"}, head_role(false), canvas::Align::kRight);
  name(kReadHead, {"reading head", "reads"}, head_role(true));
  name(kMemory, {memory, "memory"}, Role::kInk, canvas::Align::kCenter);
  name(kVectorRead, {"vector read", "read"}, Role::kOutput, canvas::Align::kRight);
}

/// The bars of a head as far as they have been told, with the numbers of those that can be seen.
void draw_address(Canvas& canvas, const StepPlaces& at, const MachineResult& m, int t, bool reads, float told) {
  Rect side = at.parts[reads ? kReadHead : kWriteHead];
  const Mat& weights = reads ? m.read_weights : m.write_weights;
  const auto rows = static_cast<int>(weights.rows());
  const float edge = reads ? side.x : side.right();
  canvas.line({edge, side.y}, {edge, side.bottom()}, {told > 0 ? canvas.color(Role::kMuted) : pale(canvas), 1});
  const float row = side.height / static_cast<float>(rows);
  const bool numbers = row >= 12 && side.width > 80;
  if (numbers) reads ? side.cut_right(30) : side.cut_left(30);
  draw_head(canvas, side, weights, t, reads, told);
  const canvas::TextStyle style =
      charts::quiet(canvas, std::clamp(0.7f * row, 10.0f, 12.0f), reads ? canvas::Align::kLeft : canvas::Align::kRight);
  for (int i = 0; i < charts::told_of(told, rows); ++i) {
    const Real w = weights(i, t);
    const float end = static_cast<float>(w) * side.width + 4;
    if (numbers && w >= Real(0.005))
      canvas.text({reads ? edge + end : edge - end, side.cell(i, 0, rows, 1).center().y}, canvas::shown_fixed(w, 2), style);
  }
}

void draw_memory(Canvas& canvas, const Story& story, const StepPlaces& at, const Params& p, const MachineResult& m, float limit) {
  const Rect place = at.parts[kMemory];
  canvas.border(place, {pale(canvas), 1});
  if (story.told(kReadAddress) == 0) return;
  if (story.told(kChanged) == 1)
    return void(draw_numbers(canvas, place, "memory-then", m.memory, Grip::kHover, "memory after this step, a row for each cell", limit));
  const Mat before = m.memory_after(p.at - 1);
  if (story.told(kChanged) > 0) return draw_changing(canvas, story, at, p, m, before, limit);
  draw_numbers(canvas, place, "memory-before", before, Grip::kHover, "memory before this step, a row for each cell", limit);
  charts::veil_cells(canvas, place.inset(-1, -1), static_cast<int>(before.rows()), static_cast<int>(before.cols()),
                     story.told(kReadAddress, 0, 0.3f));
}

/// The vectors that go in, between the parts and out.
void draw_vectors(Canvas& canvas, const Story& story, const StepPlaces& at, const Params& p, const MachineResult& m, float limit) {
  const int t = p.at - 1;
  const Mat last = t > 0 ? Mat(m.trace.reads.row(t - 1)) : m.first_reads;
  const models::HeadTrace& writes = m.trace.write_heads.front();
  draw_strip(canvas, at.parts[kInput], {"input", "what goes in at this step", t, m.example.inputs.row(t)}, story.told(kGoesIn, 0, 0.3f));
  draw_strip(canvas, at.parts[kLastRead], {"readings", "what was read in the step before", t, last, limit},
             story.told(kGoesIn, 0.2f, 0.5f));
  draw_strip(canvas, at.parts[kErase], {"erasing", "what is erased from a cell with weight 1", t, writes.erase.row(t)},
             story.told(kChanged, 0.15f, 0.3f));
  if (story.told(kChanged) >= 0.3f) write_shares(canvas, at.parts[kErase], writes.erase.row(t));
  draw_strip(canvas, at.parts[kAdd], {"adding", "what a cell with weight 1 gains", t, writes.add.row(t), limit},
             story.told(kChanged, 0.2f, 0.35f));
  draw_strip(canvas, at.parts[kVectorRead], {"readings", "what is read at this step", t + 1, m.trace.reads.row(t), limit},
             story.told(kReadBack) == 1);
  const Rect out = at.parts[kOutput];
  if (!answers(p, m)) return canvas.border(out, {pale(canvas), 1, true});
  const float told = story.told(kComesOut, 0.6f, 1);
  draw_strip(canvas, out, {"said", "the probability of a 1", t, m.machine.said.row(t)}, told);
  const auto n = static_cast<int>(m.machine.said.cols());
  for (int b = 0; b < n && told == 1; ++b)
    if ((m.machine.said(t, b) >= Real(0.5)) != (m.example.targets(t, b) >= Real(0.5))) draw_cross(canvas, out.cell(0, b, 1, n));
}

}  // namespace

void draw_step(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const MachineResult& m = r.machine;
  Rect area = charts::page(canvas, 8);
  const Story story(p.act, kStepStops);
  const std::vector<std::string> said = step_sentences(p, m);
  const std::vector<std::string_view> sentences(said.begin(), said.end());
  charts::draw_story(canvas, &area, story, sentences, "the machine at work", &edit.act);
  area.cut_bottom(4);
  const StepPlaces at = places_in(area);
  const auto limit = static_cast<float>(std::max(Real(0.1), m.memory.cwiseAbs().maxCoeff()));
  const Rect box = at.parts[kController];
  canvas.rect(box, canvas.color(Role::kSurface), 8);
  canvas.border(box, {canvas.color(Role::kInk), 1.5f}, 8);
  canvas.text(box.center(), "controller", charts::strong(canvas, at.size + 1, canvas::Align::kCenter));
  draw_names(canvas, at, p, story.told(kChanged) == 1);
  draw_vectors(canvas, story, at, p, m, limit);
  draw_memory(canvas, story, at, p, m, limit);
  draw_address(canvas, at, m, p.at - 1, true, story.told(kReadAddress, 0.3f, 1));
  draw_address(canvas, at, m, p.at - 1, false, story.told(kWriteAddress, 0.3f, 1));
  draw_wires(canvas, story, at, answers(p, m));
  frame_part(canvas, story, at);
  if (story.told(kReadBack) > 0 && story.told(kReadBack) < 1)
    draw_summing(canvas, story, kReadBack,
                 {at.parts[kMemory], at.parts[kVectorRead], m.memory_after(p.at - 1), m.read_weights.col(p.at - 1).transpose(),
                  m.trace.reads.row(p.at - 1), limit});
}

}  // namespace attn::lessons::neural_turing_machine
