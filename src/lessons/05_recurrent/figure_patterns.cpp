// A recurrent network unrolled in time: with the inputs and outputs of a pattern, and read in both directions.
#include <algorithm>
#include <array>

#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/matrix_block.h"
#include "lessons/05_recurrent/recurrent_parts.h"

namespace attn::lessons::recurrent {
namespace {

/// Columns `first` ... of `count` in a band of `steps` columns.
canvas::Rect span_of(canvas::Rect band, int first, int count, int steps) {
  const float width = band.width / static_cast<float>(steps);
  return {band.x + width * static_cast<float>(first), band.y, width * static_cast<float>(count), band.height};
}

/// The middle part of a step's column, which leaves room for the arrows between the steps.
canvas::Rect box_of(canvas::Rect band, int step, int steps) {
  const canvas::Rect cell = band.cell(0, step, 1, steps);
  const float width = std::min((cell.width < 60 ? 0.78f : 0.66f) * cell.width, 64.0f);
  return {cell.center().x - width / 2, cell.y, width, cell.height};
}

/// State boxes of every step with an arrow from each to the next, `backward` to the one before.
void draw_states(canvas::Canvas& canvas, canvas::Rect band, std::string_view id, const Mat& h, bool backward, std::string_view label) {
  const int t = static_cast<int>(h.cols()), u = static_cast<int>(h.rows());
  for (int s = 0; s < t; ++s) {
    const canvas::Rect box = box_of(band, s, t);
    for (int i = 0; i < u; ++i) draw_number_cell(canvas, box.cell(i, 0, u, 1), {.value = h(i, s), .digits = 2});
    canvas.frame(box, {canvas.color(canvas::Role::kMuted), 1}, 2);
    if (s + 1 == t) continue;
    const canvas::Rect next = box_of(band, s + 1, t);
    const float y = band.center().y;
    const canvas::Point a{box.right() + 2, y}, b{next.x - 2, y};
    charts::draw_arrow(canvas, backward ? b : a, backward ? a : b, {canvas.color(canvas::Role::kMuted), 1.5f});
  }
  canvas.grid(id, band, u, t, canvas::Grip::kHover, label);
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name == id && hot.row >= 0 && hot.col >= 0)
    canvas.frame(box_of(band, hot.col, t).cell(hot.row, 0, u, 1).inset(1, 1), {canvas.color(canvas::Role::kAccent), 2});
}

/// The values of some inputs, to drag: `rows` rows of x.
void draw_inputs(canvas::Canvas& canvas, canvas::Rect band, const Mat& x, int first, int count, int steps, Real step_size, Real limit,
                 Mat* edited) {
  const canvas::Rect mine = span_of(band, first, count, steps);
  const int rows = static_cast<int>(x.rows());
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < rows; ++i)
      draw_number_cell(canvas, box_of(band, first + k, steps).cell(i, 0, rows, 1), {.value = x(i, first + k), .limit = 1.5f, .digits = -1});
  const canvas::Interaction hand = canvas.grid("x", mine, rows, count, canvas::Grip::kDrag, "inputs, drag up or down");
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name == "x" && hot.row >= 0 && hot.col >= 0 && hot.col < count)
    canvas.frame(box_of(band, first + hot.col, steps).cell(hot.row, 0, rows, 1), {canvas.color(canvas::Role::kAccent), 2});
  charts::edit_cells(hand, x, edited, step_size, limit);
}

/// The output that the hand is on, of a matrix of influences or of the graph; -1: none.
int hot_output(const canvas::Canvas& canvas) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name == "influence") return hot.row;
  return hot.name == "pattern-output" ? hot.col : -1;
}

