#include "lessons/17_neural-turing-machine/addressing_story.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "canvas/number_text.h"
#include "charts/figure_text.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role, charts::Story;

constexpr Real kSeen = Real(0.03);  ///< a row with a smaller weight adds nothing that can be seen

float mixed(float a, float b, float t) { return a + (b - a) * t; }

Rect between(Rect a, Rect b, float t) {
  return {mixed(a.x, b.x, t), mixed(a.y, b.y, t), mixed(a.width, b.width, t), mixed(a.height, b.height, t)};
}

std::string said(Real value) { return canvas::shown_rounded(static_cast<double>(value), 2); }

std::string gate_sentence(Real gate) {
  if (gate == 0) return "The gate is 0: the key has no effect, and the head goes on from the weights of the step before.";
  if (gate == 1) return "The gate is 1: the key alone decides, and the step before is forgotten.";
  return "The gate mixes: " + said(gate) + " of the weights by content, and " + said(1 - gate) + " of those of the step before.";
}

/// `shift` [1,3] sums to 1.
std::string shift_sentence(In shift) {
  if (shift(0, 0) == 1) return "The shift moves every weight one cell back, and that of the first cell goes round to the last.";
  if (shift(0, 1) == 1) return "The shift moves nothing: every weight stays on its cell.";
  if (shift(0, 2) == 1) return "The shift moves every weight one cell on, and that of the last cell goes round to the first.";
  constexpr std::string_view kWays[] = {" goes one cell back", " stays", " goes one cell on"};
  std::vector<std::string> parts;
  for (Index k = 0; k < 3; ++k)
    if (shift(0, k) > 0) parts.push_back(said(shift(0, k)).append(kWays[k]));
  std::string text = "Of every weight " + parts.front();
  for (size_t k = 1; k < parts.size(); ++k) text += (k + 1 < parts.size() ? ", " : " and ") + parts[k];
  return text + "; after cell " + std::to_string(kCells) + " comes cell 1.";
}

/// A part of a bar on its way from one stage to another. Its colour changes from that of one weight to that of another.
void draw_part(Canvas& canvas, Rect from, Rect to, Real before, Real after, float t) {
  const Rect part = between(from, to, t);
  if (t > 0 && part.width >= 0.5f) canvas.rect(part, mix(bar_color(canvas, before), bar_color(canvas, after), t));
}

/// The line from the key to a cell, and on to the cell's bar.
void draw_thread(Canvas& canvas, const AddressingPlaces& places, int i) {
  const Rect row = places.memory.cell(i, 0, kCells, 1);
  const canvas::Stroke stroke{canvas.color(Role::kKey), 2};
  const float x = (places.memory.right() + places.panels[kContent].x) / 2, y = row.center().y;
  const Point path[] = {{places.key.right(), places.key.center().y}, {x, places.key.center().y}, {x, y}};
  canvas.polyline(path, stroke);
  canvas.line({row.right(), y}, {places.panels[kContent].x, y}, stroke);
  for (const Rect end : {places.key, row}) canvas.border(end, {stroke.color, 2.5f}, 1);
}

/// The cosines of key and cells, which grow cell by cell and then become the weights by content.
void draw_cosines(Canvas& canvas, const Story& story, const AddressingPlaces& places, const HandResult& r) {
  const Rect panel = places.panels[kContent];
  const Bars bars(panel, kCells, Grip::kHover);
  const float shared = story.told(kShared, 0, 1), half = bars.reach / 2, zero = bars.x + (1 - shared) * half;
  canvas.line({zero, panel.y}, {zero, panel.bottom()}, {canvas.color(Role::kMuted), 1});
  for (int i = 0; i < kCells; ++i) {
    const float compared = story.told(kCompared, static_cast<float>(i) / kCells, (static_cast<float>(i) + 0.8f) / kCells);
    const auto cosine = static_cast<float>(r.head.at.cosines(0, i)), share = static_cast<float>(r.head.at.content(0, i));
    const float length = mixed(compared * half * cosine, bars.reach * share, shared);
    const canvas::Color signs = canvas.theme().diverging(cosine < 0 ? 0.75f * cosine - 0.25f : 0.75f * cosine + 0.25f);
    Rect bar = bars.part(i, 0, 0);
    bar.x = zero + std::min(0.0f, length), bar.width = std::abs(length);
    canvas.rect(bar, mix(signs, bar_color(canvas, r.head.at.content(0, i)), shared), std::min(2.0f, bar.width / 2));
    if (bars.numbers && compared == 1 && shared == 0)
      canvas.text({panel.right(), bar.center().y}, canvas::shown_fixed(static_cast<double>(cosine), 2),
                  {.color = canvas.color(Role::kInk), .size = bars.number_size, .align = canvas::Align::kRight});
  }
  for (const float end : {-1.0f, 0.0f, 1.0f})
    if (places.roomy && shared == 0)
      canvas.text({zero + end * half, panel.bottom() + 9}, canvas::shown_fixed(static_cast<double>(end), 0),
                  charts::quiet(canvas, 10.5f, canvas::Align::kCenter));
  if (const float told = story.told(kCompared); told < 1)
    draw_thread(canvas, places, static_cast<int>(told * kCells));
  else
    canvas.grid("cosines", panel, kCells, 1, Grip::kHover, "cosines of key and cells");
}

