// Scores as products of matrices: Q times K transposed, Q M K transposed, and the hidden layer of the additive score.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/matrix_block.h"
#include "ui/scoring_figures.h"

namespace attn::ui {
namespace {

Rect page(const Canvas& canvas) { return canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 20.0f), 8); }

std::vector<std::string> names(const char* letter, Index n) {
  std::vector<std::string> all;
  for (Index i = 0; i < n; ++i) all.push_back(letter + std::to_string(i + 1));
  return all;
}

/// `a` with `rows` x `cols`: what fits stays, the rest is `fill`.
Mat resized(const Mat& a, Index rows, Index cols, Real fill) {
  Mat out = Mat::Constant(rows, cols, fill);
  const Index r = std::min(rows, a.rows()), c = std::min(cols, a.cols());
  out.topLeftCorner(r, c) = a.topLeftCorner(r, c);
  return out;
}

/// K is shown with a key in each column; edits go back to the rows.
void edit_transposed(const Interaction& hand, const Mat& shown, const ScoringPicture& picture, Mat* entries) {
  Mat turned = entries->transpose();
  if (edit_cells(hand, shown, &turned, picture.step, picture.reach)) *entries = turned.transpose();
}

Index within(const params::Extent& extent, Index size) { return std::clamp<Index>(size, extent.min, extent.max); }

/// Widths of the columns of a layout, in the given proportions, with gaps for operators between them.
std::vector<Rect> columns_of(Rect area, std::initializer_list<float> shares, float gap) {
  float total = 0;
  for (float share : shares) total += share;
  const float room = area.width - gap * static_cast<float>(shares.size() - 1);
  std::vector<Rect> columns;
  for (float share : shares) {
    columns.push_back(area.cut_left(room * share / total));
    area.cut_left(gap);
  }
  return columns;
}

/// An operator between a block and the place of the next one, halfway down the block.
void draw_between(Canvas& canvas, Rect left, const MatrixBlock& block, Rect right, std::string_view sign) {
  const Rect cells = block_cells(canvas, left, block);
  draw_operator(canvas, {(cells.right() + right.x) / 2, cells.center().y}, sign);
}

void draw_two_buttons(Canvas& canvas, Rect place, std::string_view less_id, std::string_view less, std::string_view more_id,
                      std::string_view more, int* change) {
  Rect half = place.cut_left(place.width / 2);
  if (draw_small_button(canvas, half.inset(3, 2), less_id, less, less)) *change = -1;
  if (draw_small_button(canvas, place.inset(3, 2), more_id, more, more)) *change = 1;
}

}  // namespace

