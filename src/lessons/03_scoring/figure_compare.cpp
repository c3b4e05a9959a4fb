// All scores side by side: as fields over the plane, with their weights and costs.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/plane.h"
#include "lessons/03_scoring/figures.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role, canvas::TextStyle;

constexpr float kFieldWithWords = 96;  ///< least width of a field whose name and costs are written out
constexpr float kLeastField = 56;      ///< least side of a field
constexpr float kNumberedField = 120;  ///< least side of a field whose axes have numbers: in a smaller one they would cover the keys
constexpr float kTable = 134;          ///< least height of the table of weights at which it shows its numbers

/// The axes through the origin, with the numbers at their ends where there is room.
void draw_axes(Canvas& canvas, Rect square, const charts::Plane& plane) {
  const Point origin = plane.to_pixel({0, 0});
  const canvas::Stroke thin{canvas.color(Role::kInk).with_alpha(0.25f), 1};
  canvas.line({square.x, origin.y}, {square.right(), origin.y}, thin);
  canvas.line({origin.x, square.y}, {origin.x, square.bottom()}, thin);
  if (square.width < kNumberedField) return;
  TextStyle end = charts::quiet(canvas, 10);
  const std::string reach = canvas::shown_rounded(kReach, 2), least = canvas::shown_rounded(-kReach, 2);
  canvas.text({square.x + 3, origin.y + 8}, least, end);
  canvas.text({origin.x + 4, square.bottom() - 7}, least, end);
  canvas.text({origin.x + 4, square.y + 8}, reach, end);
  end.align = canvas::Align::kRight;
  canvas.text({square.right() - 3, origin.y + 8}, reach, end);
}

/// The number that the strongest colours of a score's field stand for: its largest absolute value.
Real limit_of(const Result& r, Score score) {
  const Mat& field = r.field[static_cast<size_t>(score)];
  return field.size() ? std::max(field.cwiseAbs().maxCoeff(), Real(1e-6)) : 1;
}

/// One score as a field over the plane with the points on it; each field has a scale of its own.
void draw_field(Canvas& canvas, Rect area, const Params& p, const Result& r, Score score) {
  const Mat &field = r.field[static_cast<size_t>(score)], weights = chosen_row(p, r.of(score).weights);
  const float side = std::min(area.width, area.height);
  const Rect square{area.x + (area.width - side) / 2, area.y, side, side};
  const charts::Plane plane(square, kReach);
  const Real largest = limit_of(r, score);
  std::vector<Color> colors;
  for (Index i = 0; i < field.rows(); ++i)
    colors.push_back(
        canvas::mix(canvas.color(Role::kBackground), canvas.theme().diverging(static_cast<float>(field(i, 0) / largest)), 0.8f));
  if (!colors.empty()) canvas.cells(square, kFieldSide, kFieldSide, colors);
  canvas.border(square, {canvas.color(Role::kFaint), 1});
  draw_axes(canvas, square, plane);
  for (Index j = 0; j < r.keys.rows(); ++j) {
    const Point at = plane.to_pixel(charts::point_at(r.keys, j));
    charts::draw_mark(canvas, at, Role::kKey, 2.5f + 0.07f * side * std::sqrt(static_cast<float>(weights(0, j))), canvas.color(Role::kKey));
  }
  charts::draw_mark(canvas, plane.to_pixel(charts::point_at(p.queries, p.chosen - 1)), Role::kQuery, std::max(3.5f, 0.03f * side),
                    canvas.color(Role::kQuery));
}

/// The cells of a score are `cost[score,0]` to `cost[score,2]`.
std::string cost_id(int score, int kind) { return canvas::cell_id("cost", score, kind); }