/// What the gate lets through of the weights by content, and then of those of the step before.
void draw_gating(Canvas& canvas, const Story& story, const AddressingPlaces& places, const HandResult& r) {
  const Bars content(places.panels[kContent], kCells, Grip::kHover), before(places.panels[kBefore], kCells, Grip::kDrag),
      gated(places.panels[kGated], kCells, Grip::kHover);
  const float first = story.told(kGate, 0.25f, 0.65f), second = story.told(kGate, 0.6f, 1);
  for (int i = 0; i < kCells; ++i) {
    const Real by_content = r.head.at.content(0, i), old = r.head.previous(0, i), all = r.head.at.gated(0, i);
    const Real let = r.head.says.gate * by_content;
    draw_part(canvas, content.part(i, 0, by_content), gated.part(i, 0, let), by_content, all, first);
    draw_part(canvas, before.part(i, 0, old), gated.part(i, let, all), old, all, second);
  }
}

/// The parts of each weight on their way to the cell before, to the same cell and to the next.
void draw_shifting(Canvas& canvas, const Story& story, const AddressingPlaces& places, const HandResult& r) {
  const Rect from = places.panels[kGated], to = places.panels[kShifted];
  const Bars gated(from, kCells, Grip::kHover), shifted(to, kCells, Grip::kHover);
  const Mat &shift = r.head.says.shift, &weights = r.head.at.gated;
  const auto ways = static_cast<float>((shift.array() > 0).count());
  canvas.push_clip({from.x, from.y, to.right() - from.x, from.height});
  for (int i = 0; i < kCells; ++i) {
    Real left = 0;     // of the bar, what the parts before this one have taken
    float begins = 0;  // one way after the other
    for (int k = 0; k < 3; ++k) {
      if (shift(0, k) == 0) continue;
      const Real part = shift(0, k) * weights(0, i);
      const int cell = (i + k - 1 + kCells) % kCells;
      Real start = 0;  // in the cell's new bar, what moves less far on comes first
      for (int other = 0; other < k; ++other) start += shift(0, other) * weights(0, (cell - other + 1 + kCells) % kCells);
      const Rect begin = gated.part(i, left, left + part);
      Rect end = shifted.part(cell, start, start + part);
      end.y = begin.y + static_cast<float>(k - 1) * from.height / kCells;
      const float t = story.told(kShift, begins, begins + 1 - 0.3f * (ways - 1));
      // What leaves the column at one end comes in at the other.
      for (const float round : {-from.height, 0.0f, from.height}) {
        const Rect a{begin.x, begin.y + round, begin.width, begin.height}, b{end.x, end.y + round, end.width, end.height};
        draw_part(canvas, a, b, weights(0, i), r.head.at.shifted(0, cell), t);
      }
      left += part, begins += 0.3f;
    }
  }
  canvas.pop_clip();
}

/// The weights after the shift, raised to a power and then brought to a sum of 1.
void draw_sharpening(Canvas& canvas, const Story& story, const AddressingPlaces& places, const HandResult& r) {
  const Bars from(places.panels[kShifted], kCells, Grip::kHover), to(places.panels[kSharpened], kCells, Grip::kHover);
  const float moved = story.told(kSharpening, 0, 0.4f), raised = story.told(kSharpening, 0.4f, 0.7f),
              divided = story.told(kSharpening, 0.7f, 1);
  for (int i = 0; i < kCells; ++i) {
    const Real before = r.head.at.shifted(0, i), power = std::pow(before, r.head.says.sharpen);
    const float weight = mixed(mixed(before, power, raised), r.head.at.weights(0, i), divided);
    draw_part(canvas, from.part(i, 0, before), to.part(i, 0, weight), before, weight, moved);
  }
}