void draw_scoring_product(Canvas& canvas, const ScoringPicture& picture, ScoringEdit& edit) {
  Rect area = page(canvas);
  const std::string formula(picture.all[static_cast<size_t>(picture.score)].formula);
  draw_signed_foot(canvas, area.cut_bottom(20), 4, "score: " + formula + "; drag a number of Q or K up or down");
  const Index n = picture.queries.rows(), m = picture.keys.rows();
  const std::vector<std::string> queries = names("q", n), keys = names("k", m);
  const float right = area.width > 560 ? 0.36f * area.width : 0;
  Rect side = area.cut_right(right);
  // Rows and columns are as wide as the matrices ask, so that a score stands at its query's row and its key's column.
  const float across = static_cast<float>(m) + 2 + 1.6f, down = static_cast<float>(n + picture.keys.cols()) + 1.6f;
  const float cell = std::min({area.width / across, (area.height - 2 * kBlockCaption) / down, 52.0f});
  const Rect q_place{area.x, area.y + cell * static_cast<float>(picture.keys.cols()) + 2 * kBlockCaption + 10, cell * 2 + 30,
                     cell * static_cast<float>(n) + kBlockCaption};
  const float corner = q_place.right() + 14;
  const Rect k_place{corner, area.y, area.right() - corner, cell * static_cast<float>(picture.keys.cols()) + kBlockCaption + 20};
  const Rect s_place{corner, q_place.y, area.right() - corner, q_place.height};
  const Mat transposed = picture.keys.transpose();
  edit_cells(draw_matrix_block(canvas, q_place, {"queries", "Q", "", Role::kQuery, picture.queries, queries, Role::kQuery, Grip::kDrag}),
             picture.queries, &edit.queries, picture.step, picture.reach);
  edit_transposed(draw_matrix_block(canvas, k_place,
                                    {"keys-transposed",
                                     "K\u1d40",
                                     "",
                                     Role::kKey,
                                     transposed,
                                     {},
                                     Role::kKey,
                                     picture.normalised ? Grip::kHover : Grip::kDrag,
                                     0,
                                     CellMatrix::Colors::kSigned,
                                     2,
                                     1,
                                     keys}),
                  transposed, picture, &edit.keys);
  draw_matrix_block(
      canvas, s_place,
      {"scores", "scores", "", Role::kInk, picture.scores, {}, Role::kQuery, Grip::kHover, 0, CellMatrix::Colors::kSigned, 4, 2});
  if (right == 0) return;
  side.cut_left(24);
  const Rect w_place{side.x, q_place.y, side.width, q_place.height};
  draw_matrix_block(
      canvas, w_place,
      {"weights", "weights", "", Role::kInk, picture.weights, queries, Role::kQuery, Grip::kHover, 0, CellMatrix::Colors::kWeights, 1, 2});
}

void draw_scoring_bilinear(Canvas& canvas, const ScoringPicture& picture, ScoringEdit& edit) {
  Rect area = page(canvas);
  draw_signed_foot(canvas, area.cut_bottom(20), 2,
                   "drag a number up or down; M has a row for each number of a query, a column for each of a key");
  Rect tools = area.cut_bottom(28);
  int change = 0;
  draw_two_buttons(canvas, tools.cut_left(std::min(280.0f, tools.width)), "narrower", "narrower keys", "wider", "wider keys", &change);
  const Index e = picture.keys.cols(), wanted = within(picture.key_width, e + change);
  if (wanted != e) edit.keys = resized(edit.keys, edit.keys.rows(), wanted, Real(0.5));
  const std::vector<std::string> queries = names("q", picture.queries.rows()), keys = names("k", picture.keys.rows());
  const bool wide = area.width > 2.2f * area.height;  // else the scores stand below their factors
  Rect upper = wide ? area : area.cut_top(0.5f * area.height);
  const Mat transposed = picture.keys.transpose();
  const MatrixBlock q{"queries", "Q", "", Role::kQuery, picture.queries, queries, Role::kQuery, Grip::kDrag};
  const MatrixBlock m{"m", "M", "", Role::kInk, picture.m, {}, Role::kInk, Grip::kDrag};
  const MatrixBlock k{"keys-transposed",
                      "K\u1d40",
                      "",
                      Role::kKey,
                      transposed,
                      {},
                      Role::kKey,
                      picture.normalised ? Grip::kHover : Grip::kDrag,
                      0,
                      CellMatrix::Colors::kSigned,
                      2,
                      1,
                      keys};
  const MatrixBlock s{
      "bilinear-scores",           "scores", "", Role::kInk, picture.bilinear_scores, queries, Role::kQuery, Grip::kHover, 0,
      CellMatrix::Colors::kSigned, 4,        2,  keys};
  const float gap = std::clamp(0.03f * area.width, 14.0f, 30.0f);
  const auto share = [](Index cols) { return static_cast<float>(cols) + 0.8f; };
  const std::vector<Rect> at = wide ? columns_of(upper, {share(2), share(e), share(picture.keys.rows()), share(picture.keys.rows())}, gap)
                                    : columns_of(upper, {share(2), share(e), share(picture.keys.rows())}, gap);
  edit_cells(draw_matrix_block(canvas, at[0], q), picture.queries, &edit.queries, picture.step, picture.reach);
  draw_between(canvas, at[0], q, at[1], "\u00b7");
  edit_cells(draw_matrix_block(canvas, at[1], m), picture.m, &edit.m, picture.step, picture.reach);
  draw_between(canvas, at[1], m, at[2], "\u00b7");
  edit_transposed(draw_matrix_block(canvas, at[2], k), transposed, picture, &edit.keys);
  if (wide) draw_between(canvas, at[2], k, at[3], "=");
  draw_matrix_block(canvas, wide ? at[3] : area, s);
}

