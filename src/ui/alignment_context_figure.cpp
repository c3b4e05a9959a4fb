// The context vector as a sum: annotations, the same times their weights, and what comes out below.
#include <algorithm>

#include "ui/alignment_figures.h"
#include "ui/cell_matrix.h"
#include "ui/matrix_block.h"
#include "ui/number_text.h"
#include "ui/regions.h"

namespace attn::ui {
namespace {

constexpr float kHead = 34;  ///< over the strips: their names and those of the halves

TextStyle quiet(const Canvas& canvas, float size = 11) { return {.color = canvas.color(Role::kMuted), .size = size}; }

/// Names of the halves of the encoder, and a line between them through `strips`.
void draw_halves(Canvas& canvas, Rect head, Rect strips, bool bidirectional) {
  TextStyle style = quiet(canvas);
  style.align = Align::kCenter;
  const auto named = [&](Rect place, const char* name) {
    canvas.text({place.center().x, head.bottom() - 7}, elided(canvas, name, style, place.width - 4), style);
  };
  if (!bidirectional) return named(strips, "forward only");
  named(strips.cell(0, 0, 1, 2), "forward half");
  named(strips.cell(0, 1, 1, 2), "backward half");
  canvas.line({strips.center().x, strips.y - 4}, {strips.center().x, strips.bottom() + 2}, {canvas.color(Role::kInk), 1.5f});
}

void draw_strips(Canvas& canvas, Rect place, std::string_view id, const Mat& values, float limit, Role role) {
  const auto m = static_cast<int>(values.rows()), u = static_cast<int>(values.cols());
  std::vector<Color> colors;
  for (Index k = 0; k < values.size(); ++k) colors.push_back(canvas.theme().diverging(static_cast<float>(values.data()[k]) / limit));
  canvas.cells(place, m, u, colors);
  for (int j = 1; j < m; ++j)
    canvas.line({place.x, place.cell(j, 0, m, 1).y}, {place.right(), place.cell(j, 0, m, 1).y}, {canvas.color(Role::kBackground), 2});
  const bool hot = canvas.is_hot(id);
  canvas.frame(place, {canvas.color(hot ? Role::kAccent : role), hot ? 2.0f : 1.0f});
  const Interaction hand = canvas.grid(id, place, m, u, Grip::kHover, id);
  if (hand.row >= 0) canvas.frame(place.cell(hand.row, hand.col, m, u).inset(-1, -1), {canvas.color(Role::kAccent), 2});
}

void draw_caption(Canvas& canvas, Rect head, std::string_view text, Role role) {
  const TextStyle style{.color = canvas.color(role), .size = 13, .font = Font::kStrong};
  canvas.text({head.x, head.y + 9}, elided(canvas, text, style, head.width), style);
}

/// Name and weight of each position, in front of its strips.
void draw_positions(Canvas& canvas, Rect names, Rect weights, const AlignmentPicture& picture) {
  const auto m = static_cast<int>(picture.source.size());
  const float row = names.height / static_cast<float>(m);
  TextStyle style{.color = canvas.color(Role::kKey), .size = std::clamp(row - 3, 8.0f, 13.0f), .align = Align::kRight};
  for (int j = 0; j < m; ++j) {
    const Rect place = names.cell(j, 0, m, 1);
    canvas.text({place.right() - 4, place.center().y}, elided(canvas, picture.source[static_cast<size_t>(j)], style, place.width - 4),
                style);
  }
  const Mat column = picture.weights.row(picture.step).transpose();
  draw_cell_matrix(canvas, weights, {.id = "weight-column", .values = column, .label = "weights of the positions", .largest_cell = 400});
}

}  // namespace

void draw_context_sum(Canvas& canvas, const AlignmentPicture& picture, AlignmentEdit&) {
  Rect area = canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 22.0f), 8);
  const std::string note =
      "step " + std::to_string(picture.step + 1) +
      (picture.output.empty() ? std::string() : " says \u201c" + picture.output[static_cast<size_t>(picture.step)] + "\u201d");
  draw_signed_foot(canvas, area.cut_bottom(20), 1, picture.warning.empty() ? note : std::string(picture.warning));
  if (picture.weights.size() == 0) return;
  area.cut_bottom(6);
  const auto m = static_cast<float>(picture.source.size());
  const Rect names = area.cut_left(std::clamp(0.14f * area.width, 44.0f, 110.0f));
  const Rect weights = area.cut_left(std::clamp(0.08f * area.width, 30.0f, 60.0f));
  area.cut_left(10);
  const float gap = 14, half = (area.width - gap) / 2;
  const float row = std::min(42.0f, (area.height - kHead - 30) / (m + 1.4f));
  const auto strips = [&](float x) { return Rect{x, area.y + kHead, half, row * m}; };
  const Rect left = strips(area.x), right = strips(area.x + half + gap);
  draw_positions(canvas, {names.x, left.y, names.width, left.height}, {weights.x, left.y, weights.width, left.height}, picture);
  draw_caption(canvas, {left.x, area.y, half, 18}, "annotations h", Role::kKey);
  draw_caption(canvas, {right.x, area.y, half, 18}, "weight times annotation", Role::kValue);
  draw_strips(canvas, left, "annotations", picture.annotations, 1, Role::kKey);
  draw_strips(canvas, right, "weighted", picture.weighted, 1, Role::kValue);
  draw_halves(canvas, {left.x, area.y, half, kHead}, left, picture.bidirectional);
  draw_halves(canvas, {right.x, area.y, half, kHead}, right, picture.bidirectional);
  const Rect sum{right.x, right.bottom() + 24, half, 1.2f * row};
  canvas.line({sum.x, right.bottom() + 6}, {sum.right(), right.bottom() + 6}, {canvas.color(Role::kInk), 1.5f});
  draw_caption(canvas, {sum.x, sum.y - 18, half, 18}, "context c, their sum", Role::kOutput);
  draw_strips(canvas, sum, "context", picture.context, 1, Role::kOutput);
}

}  // namespace attn::ui