/// A frame round the part that is being told.
void frame_stop(Canvas& canvas, const Story& story, const AddressingPlaces& places) {
  const Rect key = places.key, memory = places.memory;
  const auto stages = [&](float left, Panel last) {
    const Rect &top = places.captions[last], &end = places.panels[last];
    return Rect{left, top.y, end.right() - left, end.bottom() - top.y + (places.roomy ? 14.0f : 0.0f)}.inset(-2, 0);
  };
  const auto left_of = [&](Panel first) { return places.panels[first].x; };
  const Rect parts[] = {{key.x, key.y - 16, key.width, memory.bottom() - key.y + 16},
                        stages(memory.x + 2, kContent),
                        stages(left_of(kContent), kContent),
                        stages(left_of(kBefore), kGated),
                        stages(left_of(kShifted), kShifted),
                        stages(left_of(kSharpened), kSharpened),
                        places.read};
  for (int k = 0; k < kAddressingStops; ++k)
    if (story.at(k)) charts::frame_told(canvas, parts[k]);
}

}  // namespace

std::vector<std::string> addressing_sentences(const Params& p, const HandResult& r) {
  return {
      "Here is a memory of eight cells with four numbers each, and above it the key: what the head looks for.",
      "The key is compared with every cell: the cosine is 1 where both point the same way.",
      p.strength == 0 ? "With a strength of 0 no cosine counts: all cells get the same share."
                      : "A softmax with the strength " + said(p.strength) + " makes shares of the cosines, which sum to 1.",
      gate_sentence(p.gate),
      shift_sentence(r.head.says.shift),
      p.sharpen == 1 ? "Sharpening with a power of 1 leaves the weights as they are."
                     : "Sharpening raises every weight to the power " + said(p.sharpen) + " and brings their sum back to 1.",
      "What is read is the sum of all rows of the memory, each times its weight.",
  };
}

void draw_summing(Canvas& canvas, const Story& story, int stop, const Summing& s) {
  const auto n = static_cast<int>(s.memory.rows());
  Mat sum = s.read;
  const auto arrived = [&](int i) {
    const float begins = 0.56f * static_cast<float>(i) / static_cast<float>(std::max(n - 1, 1));
    return story.told(stop, begins, begins + 0.4f);
  };
  for (int i = 0; i < n; ++i)
    if (arrived(i) < 1) sum -= s.weights(0, i) * s.memory.row(i);
  draw_values(canvas, s.to, sum, s.limit);
  canvas.border(s.to, {canvas.color(Role::kMuted), 1});
  for (int i = 0; i < n; ++i) {
    const Real weight = s.weights(0, i);
    if (weight < kSeen || arrived(i) <= 0 || arrived(i) == 1) continue;
    const Rect row = between(s.from.cell(i, 0, n, 1), s.to, arrived(i));
    draw_values(canvas, row, weight * s.memory.row(i), s.limit);
    canvas.border(row, {canvas.color(Role::kOutput).with_alpha(std::min(1.0f, 0.2f + 2 * static_cast<float>(weight))), 1.5f});
  }
}

void draw_motion(Canvas& canvas, const Story& story, const AddressingPlaces& places, In memory, const HandResult& r) {
  const auto moves = [&story](AddressingStop stop) { return story.told(stop) > 0 && story.told(stop) < 1; };
  if (story.told(kCompared) > 0 && story.told(kShared) < 1) draw_cosines(canvas, story, places, r);
  if (moves(kGate)) draw_gating(canvas, story, places, r);
  if (moves(kShift)) draw_shifting(canvas, story, places, r);
  if (moves(kSharpening)) draw_sharpening(canvas, story, places, r);
  if (moves(kReading)) draw_summing(canvas, story, kReading, {places.memory, places.read, memory, r.head.at.weights, r.read});
  frame_stop(canvas, story, places);
}

}  // namespace attn::lessons::neural_turing_machine
