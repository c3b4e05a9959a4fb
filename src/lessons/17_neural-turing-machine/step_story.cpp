#include "lessons/17_neural-turing-machine/step_story.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "charts/arrows.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Point, canvas::Rect, canvas::Role, charts::Story;

constexpr float kFaded = 0.62f;  ///< how much of the background lies over what the sentence is not told_by

Rect around(Rect a, Rect b) {
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

/// What is framed of a part: with its name, where that stands above it.
Rect framed_of(const StepPlaces& places, Part part) {
  const bool beside = part == kErase || part == kAdd || part == kVectorRead;
  return beside ? places.parts[part] : around(places.parts[part], places.names[part]);
}

/// The parts that a stop is about. The first ones are framed.
struct About {
  std::vector<Part> parts;
  size_t framed = 0;
};
About told_by(int stop) {
  const About stops[] = {{{kInput, kLastRead, kController}, 2},
                         {{kReadHead, kMemory}, 2},
                         {{kWriteHead, kMemory}, 2},
                         {{kReadHead, kMemory, kVectorRead}, 3},
                         {{kErase, kAdd, kWriteHead, kMemory}, 4},
                         {{kOutput, kController, kVectorRead}, 1}};
  return stop < 0 ? About() : stops[stop];
}

/// The first share of a way of upright and level lines, with the tip of an arrow where it ends.
void draw_way(Canvas& canvas, std::initializer_list<Point> way, float share, const canvas::Stroke& stroke) {
  float all = 0;
  for (auto a = way.begin(), b = a + 1; b != way.end(); ++a, ++b) all += std::hypot(b->x - a->x, b->y - a->y);
  float left = share * all;
  for (auto a = way.begin(), b = a + 1; b != way.end() && left > 0; ++a, ++b) {
    const float length = std::hypot(b->x - a->x, b->y - a->y), part = std::min(1.0f, left / length);
    const Point end = *a + part * (*b - *a);
    left -= length;
    if (left <= 0 || b + 1 == way.end())
      charts::draw_arrow(canvas, *a, end, stroke);
    else
      canvas.line(*a, end, stroke);
  }
}

}  // namespace

std::vector<std::string> step_sentences(const Params& p, const MachineResult& m) {
  return {
      p.at > 1 ? "The controller is given the input of this step and the vector that was read in the step before."
               : "The controller is given the first input and, as nothing has been read yet, a vector that it learned.",
      "From what the controller says, the reading head finds its address: a weight for every cell.",
      "The writing head finds an address of its own over the same memory: here too a weight for every cell.",
      "A vector is read, before anything is written: the sum of all cells, each times its weight.",
      "Every cell is erased and added to, as much as its weight says: a cell without weight stays as it is.",
      answers(p, m) ? "The bits come out: the controller and the vector just read make them together."
                    : "Bits come out at every step, but no answer is asked for yet, and so they do not count.",
  };
}

void draw_wires(Canvas& canvas, const Story& story, const StepPlaces& places, bool answers) {
  const auto wire = [&](std::initializer_list<Point> way, Role role, int stop, float from, float to) {
    const bool now = story.all() || story.at(stop);
    draw_way(canvas, way, 1, {pale(canvas), 1.5f});
    draw_way(canvas, way, story.told(stop, from, to), {canvas.color(role).with_alpha(now ? 1.0f : 1 - kFaded), 2});
  };
  const std::array<Rect, kParts>& at = places.parts;
  const Rect box = at[kController];
  for (const Part part : {kInput, kLastRead}) {
    const float x = at[part].center().x;
    wire({{x, at[part].bottom() + 2}, {x, box.y - 1}}, Role::kInk, kGoesIn, part == kInput ? 0.4f : 0.5f, part == kInput ? 0.8f : 0.9f);
  }
  const float reads = at[kReadHead].center().x, writes = at[kWriteHead].x + 0.22f * at[kWriteHead].width, adds = at[kErase].center().x;
  wire({{reads, box.bottom() + 1}, {reads, places.names[kReadHead].y - 5}}, head_role(true), kReadAddress, 0, 0.3f);
  wire({{writes, box.bottom() + 1}, {writes, places.names[kWriteHead].y - 5}}, head_role(false), kWriteAddress, 0, 0.3f);
  wire({{adds, box.bottom() + 1}, {adds, at[kErase].y - 1}}, head_role(false), kChanged, 0, 0.2f);
  if (!answers) return;
  const float out = at[kOutput].x + 0.3f * at[kOutput].width, y = at[kVectorRead].center().y;
  wire({{out, box.y - 1}, {out, at[kOutput].bottom() + 2}}, Role::kOutput, kComesOut, 0, 0.4f);
  wire({{at[kVectorRead].right() + 2, y}, {places.channel, y}, {places.channel, at[kOutput].bottom() + 2}}, Role::kOutput, kComesOut, 0,
       0.6f);
}

void draw_changing(Canvas& canvas, const Story& story, const StepPlaces& places, const Params& p, const MachineResult& m, const Mat& before,
                   float limit) {
  const models::HeadTrace& head = m.trace.write_heads.front();
  const Index rows = before.rows();
  const float done = story.told(kChanged, 0.35f, 1) * static_cast<float>(rows);
  const auto now = std::min(static_cast<Index>(done), rows - 1);
  const Real share = std::clamp(static_cast<Real>(done) - static_cast<Real>(now), Real(0), Real(1)),
             weight = m.write_weights(now, p.at - 1);
  Mat cells = before;
  cells.topRows(now) = m.memory.topRows(now);
  // In the first half of its time the cell loses what is erased, in the second it gains what is added.
  const Real erased = std::min(2 * share, Real(1)), added = std::max(2 * share - 1, Real(0));
  cells.row(now) = (before.row(now).array() * (1 - erased * weight * head.erase.row(p.at - 1).array())).matrix() +
                   added * weight * head.add.row(p.at - 1);
  const Rect place = places.parts[kMemory];
  draw_values(canvas, place, cells, limit);
  canvas.border(place, {canvas.color(Role::kMuted), 1});
  if (share > 0) canvas.border(place.cell(static_cast<int>(now), 0, static_cast<int>(rows), 1), {canvas.color(head_role(false)), 2}, 1);
}

void frame_part(Canvas& canvas, const Story& story, const StepPlaces& places) {
  if (story.all()) return;
  const About now = told_by(story.stop());
  for (size_t k = 0; k < kParts; ++k)
    if (std::find(now.parts.begin(), now.parts.end(), k) == now.parts.end())
      for (const Rect place : {places.parts[k], places.names[k]}) charts::veil(canvas, place.inset(-2, -2), 1 - kFaded);
  if (now.framed == 0) return;
  Rect framed = framed_of(places, now.parts.front());
  for (size_t k = 1; k < now.framed; ++k) framed = around(framed, framed_of(places, now.parts[k]));
  charts::frame_told(canvas, framed);
}

}  // namespace attn::lessons::neural_turing_machine