void draw_side_label(canvas::Canvas& canvas, canvas::Rect band, const Letter& letter, canvas::Role role) {
  draw_letter(canvas, {band.x - 13, band.center().y}, letter, role, 15);
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

void draw_graph(canvas::Canvas& canvas, canvas::Rect area, const PatternPicture& picture, RecurrentEdit& edit) {
  const Bands bands = bands_of(area);
  const int steps = static_cast<int>(picture.h.cols());
  const int lit = std::clamp(hot_output(canvas) < 0 ? static_cast<int>(picture.outputs.size()) - 1 : hot_output(canvas), 0,
                             static_cast<int>(picture.outputs.size()) - 1);
  const canvas::Rect from = box_of(bands.outputs, picture.outputs[static_cast<size_t>(lit)], steps);
  for (size_t k = 0; k < picture.inputs.size(); ++k) {
    const canvas::Rect input = box_of(bands.inputs, picture.inputs[k], steps);
    charts::draw_arrow(canvas, {input.center().x, input.y - 1}, {input.center().x, bands.states.bottom() + 2},
                       {canvas.color(canvas::Role::kMuted), 1.5f});
  }
  for (size_t k = 0; k < picture.outputs.size(); ++k) {
    const canvas::Rect box = box_of(bands.outputs, picture.outputs[k], steps);
    charts::draw_arrow(canvas, {box.center().x, bands.states.y - 1}, {box.center().x, box.bottom() + 2},
                       {canvas.color(canvas::Role::kMuted), 1.5f});
    const bool chosen = static_cast<int>(k) == lit;
    draw_number_cell(canvas, box, {.value = picture.y(0, static_cast<Index>(k)), .digits = 2});
    canvas.frame(box, {canvas.color(canvas::Role::kOutput), chosen ? 3.0f : 1.5f}, 3);
  }
  for (size_t k = 0; k < picture.inputs.size(); ++k) {
    const canvas::Rect input = box_of(bands.inputs, picture.inputs[k], steps);
    charts::draw_bond(canvas, {input.x + 3, input.y - 1}, {from.center().x, from.bottom() + 1},
                      static_cast<float>(picture.influence(lit, static_cast<Index>(k))),
                      canvas.color(canvas::Role::kQuery).with_alpha(0.75f));
  }
  draw_states(canvas, bands.states, "pattern-state", picture.h, false, "states");
  draw_inputs(canvas, bands.inputs, picture.x, picture.inputs.front(), static_cast<int>(picture.inputs.size()), steps, picture.step_size,
              picture.input_limit, &edit.x);
  canvas.grid("pattern-output", span_of(bands.outputs, picture.outputs.front(), static_cast<int>(picture.outputs.size()), steps), 1,
              static_cast<int>(picture.outputs.size()), canvas::Grip::kHover, "outputs");
  draw_side_label(canvas, bands.outputs, {"y"}, canvas::Role::kOutput);
  draw_side_label(canvas, bands.states, {"h"}, canvas::Role::kInk);
  draw_side_label(canvas, bands.inputs, {"x"}, canvas::Role::kInk);
}

/// A matrix of shares under its title. Cells that are exactly zero are hatched: no path leads there.
void draw_influence(canvas::Canvas& canvas, canvas::Rect area, std::string_view title, std::string_view id, const Mat& shares,
                    int first_output, int first_input) {
  const canvas::Rect head = area.cut_top(20);
  const canvas::TextStyle style{.color = canvas.color(canvas::Role::kInk), .size = 12, .font = canvas::Font::kStrong};
  canvas.text({head.x, head.center().y - 1}, canvas::elided(canvas, title, style, head.width), style);
  const Mask reached = (shares.array() > Real(0)).matrix();
  const std::vector<std::string> rows = numbered("y", first_output + 1, static_cast<int>(shares.rows())),
                                 cols = numbered("x", first_input + 1, static_cast<int>(shares.cols()));
  charts::draw_cell_matrix(canvas, area,
                           {.id = id,
                            .values = shares,
                            .allowed = &reached,
                            .rows = rows,
                            .cols = cols,
                            .row_role = canvas::Role::kOutput,
                            .col_role = canvas::Role::kInk,
                            .label = title,
                            .square = true,
                            .largest_cell = 44});
}

/// Frames around the states that the input under the hand can change.
void draw_reached(canvas::Canvas& canvas, canvas::Rect forward, canvas::Rect backward, int t) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  if (hot.name != "x" || hot.col < 0) return;
  const canvas::Stroke stroke{canvas.color(canvas::Role::kAccent), 2};
  for (int s = 0; s < t; ++s) {
    if (s >= hot.col) canvas.frame(box_of(forward, s, t).inset(-2, -2), stroke, 3);
    if (s <= hot.col) canvas.frame(box_of(backward, s, t).inset(-2, -2), stroke, 3);
  }
}

}  // namespace

