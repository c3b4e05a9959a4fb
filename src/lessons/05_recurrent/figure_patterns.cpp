// The network unrolled in time with the inputs and outputs of a pattern, and which input reaches which output.
#include <algorithm>

#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "lessons/05_recurrent/figure_parts.h"
#include "lessons/05_recurrent/figures.h"
#include "lessons/05_recurrent/unrolled.h"

namespace attn::lessons::recurrent {
namespace {

/// The output that the hand is on, in the matrix of influences or in the unrolled network; -1 for none.
int hot_output(const canvas::Canvas& canvas) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name == "influence") return hot.row;
  return hot.name == "pattern-output" ? hot.col : -1;
}

struct Bands {
  canvas::Rect outputs, states, inputs;
};

Bands bands_of(canvas::Rect area) {
  area.cut_left(26);
  const float number = std::clamp(0.13f * area.height, 18.0f, 32.0f), gap = std::clamp(0.13f * area.height, 14.0f, 56.0f);
  Bands b;
  b.outputs = area.cut_top(number);
  area.cut_top(gap);
  b.inputs = area.cut_bottom(2 * number);
  area.cut_bottom(gap);
  b.states = area;
  return b;
}

void draw_graph(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Study& s, Params& edit) {
  const Bands bands = bands_of(area);
  const Mat influence = shares(s.pattern_influence);
  const int steps = static_cast<int>(s.pattern.h.cols());
  const int lit = std::clamp(hot_output(canvas) < 0 ? static_cast<int>(s.outputs.size()) - 1 : hot_output(canvas), 0,
                             static_cast<int>(s.outputs.size()) - 1);
  for (size_t k = 0; k < s.inputs.size(); ++k) {
    const canvas::Rect input = box_of(bands.inputs, s.inputs[k], steps);
    // The way into the network is as wide as this input's share of the chosen output.
    charts::draw_bond(canvas, {input.center().x, input.y - 1}, {input.center().x, bands.states.bottom() + 1},
                      static_cast<float>(influence(lit, static_cast<Index>(k))), canvas.color(canvas::Role::kOutput), true,
                      std::min(24.0f, 0.6f * input.width));
    charts::draw_arrow(canvas, {input.center().x, input.y - 1}, {input.center().x, bands.states.bottom() + 2},
                       {canvas.color(canvas::Role::kMuted), 1.5f});
  }
  for (size_t k = 0; k < s.outputs.size(); ++k) {
    const canvas::Rect box = box_of(bands.outputs, s.outputs[k], steps);
    charts::draw_arrow(canvas, {box.center().x, bands.states.y - 1}, {box.center().x, box.bottom() + 2},
                       {canvas.color(canvas::Role::kMuted), 1.5f});
    const bool chosen = static_cast<int>(k) == lit;
    draw_number_cell(canvas, box, {.value = s.pattern_y(0, static_cast<Index>(k)), .digits = 2});
    canvas.border(box, {canvas.color(canvas::Role::kOutput), chosen ? 3.0f : 1.5f}, 3);
  }
  draw_states(canvas, bands.states, "pattern-state", s.pattern.h, false, "states");
  draw_inputs(canvas, bands.inputs, p.x, s.inputs.front(), static_cast<int>(s.inputs.size()), steps, &edit.x);
  canvas.grid("pattern-output", span_of(bands.outputs, s.outputs.front(), static_cast<int>(s.outputs.size()), steps), 1,
              static_cast<int>(s.outputs.size()), canvas::Grip::kHover, "outputs");
  draw_side_label(canvas, bands.outputs, {"y"}, canvas::Role::kOutput);
  draw_side_label(canvas, bands.states, {"h"}, canvas::Role::kInk);
  draw_side_label(canvas, bands.inputs, {"x"}, canvas::Role::kInk);
}

}  // namespace

void draw_patterns(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  draw_share_foot(canvas, &area, "share of an output's gradient that falls on the input; hatched: zero");
  const bool beside = area.width > 1.1f * area.height;
  canvas::Rect second = beside ? area.cut_right(std::clamp(0.36f * area.width, 150.0f, 420.0f)) : area.cut_bottom(0.4f * area.height);
  if (beside) second.cut_left(22);
  canvas::Rect readout = beside ? second.cut_bottom(46) : second.cut_right(0.42f * second.width);
  draw_graph(canvas, area, p, r.study, edit);
  draw_influence(canvas, second, "Who reaches whom", "influence", r.study.pattern_influence, r.study.outputs.front(),
                 r.study.inputs.front());
  const canvas::TextStyle quiet = charts::quiet(canvas, 11);
  const canvas::Rect head = readout.cut_top(20);
  canvas.text({head.x, head.center().y - 1}, canvas::elided(canvas, "Readout w, y = h \u00b7 w", quiet, head.width), quiet);
  draw_number_grid(canvas, {readout.x, readout.y, std::min(readout.width, 180.0f), std::min(readout.height, 26.0f)}, "readout", p.readout,
                   &edit.readout, "weights of the output; drag up or down");
}

}  // namespace attn::lessons::recurrent
