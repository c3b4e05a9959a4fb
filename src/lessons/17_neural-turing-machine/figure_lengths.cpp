// What a sequence has to be stored in: the machine's memory, which has rows, or an LSTM's state, which has none. Below, the wrong bits of
// the networks by length.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

std::string_view curve_of(const Rival& rival) { return rival.size == RivalSize::kSmall ? "rival-wrong" : "large-rival-wrong"; }
Role shape_of(const Rival& rival) { return rival.size == RivalSize::kSmall ? Role::kValue : Role::kKey; }

/// A memory of `rows` equal rows, of which the first `used` hold a vector each.
void draw_rows(Canvas& canvas, Rect box, int rows, int used) {
  canvas.rect(box, canvas.color(Role::kSurface));
  const float pitch = box.height / static_cast<float>(rows);
  for (int i = 0; i < std::min(used, rows); ++i) {
    const Rect row{box.x, box.y + pitch * static_cast<float>(i), box.width, pitch};
    canvas.rect({row.x, row.y, row.width, std::max(pitch - (pitch > 4 ? 1.0f : 0.0f), 1.0f)},
                canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kValue), i % 2 == 0 ? 0.75f : 0.5f));
  }
  if (used > rows) canvas.line({box.x, box.bottom() + 3}, {box.right(), box.bottom() + 3}, {canvas.color(Role::kWarning), 2});
  canvas.border(box, {canvas.color(Role::kMuted), 1.5f});
}

/// The memory and the LSTM's state on one scale: equal areas hold equally many numbers.
void draw_stores(Canvas& canvas, Rect area, const Result& r) {
  const MachineResult& m = r.machine;
  const int vectors = m.vectors(), cells = m.all_cells;
  const float words = 40, half = area.width / 2 - 12;
  const Rival* rival = m.rival();
  int most = cells * m.width;
  for (const Rival& each : m.rivals) most = std::max(most, each.numbers);
  const auto box_of = [&](float x, int numbers) {
    // All boxes are as high as the area, so their widths are in proportion to the numbers.
    return Rect{x, area.y + words, 0.62f * half * static_cast<float>(numbers) / static_cast<float>(most), area.height - words};
  };
  const auto say = [&](float x, const std::string& name, const std::string& short_name, const std::string& text,
                       const std::string& narrow) {
    draw_fitting(canvas, {x, area.y + 8}, half, {name, short_name}, charts::strong(canvas, 13));
    draw_fitting(canvas, {x, area.y + 25}, half, {text, narrow}, charts::quiet(canvas, 12));
  };
  const std::string count = counted(vectors, "vector");
  const Rect memory = box_of(area.x, cells * m.width);
  say(area.x, "The memory: a row for each vector", "Memory: a row each", count + ", " + std::to_string(m.width) + " numbers each",
      std::to_string(m.width) + " numbers each");
  draw_rows(canvas, memory, cells, vectors);
  canvas.region("room", memory, Grip::kHover, "the memory's cells: one for each vector");
  canvas::TextStyle side = charts::quiet(canvas, 12);
  const float free = half - memory.width - 10;
  draw_fitting(canvas, {memory.right() + 10, memory.y + 8}, free, {std::to_string(cells) + " cells", std::to_string(cells)}, side);
  draw_fitting(canvas, {memory.right() + 10, memory.y + 25}, free, {"each step: on to the next", "next row"}, side);
  if (!rival) return;
  const float x = area.x + area.width / 2 + 12;
  const Rect state = box_of(x, rival->numbers);
  const std::string each = canvas::shown_rounded(static_cast<double>(rival->numbers) / vectors, 3);
  say(x, "The " + rival->name() + ": one state", "LSTM: one state", count + ", " + each + " numbers each", each + " numbers each");
  draw_rows(canvas, state, 1, 1);
  canvas.region("rival-room", state, Grip::kHover, "the LSTM's state: its numbers for each vector");
  const float left = half - state.width - 10;
  draw_fitting(canvas, {state.right() + 10, state.y + 8}, left,
               {std::to_string(rival->numbers) + " numbers", std::to_string(rival->numbers)}, side);
  draw_fitting(canvas, {state.right() + 10, state.y + 25}, left, {"all in one row", "one row"}, side);
}

double largest(const ByLength& all) {
  double most = 0;
  for (const WrongAt& at : all) most = std::max(most, at.each());
  return most;
}

void draw_series(Canvas& canvas, const charts::Axes& axes, const ByLength& all, std::string_view id, Role shape, Color color, bool dashed) {
  std::vector<double> xs, ys;
  for (const WrongAt& at : all) xs.push_back(at.said), ys.push_back(at.each());
  charts::draw_curve(canvas, axes, xs, ys, {color, 2, dashed});
  for (size_t k = 0; k < all.size(); ++k) {
    const Point at = axes.to_pixel(xs[k], ys[k]);
    const std::string cell = canvas::cell_id(id, static_cast<int>(k), 0);
    if (canvas.is_hot(cell)) canvas.ring(at, 8, {canvas.color(Role::kAccent), 2});
    charts::draw_mark(canvas, at, shape, 4.5f, color);
    const Rect place{std::max(at.x - 8, axes.plot.x - 8), at.y - 8, 16, 16};
    canvas.region(cell, place, Grip::kHover, "wrong bits of a sequence of this length");
  }
}

}  // namespace

void draw_lengths(Canvas& canvas, const Params&, const Result& r, Params&) {
  const MachineResult& m = r.machine;
  Rect area = charts::page(canvas);
  draw_stores(canvas, area.cut_top(0.42f * area.height), r);
  area.cut_top(std::clamp(0.03f * area.height, 5.0f, 18.0f));
  const Color mine = canvas.color(Role::kOutput), other = canvas.color(Role::kMuted);
  std::vector<charts::LegendEntry> legend = {{"machine", mine, charts::LegendEntry::Look::kMark, Role::kOutput}};
  std::vector<std::string> names;
  for (const Rival& rival : m.rivals) names.push_back(rival.name());
  for (size_t k = 0; k < names.size(); ++k) legend.push_back({names[k], other, charts::LegendEntry::Look::kMark, shape_of(m.rivals[k])});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 3);
  double most = std::max(1.0, largest(m.by_length));
  for (const Rival& rival : m.rivals) most = std::max(most, largest(rival.by_length));
  const int trained = m.task->longest * m.task->most_copies;
  int longest = trained;
  for (const WrongAt& at : m.by_length) longest = std::max(longest, at.said);
  const std::string unit = std::string(m.task->unit) + "s";
  const charts::Axes axes =
      charts::draw_axes(canvas, area, {.label = m.task->most_copies > 1 ? "vectors to say" : unit, .min = 0, .max = 1.04 * longest},
                        {.label = "wrong bits of a sequence", .min = -0.03 * most, .max = 1.08 * most}, 12);
  charts::draw_rule(canvas, axes, trained, "longest in training", {canvas.color(Role::kMuted), 1.5f, true});
  if (m.by_length.empty()) {
    canvas.text(axes.plot.center(), "measured when training pauses", charts::quiet(canvas, 12, canvas::Align::kCenter));
    return;
  }
  for (const Rival& rival : m.rivals) draw_series(canvas, axes, rival.by_length, curve_of(rival), shape_of(rival), other, true);
  draw_series(canvas, axes, m.by_length, "wrong", Role::kOutput, mine, false);
}

}  // namespace attn::lessons::neural_turing_machine
