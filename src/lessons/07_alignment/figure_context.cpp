// The context vector as a sum: the annotations, the annotations times their weights, and below them the sum.
#include <algorithm>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/07_alignment/figures.h"
#include "lessons/07_alignment/words.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::alignment {
namespace {

constexpr float kHead = 34;  ///< height above the strips, for their names and the names of the halves

/// The names of the two halves of the encoder's states, and a line between the halves through `strips`.
void draw_halves(canvas::Canvas& canvas, canvas::Rect head, canvas::Rect strips, bool bidirectional) {
  const canvas::TextStyle style = charts::quiet(canvas, 11, canvas::Align::kCenter);
  const auto named = [&](canvas::Rect place, std::string_view name) {
    canvas.text({place.center().x, head.bottom() - 7}, canvas::elided(canvas, name, style, place.width - 4), style);
  };
  if (!bidirectional) return named(strips, "forward only");
  const canvas::Rect first = strips.cell(0, 0, 1, 2), second = strips.cell(0, 1, 1, 2);
  const bool full = canvas.measure("backward half", style).width <= second.width - 4;
  named(first, full ? "forward half" : "forward");
  named(second, full ? "backward half" : "backward");
  canvas.line({strips.center().x, strips.y - 4}, {strips.center().x, strips.bottom() + 2}, {canvas.color(canvas::Role::kInk), 1.5f});
}

void draw_strips(canvas::Canvas& canvas, canvas::Rect place, std::string_view id, const Mat& values, float limit, canvas::Role role) {
  const auto m = static_cast<int>(values.rows()), u = static_cast<int>(values.cols());
  std::vector<canvas::Color> colors;
  for (Index k = 0; k < values.size(); ++k) colors.push_back(canvas.theme().diverging(static_cast<float>(values.data()[k]) / limit));
  canvas.cells(place, m, u, colors);
  for (int j = 1; j < m; ++j)
    canvas.line({place.x, place.cell(j, 0, m, 1).y}, {place.right(), place.cell(j, 0, m, 1).y},
                {canvas.color(canvas::Role::kBackground), 2});
  const bool hot = canvas.is_hot(id);
  canvas.border(place, {canvas.color(hot ? canvas::Role::kAccent : role), hot ? 2.0f : 1.0f});
  const canvas::Interaction hand = canvas.grid(id, place, m, u, canvas::Grip::kHover, id);
  if (hand.row >= 0) canvas.border(place.cell(hand.row, hand.col, m, u).inset(-1, -1), {canvas.color(canvas::Role::kAccent), 2});
}

void draw_caption(canvas::Canvas& canvas, canvas::Rect head, std::string_view text, canvas::Role role) {
  canvas::TextStyle style{.color = canvas.color(role), .size = 13, .font = canvas::Font::kStrong};
  style.size = std::clamp(style.size * head.width / canvas.measure(text, style).width, 11.0f, style.size);
  canvas.text({head.x, head.y + 9}, canvas::elided(canvas, text, style, head.width), style);
}

/// The weights of the step, one below another.
void draw_weights(canvas::Canvas& canvas, canvas::Rect place, const Result& r) {
  const auto m = static_cast<int>(r.sentence.source.size());
  const canvas::Rect cell = place.cell(0, 0, m, 1);
  std::vector<canvas::Color> colors;
  for (int j = 0; j < m; ++j) colors.push_back(canvas.theme().sequential(static_cast<float>(r.weights(r.step, j))));
  canvas.cells(place, m, 1, colors);
  for (int j = 1; j < m && cell.height >= 9; ++j)
    canvas.line({place.x, place.cell(j, 0, m, 1).y}, {place.right(), place.cell(j, 0, m, 1).y}, {canvas.color(canvas::Role::kFaint), 1});
  const float largest = 14 * std::clamp(canvas.bounds().width / 900, 1.0f, 1.8f);
  canvas::TextStyle style{
      .color = {}, .size = std::min({0.55f * cell.height, 0.36f * cell.width, largest}), .align = canvas::Align::kCenter};
  for (int j = 0; j < m; ++j) {
    const canvas::Rect at = place.cell(j, 0, m, 1);
    style.color = canvas.theme().on(colors[static_cast<size_t>(j)]);
    const std::string number = canvas::shown_fixed(r.weights(r.step, j), 2);
    if (style.size >= 8) canvas.text(at.center(), number.starts_with("0.") ? number.substr(1) : number, style);
  }
  const bool lit = canvas.is_hot("weights");
  canvas.border(place, {canvas.color(lit ? canvas::Role::kAccent : canvas::Role::kMuted), lit ? 2.0f : 1.0f});
  for (int j = 0; j < m; ++j) {
    const canvas::Rect at = place.cell(j, 0, m, 1);
    const std::string id = canvas::cell_id("weights", 0, j);
    canvas.region(id, at, canvas::Grip::kHover, "weight of " + r.sentence.source[static_cast<size_t>(j)]);
    if (canvas.hot() == id) canvas.border(at.inset(1, 1), {canvas.color(canvas::Role::kAccent), 2});
  }
}

/// The name and the weight of each position, on the left of its strips.
void draw_positions(canvas::Canvas& canvas, canvas::Rect names, canvas::Rect weights, const Result& r) {
  const auto m = static_cast<int>(r.sentence.source.size());
  const float row = names.height / static_cast<float>(m);
  canvas::TextStyle style{
      .color = canvas.color(canvas::Role::kKey), .size = std::clamp(row - 3, 8.0f, 13.0f), .align = canvas::Align::kRight};
  for (int j = 0; j < m; ++j) {
    const canvas::Rect place = names.cell(j, 0, m, 1);
    canvas.text({place.right() - 4, place.center().y},
                canvas::elided(canvas, r.sentence.source[static_cast<size_t>(j)], style, place.width - 4), style);
  }
  draw_weights(canvas, weights, r);
}

}  // namespace

