// Weights, alignment lines and the mask of a sentence.
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/cell_matrix.h"
#include "ui/paragraph.h"
#include "ui/regions.h"
#include "ui/sentence_figures.h"

namespace attn::ui {
namespace {

TextStyle strong(const Canvas& canvas, float size = 14) { return {.color = canvas.color(Role::kInk), .size = size, .font = Font::kStrong}; }
TextStyle quiet(const Canvas& canvas, float size = 12) { return {.color = canvas.color(Role::kMuted), .size = size}; }

std::string sized(const char* what, Index n, Index m) {
  return std::string(what) + "  " + std::to_string(n) + " \u00d7 " + std::to_string(m);
}

/// A row of small heat maps to choose the head from. Returns what is left of `area`.
Rect draw_head_choice(Canvas& canvas, Rect area, const SentencePicture& picture, int* head) {
  const auto heads = static_cast<int>(picture.weights.size());
  if (heads == 1) {
    canvas.text({area.x, area.y + 10}, "One head", strong(canvas));
    area.cut_top(24);
    return area;
  }
  const float side = std::clamp(std::min(area.width / static_cast<float>(heads) - 8, 0.16f * area.height), 22.0f, 56.0f);
  Rect band = area.cut_top(side + 22);
  for (int h = 0; h < heads; ++h) {
    const Rect tile{band.x + static_cast<float>(h) * (side + 8), band.y + 16, side, side};
    const Mat& w = picture.weights[static_cast<size_t>(h)];
    std::vector<Color> colors;
    for (Index i = 0; i < w.size(); ++i) colors.push_back(canvas.theme().sequential(static_cast<float>(w.data()[i])));
    canvas.cells(tile, static_cast<int>(w.rows()), static_cast<int>(w.cols()), colors);
    const std::string id = "head[" + std::to_string(h) + "]";
    const bool chosen = h == picture.head, hot = canvas.is_hot(id);
    canvas.frame(tile, {canvas.color(chosen || hot ? Role::kAccent : Role::kFaint), chosen ? 2.5f : 1.0f}, 2);
    TextStyle style = chosen ? strong(canvas, 11) : quiet(canvas, 11);
    style.align = Align::kCenter;
    canvas.text({tile.center().x, band.y + 8}, side > 44 ? "head " + std::to_string(h + 1) : std::to_string(h + 1), style);
    if (canvas.region(id, tile, Grip::kClick, "show head " + std::to_string(h + 1)).pressed) *head = h + 1;
  }
  area.cut_top(6);
  return area;
}

/// A cubic from left to right, level at both ends.
void draw_curve(Canvas& canvas, Point a, Point b, const Stroke& stroke) {
  std::array<Point, 21> points;
  for (size_t i = 0; i < points.size(); ++i) {
    const float t = static_cast<float>(i) / (points.size() - 1), s = t * t * (3 - 2 * t);
    points[i] = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * s};
  }
  canvas.polyline(points, stroke);
}

/// The row that the hand is on: of a cell, or a token of the lines; -1 for none.
int hot_row(const Canvas& canvas) {
  const RegionId hot = parse_region_id(canvas.hot());
  return hot.name == "weights" || hot.name == "mask" || hot.name == "asks" ? hot.row : -1;
}

void draw_tokens(Canvas& canvas, Rect column, std::span<const std::string> names, Role role, const char* id, int lit) {
  const auto count = static_cast<int>(names.size());
  const float size = std::clamp(column.height / static_cast<float>(count) - 3, 8.0f, 14.0f);
  for (int i = 0; i < count; ++i) {
    const Rect place = column.cell(i, 0, count, 1);
    TextStyle style{.color = canvas.color(role), .size = size, .font = i == lit ? Font::kStrong : Font::kText};
    const bool right = role == Role::kQuery;
    style.align = right ? Align::kRight : Align::kLeft;
    canvas.text({right ? place.right() : place.x, place.center().y}, elided(canvas, names[static_cast<size_t>(i)], style, place.width),
                style);
    canvas.region(std::string(id) + "[" + std::to_string(i) + "]", place, Grip::kHover, names[static_cast<size_t>(i)]);
  }
}

/// Tokens that ask on the left, those that answer on the right, a line for each weight.
void draw_lines(Canvas& canvas, Rect area, const SentencePicture& picture) {
  const Mat& w = picture.weights[static_cast<size_t>(picture.head)];
  const auto n = static_cast<int>(w.rows()), m = static_cast<int>(w.cols());
  const int lit = hot_row(canvas);
  const float names = std::min(0.3f * area.width, 110.0f), row = std::min(56.0f, area.height / static_cast<float>(std::max(n, m)));
  const Rect left{area.x, area.y, names, row * static_cast<float>(n)},
      right{area.right() - names, area.y, names, row * static_cast<float>(m)};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const auto weight = static_cast<float>(w(i, j));
      if (weight < 0.02f) continue;
      const float shown = lit < 0 ? 0.75f : i == lit ? 0.95f : 0.12f;
      draw_curve(canvas, {left.right() + 8, left.cell(i, 0, n, 1).center().y}, {right.x - 8, right.cell(j, 0, m, 1).center().y},
                 {canvas.color(Role::kQuery).with_alpha(shown * (0.1f + 0.9f * weight)), 0.6f + 5 * weight});
    }
  draw_tokens(canvas, left, picture.tokens, Role::kQuery, "asks", lit);
  draw_tokens(canvas, right, picture.context, Role::kKey, "answers", -1);
}

