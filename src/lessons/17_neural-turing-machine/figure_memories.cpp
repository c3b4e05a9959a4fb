// Annotations, cache and cells at the same task: when each cell is written, and when it is read.
#include <algorithm>
#include <array>
#include <string>

#include "canvas/number_text.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr std::array<std::string_view, kStores> kIds{"annotations", "cache", "cells"};
constexpr std::array<const char*, kStores> kWhat{"written once, lesson 07", "appended to, lesson 10", "written over, this lesson"};

/// What each step does, above all panels: bands where the vectors of a sequence come in, and others where they are said.
void draw_time(Canvas& canvas, Rect line, const MemoriesResult& m) {
  const float step = line.width / static_cast<float>(m.steps);
  canvas::TextStyle style = charts::quiet(canvas, 11, canvas::Align::kCenter);
  // All bands use the long words only if the longest of them fits.
  const auto fits = [&](std::string_view text) { return canvas.measure(text, style).width + 4 < step * static_cast<float>(m.vectors) - 2; };
  const bool full = fits("second comes in"), some = fits("second out");
  for (int sequence = 0; sequence < 2; ++sequence)
    for (const bool in : {true, false}) {
      const int first = sequence * (2 * m.vectors + 2) + (in ? 1 : m.vectors + 2);
      const Rect band{line.x + step * static_cast<float>(first) + 1, line.y, step * static_cast<float>(m.vectors) - 2, line.height};
      canvas.rect(band, in ? canvas.color(Role::kFaint) : canvas.color(Role::kSurface), 4);
      canvas.border(band, {canvas.color(Role::kFaint), 1}, 4);
      style.color = canvas.color(in ? Role::kInk : Role::kMuted);
      const std::string which = sequence == 0 ? "first" : "second";
      const std::string text = full ? (in ? which + " comes in" : "said again") : some ? which + (in ? " in" : " out") : in ? "in" : "out";
      canvas.text(band.center(), text, style);
    }
}

/// A dot where a cell is written, with a ring around it if an earlier vector is written over.
void draw_written(Canvas& canvas, Rect cell, bool over, Color color) {
  const float radius = std::clamp(0.3f * std::min(cell.width, cell.height), 1.4f, 5.0f);
  if (over) canvas.ring(cell.center(), radius + 2, {color, 1.3f});
  canvas.circle(cell.center(), over ? 0.7f * radius : radius, color);
}

void draw_store(Canvas& canvas, Rect area, Store store, const MemoriesResult& m) {
  const StoreTrace& trace = m.stores[store];
  const int cells = trace.cells();
  draw_weights(canvas, area, kIds[static_cast<size_t>(store)], trace.read, Grip::kHover,
               "weights with which cells are read, a column each step");
  // Before a cell is first written, it is not shown.
  for (int i = 0; i < cells; ++i) {
    int first = 0;
    while (first < m.steps && trace.written(i, first) == 0) ++first;
    if (first > 0) {
      const Rect left = area.cell(i, 0, cells, m.steps);
      canvas.rect(
          {left.x + 1, left.y + (i == 0 ? 1.0f : 0.0f), left.width * static_cast<float>(first) - 1, left.height - (i == 0 ? 1.0f : 0.0f)},
          canvas.color(Role::kSurface));
    }
    for (int t = first; t < m.steps; ++t)
      if (trace.written(i, t) > 0)
        draw_written(canvas, area.cell(i, t, cells, m.steps), trace.written(i, t) > 1,
                     canvas.theme().on(canvas.theme().sequential(static_cast<float>(trace.read(i, t)))));
  }
}

void draw_key(Canvas& canvas, Rect line) {
  const canvas::TextStyle style = charts::quiet(canvas, 11);
  const std::array<std::string, 3> names{"written", "written over", "read"};
  float x = line.x;
  const bool narrow = line.width < 330;
  for (int k = 0; k < 3; ++k) {
    const Rect mark{x, line.center().y - 6, 12, 12};
    if (k < 2)
      draw_written(canvas, mark, k == 1, canvas.color(Role::kInk));
    else
      canvas.rect(mark, canvas.theme().sequential(0.85f));
    canvas.text({x + 17, line.center().y}, names[static_cast<size_t>(k)], style);
    x += 17 + canvas.measure(names[static_cast<size_t>(k)], style).width + (narrow ? 10.0f : 20.0f);
  }
  const Rect mark{x, line.center().y - 6, 12, 12};
  if (narrow) return;
  canvas.rect(mark, canvas.color(Role::kSurface));
  canvas.border(mark, {canvas.color(Role::kFaint), 1});
  canvas.text({x + 17, line.center().y}, "not there yet", style);
}

}  // namespace

void draw_memories(Canvas& canvas, const Params&, const Result& r, Params&) {
  Rect area = charts::page(canvas);
  const MemoriesResult& m = r.memories;
  const float names = std::clamp(0.2f * area.width, 76.0f, 170.0f);
  const float gap = std::clamp(0.03f * area.height, 5.0f, 16.0f);
  draw_key(canvas, area.cut_bottom(18));
  area.cut_bottom(4);
  Rect time = area.cut_top(20);
  time.cut_left(names);
  draw_time(canvas, time, m);
  area.cut_top(6);
  float cells = 0;
  for (const StoreTrace& trace : m.stores) cells += static_cast<float>(trace.cells());
  // Cells are equally high in all panels, unless that leaves the smallest panel too little room for its words.
  const float all = area.height - 2 * gap, least = std::min(46.0f, all / 4);
  std::array<float, kStores> heights{};
  for (int k = 0; k < kStores; ++k)
    heights[static_cast<size_t>(k)] = std::max(least, all * static_cast<float>(m.stores[k].cells()) / cells);
  const float total = heights[0] + heights[1] + heights[2];
  for (int k = 0; k < kStores; ++k) {
    Rect panel = area.cut_top(all * heights[static_cast<size_t>(k)] / total);
    area.cut_top(gap);
    const Rect side = panel.cut_left(names);
    const auto store = static_cast<Store>(k);
    const float width = side.width - 8;
    canvas.text({side.x, side.y + 9}, store_name(store), charts::strong(canvas, width > 100 ? 13.0f : 12.0f));
    const std::string count = std::to_string(m.stores[k].cells());
    draw_fitting(canvas, {side.x, side.y + 26}, width, {count + " of them", count}, charts::quiet(canvas, 12));
    if (side.height > 56)
      draw_fitting(canvas, {side.x, side.y + 42}, width, {kWhat[static_cast<size_t>(k)], ""}, charts::quiet(canvas, 12));
    draw_store(canvas, panel, store, m);
  }
}

}  // namespace attn::lessons::neural_turing_machine