void draw_context(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  translation::draw_source_help(canvas, &area, *r.task, r.refusal, &edit.source);
  const std::string note =
      "step " + std::to_string(r.step + 1) +
      (r.sentence.output.empty() ? std::string() : " says \u201c" + r.sentence.output[static_cast<size_t>(r.step)] + "\u201d");
  charts::draw_signed_foot(canvas, area.cut_bottom(20), 1, r.trained ? note : warning(r));
  if (r.weights.size() == 0) return;
  area.cut_bottom(6);
  const auto m = static_cast<float>(r.sentence.source.size());
  const canvas::Rect names = area.cut_left(std::clamp(0.14f * area.width, 44.0f, 110.0f));
  const canvas::Rect weights = area.cut_left(std::clamp(0.08f * area.width, 30.0f, 60.0f));
  area.cut_left(10);
  const float gap = 14, half = (area.width - gap) / 2;
  const float row = std::min(42.0f, (area.height - kHead - 30) / (m + 1.4f));
  const auto strips = [&](float x) { return canvas::Rect{x, area.y + kHead, half, row * m}; };
  const canvas::Rect left = strips(area.x), right = strips(area.x + half + gap);
  draw_positions(canvas, {names.x, left.y, names.width, left.height}, {weights.x, left.y, weights.width, left.height}, r);
  draw_caption(canvas, {left.x, area.y, half, 18}, "annotations h", canvas::Role::kKey);
  draw_caption(canvas, {right.x, area.y, half, 18}, "weights times h", canvas::Role::kValue);
  draw_strips(canvas, left, "annotations", r.translation.encoding.annotations, 1, canvas::Role::kKey);
  draw_strips(canvas, right, "weighted", r.at.weighted, 1, canvas::Role::kValue);
  draw_halves(canvas, {left.x, area.y, half, kHead}, left, p.model.bidirectional);
  draw_halves(canvas, {right.x, area.y, half, kHead}, right, p.model.bidirectional);
  const canvas::Rect sum{right.x, right.bottom() + 24, half, 1.2f * row};
  canvas.line({sum.x, right.bottom() + 6}, {sum.right(), right.bottom() + 6}, {canvas.color(canvas::Role::kInk), 1.5f});
  draw_caption(canvas, {sum.x, sum.y - 18, half, 18}, "context c, their sum", canvas::Role::kOutput);
  draw_strips(canvas, sum, "context", step_of(r).context, 1, canvas::Role::kOutput);
}

}  // namespace attn::lessons::alignment