void draw_recurrent_pattern(canvas::Canvas& canvas, const PatternPicture& picture, RecurrentEdit& edit) {
  canvas::Rect area = recurrent_page(canvas);
  canvas::Rect foot = area.cut_bottom(20);
  area.cut_bottom(4);
  charts::draw_color_scale(canvas, foot.cut_left(std::min(110.0f, 0.3f * foot.width)).inset(0, 3), charts::CellMatrix::Colors::kWeights);
  const canvas::TextStyle quiet{.color = canvas.color(canvas::Role::kMuted), .size = 11};
  foot.cut_left(10);
  canvas::draw_hint(canvas, foot, "share of an output's gradient that falls on the input; hatched: no path", quiet);
  const bool beside = area.width > 1.1f * area.height;
  canvas::Rect second = beside ? area.cut_right(std::clamp(0.36f * area.width, 150.0f, 420.0f)) : area.cut_bottom(0.4f * area.height);
  if (beside) second.cut_left(22);
  canvas::Rect readout = beside ? second.cut_bottom(46) : second.cut_right(0.42f * second.width);
  draw_graph(canvas, area, picture, edit);
  draw_influence(canvas, second, "Who reaches whom", "influence", picture.influence, picture.outputs.front(), picture.inputs.front());
  const canvas::Rect head = readout.cut_top(20);
  canvas.text({head.x, head.center().y - 1}, canvas::elided(canvas, "Readout w, y = h \u00b7 w", quiet, head.width), quiet);
  draw_number_grid(canvas, {readout.x, readout.y, std::min(readout.width, 180.0f), std::min(readout.height, 26.0f)}, "readout",
                   picture.readout, picture.step_size, picture.input_limit, &edit.readout, "weights of the output; drag up or down");
}

void draw_recurrent_directions(canvas::Canvas& canvas, const DirectionsPicture& picture, RecurrentEdit& edit) {
  canvas::Rect area = recurrent_page(canvas);
  canvas::Rect foot = area.cut_bottom(20);
  area.cut_bottom(4);
  charts::draw_color_scale(canvas, foot.cut_left(std::min(110.0f, 0.3f * foot.width)).inset(0, 3), charts::CellMatrix::Colors::kWeights);
  const canvas::TextStyle quiet{.color = canvas.color(canvas::Role::kMuted), .size = 11};
  foot.cut_left(10);
  canvas::draw_hint(canvas, foot, "drag an input: the framed states are all that can change; hatched: no path", quiet);
  const int t = static_cast<int>(picture.x.cols());
  canvas::Rect matrices = area.cut_bottom(std::min(0.42f * area.height, area.width / 3 + 20));
  area.cut_bottom(10);
  const std::array<const Mat*, 3> shares{&picture.by_forward, &picture.by_backward, &picture.by_both};
  const std::array<const char*, 3> ids{"forward-influence", "backward-influence", "both-influence"}, titles{"Forward", "Backward", "Both"};
  for (int k = 0; k < 3; ++k) {
    canvas::Rect place = matrices.cell(0, k, 1, 3);
    place.width -= 12;
    draw_influence(canvas, place, titles[static_cast<size_t>(k)], ids[static_cast<size_t>(k)], *shares[static_cast<size_t>(k)], 0, 0);
  }
  area.cut_left(30);
  const float gap = std::clamp(0.09f * area.height, 10.0f, 30.0f);
  const float row = (area.height - 2 * gap) / 10;
  const canvas::Rect backward = area.cut_top(4 * row);
  area.cut_top(gap);
  const canvas::Rect inputs = area.cut_top(2 * row);
  area.cut_top(gap);
  const canvas::Rect forward = area;
  for (int s = 0; s < t; ++s) {
    const float x = box_of(inputs, s, t).center().x;
    charts::draw_arrow(canvas, {x, inputs.y - 1}, {x, backward.bottom() + 2}, {canvas.color(canvas::Role::kMuted), 1.25f});
    charts::draw_arrow(canvas, {x, inputs.bottom() + 1}, {x, forward.y - 2}, {canvas.color(canvas::Role::kMuted), 1.25f});
  }
  draw_states(canvas, backward, "backward-state", picture.backward, true, "states of the backward reading");
  draw_states(canvas, forward, "hidden-state", picture.forward, false, "states of the forward reading");
  draw_inputs(canvas, inputs, picture.x, 0, t, t, picture.step_size, picture.input_limit, &edit.x);
  draw_reached(canvas, forward, backward, t);
  draw_side_label(canvas, backward, {"h", "\u2190"}, canvas::Role::kInk);
  draw_side_label(canvas, inputs, {"x"}, canvas::Role::kInk);
  draw_side_label(canvas, forward, {"h", "\u2192"}, canvas::Role::kInk);
}

}  // namespace attn::lessons::recurrent
