// The matrices of attention on a sentence: projections, heads, and the shuffled sentence.
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/matrix_block.h"
#include "ui/number_text.h"
#include "ui/paragraph.h"
#include "ui/sentence_figures.h"

namespace attn::ui {
namespace {

constexpr Real kEmbeddingLimit = 4;  ///< what embedding and change together may come to by hand

TextStyle quiet(const Canvas& canvas, float size = 12) { return {.color = canvas.color(Role::kMuted), .size = size}; }

/// An embedding's change is kept apart from the embedding: `nudge` grows to the rows it needs.
void edit_embeddings(const Interaction& hand, const Mat& shown, Real step, Mat* nudge) {
  Mat all = Mat::Zero(shown.rows(), shown.cols());
  all.topRows(std::min(all.rows(), nudge->rows())) = nudge->topRows(std::min(all.rows(), nudge->rows()));
  if (edit_cells(hand, shown, &all, step, kEmbeddingLimit)) *nudge = all;
}

Rect page(const Canvas& canvas) { return canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 22.0f), 8); }

/// Small heat maps under each other, one for each head, the head shown framed.
void draw_head_weights(Canvas& canvas, Rect area, const SentencePicture& picture, SentenceEdit& edit) {
  const auto heads = static_cast<int>(picture.weights.size());
  const int columns = heads == 1 || (heads == 2 && area.height > 1.2f * area.width) ? 1 : 2, rows = (heads + columns - 1) / columns;
  const Rect caption = area.cut_top(19);
  const Index n = picture.allowed.rows(), m = picture.allowed.cols();
  canvas.text({caption.x, caption.center().y},
              elided(canvas, "weights " + std::to_string(heads) + " of " + shape_text(n, m), quiet(canvas, 11), caption.width),
              quiet(canvas, 11));
  for (int h = 0; h < heads; ++h) {
    Rect place = area.cell(h / columns, h % columns, rows, columns).inset(2, 2);
    const float cell = std::min({place.width / static_cast<float>(m), place.height / static_cast<float>(n), canvas.bounds().width / 28});
    const Rect tile{place.x, place.y, cell * static_cast<float>(m), cell * static_cast<float>(n)};
    std::vector<Color> colors;
    const Mat& w = picture.weights[static_cast<size_t>(h)];
    for (Index i = 0; i < w.size(); ++i) colors.push_back(canvas.theme().sequential(static_cast<float>(w.data()[i])));
    canvas.cells(tile, static_cast<int>(n), static_cast<int>(m), colors);
    const std::string id = "head[" + std::to_string(h) + "]";
    const bool chosen = h == picture.head;
    canvas.frame(tile, {canvas.color(chosen || canvas.is_hot(id) ? Role::kAccent : Role::kMuted), chosen ? 2.5f : 1.0f});
    if (canvas.region(id, tile, Grip::kClick, "show head " + std::to_string(h + 1)).pressed) edit.head = h + 1;
  }
}

}  // namespace

void draw_sentence_projections(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit) {
  Rect area = page(canvas);
  draw_signed_foot(
      canvas, area.cut_bottom(20), 2,
      picture.fixed_matrices ? "base attention: every matrix is the identity" : "drag a cell of x or W up or down, or use the arrow keys");
  Rect left = area.cut_left(0.36f * area.width), right = area;
  const Grip grip = picture.fixed_matrices ? Grip::kHover : Grip::kDrag;
  const Rect x_place = picture.cross ? left.cell(0, 0, 2, 1) : left;
  edit_embeddings(draw_matrix_block(canvas, x_place.inset(0, 2),
                                    {"embeddings", "x", "", Role::kInk, picture.x, picture.tokens, Role::kInk, Grip::kDrag}),
                  picture.x, picture.step, &edit.nudge);
  if (picture.cross)
    edit_embeddings(draw_matrix_block(canvas, left.cell(1, 0, 2, 1).inset(0, 2),
                                      {"context", "c", "", Role::kInk, picture.c, picture.context, Role::kInk, Grip::kDrag}),
                    picture.c, picture.step, &edit.nudge_other);
  struct Line {
    const char *w_id, *letter, *id, *result;
    Role role;
    const Mat &w, &result_values;
    Mat& target;
  };
  const std::array<Line, 3> lines{{{"wq", "q", "queries", "Q", Role::kQuery, picture.wq, picture.q, edit.wq},
                                   {"wk", "k", "keys", "K", Role::kKey, picture.wk, picture.k, edit.wk},
                                   {"wv", "v", "values", "V", Role::kValue, picture.wv, picture.v, edit.wv}}};
  for (int i = 0; i < 3; ++i) {
    const Line& line = lines[static_cast<size_t>(i)];
    Rect band = right.cell(i, 0, 3, 1).inset(0, 2);
    const float sign = std::clamp(0.05f * band.width, 10.0f, 26.0f), half = band.width / 2 - sign;
    draw_operator(canvas, {band.x + sign / 2, band.center().y + kBlockCaption / 2}, "\u00b7");
    const Interaction hand = draw_matrix_block(canvas, {band.x + sign, band.y, half, band.height},
                                               {line.w_id, "W", line.letter, line.role, line.w, {}, Role::kInk, grip});
    if (!picture.fixed_matrices) edit_cells(hand, line.w, &line.target, picture.step, picture.limit);
    draw_operator(canvas, {band.x + sign + half + sign / 2, band.center().y + kBlockCaption / 2}, "=");
    draw_matrix_block(canvas, {band.x + 2 * sign + half, band.y, half, band.height},
                      {line.id, line.result, "", line.role, line.result_values});
  }
}