CellMatrix weights_matrix(const SentencePicture& picture) {
  return {.id = "weights",
          .values = picture.weights[static_cast<size_t>(picture.head)],
          .allowed = &picture.allowed,
          .rows = picture.tokens,
          .cols = picture.context,
          .label = "attention weights, a row for each token that asks",
          .largest_cell = 72};
}

}  // namespace

void draw_sentence_weights(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit) {
  Rect area = canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 22.0f), 10);
  area = draw_head_choice(canvas, area, picture, &edit.head);
  Rect foot = area.cut_bottom(20);
  const CellMatrix matrix = weights_matrix(picture);
  if (area.width >= 620) {
    Rect lines = area.cut_right(0.42f * area.width);
    lines.cut_left(24);
    const Rect cells = cells_in(canvas, area, matrix);
    lines.cut_top(std::max(0.0f, cells.y - lines.y));
    draw_lines(canvas, lines, picture);
  }
  draw_cell_matrix(canvas, area, matrix);
  const Rect scale = foot.cut_left(std::min(150.0f, 0.4f * foot.width)).inset(0, 3);
  draw_color_scale(canvas, scale, CellMatrix::Colors::kWeights);
  const TextStyle style = quiet(canvas, 11);
  foot.cut_left(10);
  draw_hint(canvas, foot, "weight; each row sums to 1; hatched: may not attend", style);
}

bool draw_sentence_mask(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit) {
  Rect area = canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 22.0f), 10);
  Rect foot = area.cut_bottom(20);
  const bool beside = area.width > 1.15f * area.height;
  Rect second = beside ? area.cut_right(area.width / 2) : area.cut_bottom(area.height / 2);
  if (beside) second.cut_left(14), area.cut_right(14);
  const auto titled = [&canvas](Rect* r, const char* what, Index n, Index m) {
    const TextStyle style = strong(canvas, 13);
    const Rect band = r->cut_top(22);
    canvas.text({band.x, band.y + 9}, elided(canvas, sized(what, n, m), style, band.width), style);
  };
  titled(&area, "Mask, to paint", picture.allowed.rows(), picture.allowed.cols());
  titled(&second, "Weights", picture.allowed.rows(), picture.allowed.cols());
  const Mat values = picture.allowed.cast<Real>();
  const CellMatrix mask{.id = "mask",
                        .values = values,
                        .colors = CellMatrix::Colors::kAllowed,
                        .allowed = &picture.allowed,
                        .rows = picture.tokens,
                        .cols = picture.context,
                        .grip = Grip::kPaint,
                        .label = "mask, press or drag to paint",
                        .largest_cell = 72};
  const Rect cells = cells_in(canvas, area, mask);
  Mask painted = picture.allowed;
  bool changed = paint_cells(draw_cell_matrix(canvas, area, mask), cells, &painted);
  const auto n = static_cast<int>(painted.rows());
  for (int i = 0; i < n; ++i) {
    const Rect row = cells.cell(i, 0, n, 1);
    const std::string id = "mask-row[" + std::to_string(i) + "]";
    const Rect name{area.x, row.y, std::max(1.0f, cells.x - area.x), row.height};
    if (canvas.is_hot(id)) canvas.frame(name, {canvas.color(Role::kAccent), 1}, 3);
    if (!canvas.region(id, name, Grip::kClick, "open or close the whole row").pressed) continue;
    painted.row(i).setConstant(!painted.row(i).any());
    changed = true;
  }
  draw_cell_matrix(canvas, second, weights_matrix(picture));
  const TextStyle style = quiet(canvas, 11);
  draw_hint(canvas, foot, "1 = true: may attend. Drag to paint; press a name on the left for its whole row.", style);
  if (changed) edit.mask = painted;
  return changed;
}

}  // namespace attn::ui
