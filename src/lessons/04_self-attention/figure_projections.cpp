// Embeddings, the three matrices, and the queries, keys and values that come out of their products.
#include <algorithm>
#include <array>

#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/04_self-attention/figure_parts.h"
#include "lessons/04_self-attention/figures.h"

namespace attn::lessons::self_attention {
namespace {

constexpr auto kStep = static_cast<Real>(kEntryStep);
constexpr Real kEmbeddingLimit = 4;  ///< the hand moves no number of an embedding beyond this

/// The words determine the embeddings, so what the hand changes is kept apart, in `nudge`.
void edit_embeddings(const canvas::Interaction& hand, const Mat& shown, Mat* nudge) {
  Mat all = Mat::Zero(shown.rows(), shown.cols());
  all.topRows(std::min(all.rows(), nudge->rows())) = nudge->topRows(std::min(all.rows(), nudge->rows()));
  if (charts::edit_cells(hand, shown, &all, kStep, kEmbeddingLimit)) *nudge = all;
}

}  // namespace

void draw_projections(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  const bool base = p.setting == Setting::kBase;
  charts::draw_signed_foot(
      canvas, area.cut_bottom(20), 2,
      base ? "base attention: every matrix is the identity" : "drag a cell of x or W up or down, or use the arrow keys");
  canvas::Rect left = area.cut_left(0.36f * area.width), right = area;
  const canvas::Grip grip = base ? canvas::Grip::kHover : canvas::Grip::kDrag;
  const canvas::Rect x_place = p.is_cross() ? left.cell(0, 0, 2, 1) : left;
  edit_embeddings(
      charts::draw_matrix_block(canvas, x_place.inset(0, 2),
                                {"embeddings", "x", "", canvas::Role::kInk, r.x, r.tokens, canvas::Role::kInk, canvas::Grip::kDrag}),
      r.x, &edit.nudge);
  if (p.is_cross())
    edit_embeddings(
        charts::draw_matrix_block(canvas, left.cell(1, 0, 2, 1).inset(0, 2),
                                  {"context", "c", "", canvas::Role::kInk, r.c, r.context, canvas::Role::kInk, canvas::Grip::kDrag}),
        r.c, &edit.nudge_other);
  struct Line {
    const char *w_id, *letter, *id, *result;
    canvas::Role role;
    const Mat &w, &result_values;
    Mat& target;
  };
  const std::array<Line, 3> lines{{{"wq", "q", "queries", "Q", canvas::Role::kQuery, r.matrices.wq, r.attention.q, edit.wq},
                                   {"wk", "k", "keys", "K", canvas::Role::kKey, r.matrices.wk, r.attention.k, edit.wk},
                                   {"wv", "v", "values", "V", canvas::Role::kValue, r.matrices.wv, r.attention.v, edit.wv}}};
  for (int i = 0; i < 3; ++i) {
    const Line& line = lines[static_cast<size_t>(i)];
    canvas::Rect band = right.cell(i, 0, 3, 1).inset(0, 2);
    const float sign = std::clamp(0.05f * band.width, 10.0f, 26.0f), half = band.width / 2 - sign;
    charts::draw_operator(canvas, {band.x + sign / 2, band.center().y + charts::kBlockCaption / 2}, "\u00b7");
    const canvas::Interaction hand = charts::draw_matrix_block(
        canvas, {band.x + sign, band.y, half, band.height}, {line.w_id, "W", line.letter, line.role, line.w, {}, canvas::Role::kInk, grip});
    if (!base) charts::edit_cells(hand, line.w, &line.target, kStep, kEntryLimit);
    charts::draw_operator(canvas, {band.x + sign + half + sign / 2, band.center().y + charts::kBlockCaption / 2}, "=");
    charts::draw_matrix_block(canvas, {band.x + 2 * sign + half, band.y, half, band.height},
                              {line.id, line.result, "", line.role, line.result_values});
  }
}

}  // namespace attn::lessons::self_attention