void draw_sentence_heads(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit) {
  Rect area = page(canvas);
  const auto width = static_cast<int>(picture.q.cols() / static_cast<Index>(picture.weights.size()));
  draw_signed_foot(canvas, area.cut_bottom(20), 2,
                   std::to_string(picture.weights.size()) + (picture.weights.size() == 1 ? " head of width " : " heads of width ") +
                       std::to_string(width) + "; press a head to look at it");
  const bool wide = area.width > 1.25f * area.height;
  const float gap = std::clamp(0.03f * area.width, 6.0f, 24.0f);
  const auto column = [&](int i, int of) {
    Rect r = wide ? area.cell(0, i, 1, of) : area.cell(i, 0, of, 1);
    if (wide) r.width -= gap;
    return r;
  };
  const std::array<MatrixBlock, 3> split{{{"queries", "Q", "", Role::kQuery, picture.q, {}, Role::kQuery, Grip::kHover, width},
                                          {"keys", "K", "", Role::kKey, picture.k, {}, Role::kQuery, Grip::kHover, width},
                                          {"values", "V", "", Role::kValue, picture.v, {}, Role::kQuery, Grip::kHover, width}}};
  const Rect first = column(0, 3), middle = column(1, 3), last = column(2, 3);
  for (int i = 0; i < 3; ++i)
    draw_matrix_block(canvas, (wide ? first.cell(i, 0, 3, 1) : first.cell(0, i, 1, 3)).inset(2, 2), split[static_cast<size_t>(i)]);
  draw_head_weights(canvas, middle, picture, edit);
  const Grip grip = picture.fixed_matrices ? Grip::kHover : Grip::kDrag;
  const auto part = [&](int i) { return (wide ? last.cell(i, 0, 3, 1) : last.cell(0, i, 1, 3)).inset(2, 2); };
  draw_matrix_block(canvas, part(0),
                    {"heads-output", "heads side by side", "", Role::kOutput, picture.concat, {}, Role::kQuery, Grip::kHover, width});
  const Interaction hand = draw_matrix_block(canvas, part(1), {"wo", "W", "o", Role::kOutput, picture.wo, {}, Role::kInk, grip});
  if (!picture.fixed_matrices) edit_cells(hand, picture.wo, &edit.wo, picture.step, picture.limit);
  draw_matrix_block(canvas, part(2), {"output", "output", "", Role::kOutput, picture.output});
}

void draw_sentence_shuffle(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit) {
  Rect area = page(canvas);
  Rect foot = area.cut_bottom(28);
  const Rect button = foot.cut_right(std::min(110.0f, 0.4f * foot.width)).inset(0, 2);
  if (draw_small_button(canvas, button, "shuffle-again", "Shuffle again", "shuffle the tokens again"))
    edit.shuffle = edit.shuffle % 999 + 1;
  const std::string note =
      "largest difference of a token\u2019s two outputs: " + shown_rounded(picture.difference < Real(1e-6) ? 0 : picture.difference, 3);
  foot.cut_right(10);
  draw_hint(canvas, foot, note, quiet(canvas, 12));
  const float middle = std::clamp(0.16f * area.width, 40.0f, 150.0f), half = (area.width - middle) / 2;
  const Rect left{area.x, area.y, half, area.height}, right{area.right() - half, area.y, half, area.height};
  const MatrixBlock before{"output", "output", "", Role::kOutput, picture.output, picture.tokens};
  const MatrixBlock after{"shuffled-output", "shuffled", "", Role::kOutput, picture.shuffled, picture.shuffled_tokens};
  const Rect left_cells = block_cells(canvas, left, before), right_cells = block_cells(canvas, right, after);
  const auto n = static_cast<int>(picture.order.size());
  const float to = right.x - 2;
  for (int i = 0; i < n; ++i) {
    const Point a{left_cells.right() + 4, left_cells.cell(picture.order[static_cast<size_t>(i)], 0, n, 1).center().y};
    const Point b{to, right_cells.cell(i, 0, n, 1).center().y};
    std::array<Point, 17> points;
    for (size_t s = 0; s < points.size(); ++s) {
      const float t = static_cast<float>(s) / (points.size() - 1), ease = t * t * (3 - 2 * t);
      points[s] = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * ease};
    }
    canvas.polyline(points, {canvas.color(Role::kOutput).with_alpha(0.6f), 1.5f});
  }
  draw_matrix_block(canvas, left, before);
  draw_matrix_block(canvas, right, after);
}

}  // namespace attn::ui