void draw_scoring_additive(Canvas& canvas, const ScoringPicture& picture, ScoringEdit& edit) {
  Rect area = page(canvas);
  draw_signed_foot(canvas, area.cut_bottom(20), 2, "query q" + std::to_string(picture.chosen + 1) + "; drag a number of W or w up or down");
  Rect tools = area.cut_bottom(28);
  int change = 0;
  draw_two_buttons(canvas, tools.cut_left(std::min(280.0f, tools.width)), "fewer-units", "fewer hidden units", "more-units",
                   "more hidden units", &change);
  const Index a = picture.w.rows(), wanted = within(picture.units, a + change);
  if (wanted != a)
    edit.w = resized(edit.w, wanted, 1, 1), edit.wq = resized(edit.wq, edit.wq.rows(), wanted, Real(0.5)),
    edit.wk = resized(edit.wk, edit.wk.rows(), wanted, Real(-0.5));
  const Mat query = picture.queries.row(picture.chosen);
  const std::vector<std::string> keys = names("k", picture.keys.rows());
  Rect left = area.cut_left(0.5f * area.width);
  const float gap = std::clamp(0.03f * area.width, 10.0f, 30.0f);
  const auto units = static_cast<float>(a);
  const std::vector<Rect> top = columns_of(left.cut_top(0.38f * left.height), {2.2f, units}, gap),
                          bottom = columns_of(left, {2.2f, units}, gap);
  const MatrixBlock query_row{"query-row", "q", "", Role::kQuery, query};
  const MatrixBlock wq{"wq", "W", "q", Role::kQuery, picture.wq, {}, Role::kInk, Grip::kDrag};
  const MatrixBlock key_rows{"keys", "K", "", Role::kKey, picture.keys, keys, Role::kKey};
  const MatrixBlock wk{"wk", "W", "k", Role::kKey, picture.wk, {}, Role::kInk, Grip::kDrag};
  MatrixBlock hidden{"hidden", "tanh(q Wq + k Wk)", "", Role::kInk, picture.hidden, keys, Role::kKey};
  hidden.limit = 1, hidden.digits = 2;
  const MatrixBlock w{"w", "w", "", Role::kInk, picture.w, {}, Role::kInk, Grip::kDrag};
  MatrixBlock score{"additive-scores", "score", "", Role::kInk, picture.additive_scores};
  score.limit = 4, score.digits = 2;
  draw_matrix_block(canvas, top[0], query_row);
  draw_between(canvas, top[0], query_row, top[1], "\u00b7");
  edit_cells(draw_matrix_block(canvas, top[1], wq), picture.wq, &edit.wq, picture.step, picture.reach);
  draw_matrix_block(canvas, bottom[0], key_rows);
  draw_between(canvas, bottom[0], key_rows, bottom[1], "\u00b7");
  edit_cells(draw_matrix_block(canvas, bottom[1], wk), picture.wk, &edit.wk, picture.step, picture.reach);
  area.cut_left(gap);
  const std::vector<Rect> right = columns_of(area, {units + 0.8f, 1.4f, 1.6f}, gap);
  draw_matrix_block(canvas, right[0], hidden);
  draw_between(canvas, right[0], hidden, right[1], "\u00b7");
  edit_cells(draw_matrix_block(canvas, right[1], w), picture.w, &edit.w, picture.step, picture.reach);
  draw_between(canvas, right[1], w, right[2], "=");
  draw_matrix_block(canvas, right[2], score);
}

}  // namespace attn::ui
