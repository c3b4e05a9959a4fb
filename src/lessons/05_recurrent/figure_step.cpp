// One step of a recurrent cell as data flow.
#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "lessons/05_recurrent/figure_parts.h"
#include "lessons/05_recurrent/figures.h"
#include "lessons/05_recurrent/flow.h"

namespace attn::lessons::recurrent {
namespace {

constexpr float kNamesWide = 44;  ///< width of the names left of the sequence

/// What each unit is for if the weights were set by hand for a purpose; otherwise its number.
std::vector<std::string> unit_names(const Params& p) {
  if (p.source != WeightSource::kPurpose) return numbered("unit ", kStudyUnits);
  if (p.cell == kernels::Cell::rnn) return {"keeps?", "leaks", "adds?", "only now"};
  return {"keeps", "leaks", p.cell == kernels::Cell::gru ? "slow mean" : "adds up", "only now"};
}

/// The inputs, which can be dragged, and the states below them. Pressing a column chooses its step.
void draw_tape(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit) {
  const int t = static_cast<int>(p.x.cols()), u = static_cast<int>(r.study.forward.h.rows());
  area.cut_left(kNamesWide);
  const canvas::Rect all = area;
  const canvas::Rect steps = area.cut_top(16);
  const canvas::Rect inputs = area.cut_top(0.46f * area.height);
  area.cut_top(3);
  const canvas::Rect states = area;
  const canvas::TextStyle name = charts::quiet(canvas, 11, canvas::Align::kRight);
  canvas.text({all.x - 6, steps.center().y}, "step", name);
  canvas.text({all.x - 6, inputs.cell(0, 0, 2, 1).center().y}, "value", name);
  canvas.text({all.x - 6, inputs.cell(1, 0, 2, 1).center().y}, "flag", name);
  canvas.text({all.x - 6, states.center().y}, "state", name);
  draw_number_grid(canvas, inputs, "x", p.x, &edit.x, "inputs, a value and a flag for each step; drag up or down");
  for (int j = 0; j < t; ++j) {
    const canvas::Rect place = steps.cell(0, j, 1, t), column = states.cell(0, j, 1, t);
    for (int i = 0; i < u; ++i) canvas.rect(column.cell(i, 0, u, 1), canvas.theme().diverging(static_cast<float>(r.study.forward.h(i, j))));
    const std::string id = "at[" + std::to_string(j) + "]";
    const bool now = j == p.step - 1;
    canvas.text(place.center(), std::to_string(j + 1),
                {.color = canvas.color(now || canvas.is_hot(id) ? canvas::Role::kAccent : canvas::Role::kMuted),
                 .size = 12,
                 .font = now ? canvas::Font::kStrong : canvas::Font::kText,
                 .align = canvas::Align::kCenter});
    const canvas::Interaction above = canvas.region(id, place, canvas::Grip::kClick, "go to step " + std::to_string(j + 1));
    const canvas::Interaction below =
        canvas.region("below[" + std::to_string(j) + "]", column, canvas::Grip::kClick, "go to step " + std::to_string(j + 1));
    if (above.pressed || below.pressed) edit.step = j + 1;
    if (const int by = above.nudge_x + below.nudge_x; by != 0) edit.step = std::clamp(edit.step + by, 1, t);
  }
  canvas.border(states, {canvas.color(canvas::Role::kMuted), 1});
  mark_column(canvas, all, p.step - 1, t);
}

/// What stands before a column: its sign, or an arrow for "tanh", where the column is computed from the one before.
void draw_sign(canvas::Canvas& canvas, canvas::Rect room, std::string_view sign) {
  if (sign == "tanh")
    charts::draw_arrow(canvas, {room.x + 2, room.center().y}, {room.right() - 2, room.center().y},
                       {canvas.color(canvas::Role::kMuted), 1.5f});
  else
    canvas.text(room.center(), sign,
                {.color = canvas.color(canvas::Role::kInk),
                 .size = std::min(20.0f, room.height),
                 .font = canvas::Font::kMath,
                 .align = canvas::Align::kCenter});
}

void draw_numbers(canvas::Canvas& canvas, canvas::Rect cells, const FlowColumn& column, bool upright) {
  const int u = static_cast<int>(column.values.rows());
  for (int i = 0; i < u; ++i)
    draw_named_cell(canvas, upright ? cells.cell(i, 0, u, 1) : cells.cell(0, i, 1, u),
                    {.value = column.values(i, 0), .is_gate = column.is_gate}, column.ids[static_cast<size_t>(i)],
                    std::string(column.name) + " of unit " + std::to_string(i + 1));
  canvas.border(cells, {canvas.color(canvas::Role::kMuted), 1});
}

/// The definition of the sums p_x and p_h, in the middle of `r`.
void draw_rule(canvas::Canvas& canvas, canvas::Rect r, float size) {
  constexpr std::array<Letter, 6> kRule{{{"sums"}, {"p", "x"}, {"= x W", "x"}, {"+ b,"}, {"p", "h"}, {"= h W", "h"}}};
  constexpr float kGap = 0.35f;  // in units of `size`
  const auto width = [&] {
    float sum = kGap * size * (kRule.size() - 1);
    for (const Letter& piece : kRule) sum += letter_width(canvas, piece, size);
    return sum;
  };
  if (const float wide = width(); wide > r.width) size *= r.width / wide;
  float x = r.center().x - width() / 2;
  for (const Letter& piece : kRule) {
    const float wide = letter_width(canvas, piece, size);
    draw_letter(canvas, {x + wide / 2, r.center().y}, piece, canvas::Role::kInk, size);
    x += wide + kGap * size;
  }
}

/// The bar of the sums above the columns, with an arrow from it to each column that is computed from the sums.
void draw_sums(canvas::Canvas& canvas, canvas::Rect bar, canvas::Rect arrows, std::span<const FlowColumn> flow, float step, float first) {
  canvas.rect(bar, canvas.color(canvas::Role::kSurface), 4);
  canvas.border(bar, {canvas.color(canvas::Role::kFaint), 1}, 4);
  draw_rule(canvas, bar.inset(4, 0), std::min(15.0f, 0.6f * bar.height));
  for (size_t k = 0; k < flow.size(); ++k) {
    if (flow[k].activation.empty()) continue;
    const float x = first + step * static_cast<float>(k);
    charts::draw_arrow(canvas, {x, arrows.y + 1}, {x, arrows.bottom()}, {canvas.color(canvas::Role::kMuted), 1.5f});
    canvas.text({x + 6, arrows.center().y}, flow[k].activation,
                {.color = canvas.color(canvas::Role::kMuted), .size = 13, .font = canvas::Font::kMath});
  }
}

/// The layout where there is room: a column for each quantity from left to right, a row for each unit with its name on the left.
void draw_columns(canvas::Canvas& canvas, canvas::Rect area, std::span<const FlowColumn> flow, std::span<const std::string> units) {
  const canvas::Rect bar = area.cut_top(std::clamp(0.09f * area.height, 20.0f, 30.0f));
  const canvas::Rect arrows = area.cut_top(std::clamp(0.1f * area.height, 14.0f, 34.0f));
  canvas::Rect letters = area.cut_top(22);
  area.height = std::min(area.height, 340.0f);
  const float names = 68, count = static_cast<float>(flow.size()), sign = std::clamp(0.035f * area.width, 15.0f, 30.0f);
  const float width = std::min((area.width - names - sign * (count - 1)) / count, 90.0f);
  float x = area.x + names;
  for (const FlowColumn& column : flow) {
    const canvas::Rect cells{x, area.y, width, area.height};
    if (&column != &flow.front()) draw_sign(canvas, {x - sign, area.center().y - 10, sign, 20}, column.before);
    draw_letter(canvas, {cells.center().x, letters.center().y}, column.letter, canvas::Role::kInk, 16);
    draw_numbers(canvas, cells, column, true);
    x += width + sign;
  }
  draw_sums(canvas, bar, arrows, flow, width + sign, area.x + names + width / 2);
  const int u = static_cast<int>(units.size());
  const canvas::TextStyle style = charts::quiet(canvas, 12, canvas::Align::kRight);
  for (int i = 0; i < u; ++i) canvas.text({area.x + names - 7, area.cell(i, 0, u, 1).center().y}, units[static_cast<size_t>(i)], style);
}

/// The layout where there is little width: a line for each quantity, a column for each unit.
void draw_rows(canvas::Canvas& canvas, canvas::Rect area, std::span<const FlowColumn> flow, std::span<const std::string> units) {
  const int rows = static_cast<int>(flow.size()), u = static_cast<int>(units.size());
  const canvas::Rect head = area.cut_top(15);
  area.height = std::min(area.height, 44.0f * static_cast<float>(rows));
  const float sign = 26, letter = 48;
  const canvas::Rect columns{head.x + sign + letter, head.y, head.width - sign - letter, head.height};
  for (int i = 0; i < u; ++i) {
    const canvas::TextStyle style = charts::quiet(canvas, 11, canvas::Align::kCenter);
    const canvas::Rect place = columns.cell(0, i, 1, u);
    canvas.text(place.center(), canvas::elided(canvas, units[static_cast<size_t>(i)], style, place.width), style);
  }
  for (int k = 0; k < rows; ++k) {
    canvas::Rect row = area.cell(k, 0, rows, 1);
    row.height -= 1;
    const FlowColumn& column = flow[static_cast<size_t>(k)];
    draw_sign(canvas, row.cut_left(sign), column.before);
    draw_letter(canvas, row.cut_left(letter).center(), column.letter, canvas::Role::kInk, std::min(15.0f, row.height));
    draw_numbers(canvas, row, column, false);
  }
}

}  // namespace

void draw_step(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  const bool narrow = area.width < 520;
  draw_tape(canvas, area.cut_top(std::clamp(0.3f * area.height, narrow ? 72.0f : 96.0f, 170.0f)), p, r, edit);
  const canvas::Rect foot = area.cut_bottom(18);
  area.cut_top(std::clamp(0.04f * area.height, 5.0f, 22.0f));
  area.cut_bottom(4);
  const canvas::TextStyle quiet = charts::quiet(canvas, 11);
  canvas::draw_hint(canvas, foot, "drag an input up or down; press a step, or walk with the arrow keys", quiet);
  const std::vector<std::string> units = unit_names(p);
  const std::vector<FlowColumn> flow = flow_of(r.study.forward, p.step - 1);
  if (narrow)
    draw_rows(canvas, area, flow, units);
  else
    draw_columns(canvas, area, flow, units);
}

}  // namespace attn::lessons::recurrent