/// The costs of a score below its field, with short words where the field is narrow.
void draw_cost(Canvas& canvas, Rect area, const kernels::ScoreCost& cost, int score) {
  const bool narrow = area.width < kFieldWithWords;
  const std::string lines[] = {narrow ? std::to_string(cost.parameters) + " par." : counted(cost.parameters, "parameter"),
                               std::to_string(cost.multiply_adds) + (narrow ? " mul." : " multiply-adds"),
                               cost.tanh_evaluations ? std::to_string(cost.tanh_evaluations) + " tanh" : ""};
  const TextStyle style = charts::quiet(canvas, 11);
  for (int i = 0; i < 3; ++i) {
    const Rect line = area.cell(i, 0, 3, 1);
    canvas.text({line.x, line.center().y}, canvas::elided(canvas, lines[i], style, line.width), style);
    if (!lines[i].empty()) canvas.region(cost_id(score, i), line, Grip::kHover, lines[i]);
  }
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

/// The costs of all scores as a small table. It stands in the place that two rows of fields leave free.
void draw_costs(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  constexpr std::string_view kHeads[] = {"par.", "mul.", "tanh"}, kNames[] = {"parameters", "multiply-adds", "tanh"};
  TextStyle number = charts::quiet(canvas, std::clamp(std::min(area.height / 8, area.width / 12.5f), 10.0f, 12.0f));
  const TextStyle name = number;
  number.align = canvas::Align::kRight;
  const float names = 0.4f * area.width, column = (area.width - names) / 3, line = std::min(area.height / 6, 20.0f);
  for (int k = 0; k < 3; ++k)
    canvas.text({area.x + names + column * static_cast<float>(k + 1), area.y + line / 2}, canvas::elided(canvas, kHeads[k], number, column),
                number);
  for (int s = 0; s < kernels::kScoreCount; ++s) {
    const float y = area.y + line * static_cast<float>(s + 1);
    const auto score = static_cast<Score>(s);
    canvas.text({area.x, y + line / 2}, canvas::elided(canvas, first_word(words_of(score).name), name, names - 3), name);
    if (!p.defined(score)) continue;
    const kernels::ScoreCost& cost = r.cost[static_cast<size_t>(s)];
    const std::int64_t counts[] = {cost.parameters, cost.multiply_adds, cost.tanh_evaluations};
    for (int k = 0; k < 3; ++k) {
      const Rect cell{area.x + names + column * static_cast<float>(k), y, column, line};
      const std::string text = std::to_string(counts[k]);
      canvas.text({cell.right(), cell.center().y}, text, number);
      canvas.region(cost_id(s, k), cell, Grip::kHover, text + " " + std::string(kNames[k]));
    }
  }
}

/// The name of a field and the scale of its colours and, where there is a second line, the formula of its score.
void draw_head(Canvas& canvas, Rect head, const Result& r, Score score) {
  const ScoreWords& words = words_of(score);
  const bool two_lines = head.height > 30, narrow = head.width < kFieldWithWords;
  TextStyle scale = charts::quiet(canvas, 11);
  const std::string limit = r.field[static_cast<size_t>(score)].size() ? "\u00b1" + canvas::shown_rounded(limit_of(r, score), 2) : "";
  const bool below = two_lines && narrow;  // the scale stands in the formula's place
  const float room = head.width - (below ? 0 : canvas.measure(limit, scale).width + 6);
  const bool fits = canvas.measure(words.name, charts::strong(canvas, 12.5f)).width <= room;
  canvas.text({head.x, head.y + 8}, canvas::elided(canvas, fits ? words.name : first_word(words.name), charts::strong(canvas, 12.5f), room),
              charts::strong(canvas, 12.5f));
  if (below) return canvas.text({head.x, head.y + 25}, limit, scale);
  if (two_lines)
    canvas.text({head.x, head.y + 25}, canvas::elided(canvas, words.formula, charts::quiet(canvas, 11.5f), head.width),
                charts::quiet(canvas, 11.5f));
  scale.align = canvas::Align::kRight;
  canvas.text({head.right(), head.y + 8}, limit, scale);
}

void draw_weights(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  Mat weights(0, r.keys.rows());
  std::vector<std::string> names, short_names;
  for (int s = 0; s < kernels::kScoreCount; ++s) {
    const auto score = static_cast<Score>(s);
    if (!p.defined(score)) continue;
    weights.conservativeResize(weights.rows() + 1, r.keys.rows());
    weights.bottomRows(1) = chosen_row(p, r.of(score).weights);
    names.emplace_back(words_of(score).name);
    short_names.emplace_back(first_word(words_of(score).name));
  }
  const float longest = canvas.measure(words_of(Score::scaled_dot).name, {.color = {}, .size = 13}).width;
  if (longest > 0.3f * area.width) names = short_names;
  const std::vector<std::string> keys = numbered("k", r.keys.rows());
  charts::draw_cell_matrix(canvas, area,
                           {.id = "compared-weights",
                            .values = weights,
                            .rows = names,
                            .cols = keys,
                            .row_role = Role::kInk,
                            .label = "weights by each score",
                            .largest_cell = 96});
}

}  // namespace

void draw_compare(Canvas& canvas, const Params& p, const Result& r, Params&) {
  Rect area = charts::page(canvas, 8);
  constexpr int kCount = kernels::kScoreCount;
  const float title = 18;
  const bool is_low = area.height - kTable < 2 * (title + kLeastField);  // too low for two rows of fields
  const bool in_a_row = is_low || area.width > std::max(1.2f * area.height, kCount * (kFieldWithWords + 8));
  const int columns = in_a_row ? kCount : 3, rows = (kCount + columns - 1) / columns;
  const float side = area.width / static_cast<float>(columns) - 8, cost = 46;
  const float least = std::max(0.3f * area.height, in_a_row ? 60.0f : kTable);  // height that the table of weights has at least
  Rect table = area;
  area = table.cut_top(std::min(in_a_row ? 2 * title + side + cost : area.height, area.height - least));
  table.cut_top(12);
  for (int s = 0; s < kCount; ++s) {
    const auto score = static_cast<Score>(s);
    Rect place = area.cell(s / columns, s % columns, rows, columns).inset(4, 0);
    draw_head(canvas, place.cut_top(in_a_row ? 2 * title : title), r, score);
    const Rect below = in_a_row ? place.cut_bottom(cost) : Rect{};
    if (!p.defined(score)) {
      const TextStyle style = charts::quiet(canvas, 11.5f);
      canvas.text({place.x, place.center().y}, canvas::elided(canvas, "widths differ", style, place.width), style);
      continue;
    }
    draw_field(canvas, place, p, r, score);
    if (in_a_row) draw_cost(canvas, {below.x, below.y + 4, below.width, below.height - 4}, r.cost[static_cast<size_t>(s)], s);
  }
  if (!in_a_row) {
    Rect place = area.cell(1, columns - 1, rows, columns).inset(4, 0);
    const Rect head = place.cut_top(title);
    canvas.text({head.x, head.y + 8}, "Costs", charts::strong(canvas, 12.5f));
    draw_costs(canvas, place, p, r);
  }
  draw_weights(canvas, table, p, r);
}

}  // namespace attn::lessons::scoring
