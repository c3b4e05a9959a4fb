// Scores as products of matrices: Q times K transposed, Q M K transposed, and the hidden layer of the additive score.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "charts/matrix_block.h"
#include "lessons/03_scoring/scoring_figures.h"

namespace attn::lessons::scoring {
namespace {

canvas::Rect page(const canvas::Canvas& canvas) { return canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 20.0f), 8); }

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
void edit_transposed(const canvas::Interaction& hand, const Mat& shown, const Params& p, const Result& r, Mat* entries) {
  Mat turned = entries->transpose();
  if (charts::edit_cells(hand, shown, &turned, kStep, kReach)) *entries = turned.transpose();
}

Index within(const params::Extent& extent, Index size) { return std::clamp<Index>(size, extent.min, extent.max); }

/// Widths of the columns of a layout, in the given proportions, with gaps for operators between them.
std::vector<canvas::Rect> columns_of(canvas::Rect area, std::initializer_list<float> shares, float gap) {
  float total = 0;
  for (float share : shares) total += share;
  const float room = area.width - gap * static_cast<float>(shares.size() - 1);
  std::vector<canvas::Rect> columns;
  for (float share : shares) {
    columns.push_back(area.cut_left(room * share / total));
    area.cut_left(gap);
  }
  return columns;
}

/// An operator between a block and the place of the next one, halfway down the block.
void draw_between(canvas::Canvas& canvas, canvas::Rect left, const charts::MatrixBlock& block, canvas::Rect right, std::string_view sign) {
  const canvas::Rect cells = charts::block_cells(canvas, left, block);
  charts::draw_operator(canvas, {(cells.right() + right.x) / 2, cells.center().y}, sign);
}

void draw_two_buttons(canvas::Canvas& canvas, canvas::Rect place, std::string_view less_id, std::string_view less, std::string_view more_id,
                      std::string_view more, int* change) {
  canvas::Rect half = place.cut_left(place.width / 2);
  if (charts::draw_small_button(canvas, half.inset(3, 2), less_id, less, less)) *change = -1;
  if (charts::draw_small_button(canvas, place.inset(3, 2), more_id, more, more)) *change = 1;
}

}  // namespace

void draw_product(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = page(canvas);
  const std::string formula(picture.all[static_cast<size_t>(picture.score)].formula);
  charts::draw_signed_foot(canvas, area.cut_bottom(20), 4, "score: " + formula + "; drag a number of Q or K up or down");
  const Index n = p.queries.rows(), m = r.keys.rows();
  const std::vector<std::string> queries = names("q", n), keys = names("k", m);
  const float right = area.width > 560 ? 0.36f * area.width : 0;
  canvas::Rect side = area.cut_right(right);
  // Rows and columns are as wide as the matrices ask, so that a score stands at its query's row and its key's column.
  const float across = static_cast<float>(m) + 2 + 1.6f, down = static_cast<float>(n + r.keys.cols()) + 1.6f;
  const float cell = std::min({area.width / across, (area.height - 2 * charts::kBlockCaption) / down, 52.0f});
  const canvas::Rect q_place{area.x, area.y + cell * static_cast<float>(r.keys.cols()) + 2 * charts::kBlockCaption + 10,
                             cell * 2 + 30, cell * static_cast<float>(n) + charts::kBlockCaption};
  const float corner = q_place.right() + 14;
  const canvas::Rect k_place{corner, area.y, area.right() - corner,
                             cell * static_cast<float>(r.keys.cols()) + charts::kBlockCaption + 20};
  const canvas::Rect s_place{corner, q_place.y, area.right() - corner, q_place.height};
  const Mat transposed = r.keys.transpose();
  charts::edit_cells(
      charts::draw_matrix_block(
          canvas, q_place, {"queries", "Q", "", canvas::Role::kQuery, p.queries, queries, canvas::Role::kQuery, canvas::Grip::kDrag}),
      p.queries, &edit.queries, kStep, kReach);
  edit_transposed(charts::draw_matrix_block(canvas, k_place,
                                            {"keys-transposed",
                                             "K\u1d40",
                                             "",
                                             canvas::Role::kKey,
                                             transposed,
                                             {},
                                             canvas::Role::kKey,
                                             p.normalise ? canvas::Grip::kHover : canvas::Grip::kDrag,
                                             0,
                                             charts::CellMatrix::Colors::kSigned,
                                             2,
                                             1,
                                             keys}),
                  transposed, picture, &edit.keys);
  charts::draw_matrix_block(canvas, s_place,
                            {"scores",
                             "scores",
                             "",
                             canvas::Role::kInk,
                             r.of(p.score).scores,
                             {},
                             canvas::Role::kQuery,
                             canvas::Grip::kHover,
                             0,
                             charts::CellMatrix::Colors::kSigned,
                             4,
                             2});
  if (right == 0) return;
  side.cut_left(24);
  const canvas::Rect w_place{side.x, q_place.y, side.width, q_place.height};
  charts::draw_matrix_block(canvas, w_place,
                            {"weights", "weights", "", canvas::Role::kInk, r.of(p.score).weights, queries, canvas::Role::kQuery,
                             canvas::Grip::kHover, 0, charts::CellMatrix::Colors::kWeights, 1, 2});
}

void draw_bilinear(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = page(canvas);
  charts::draw_signed_foot(canvas, area.cut_bottom(20), 2,
                           "drag a number up or down; M has a row for each number of a query, a column for each of a key");
  canvas::Rect tools = area.cut_bottom(28);
  int change = 0;
  draw_two_buttons(canvas, tools.cut_left(std::min(280.0f, tools.width)), "narrower", "narrower keys", "wider", "wider keys", &change);
  const Index e = r.keys.cols(), wanted = within(kKeyWidth, e + change);
  if (wanted != e) edit.keys = resized(edit.keys, edit.keys.rows(), wanted, Real(0.5));
  const std::vector<std::string> queries = names("q", p.queries.rows()), keys = names("k", r.keys.rows());
  const bool wide = area.width > 2.2f * area.height;  // else the scores stand below their factors
  canvas::Rect upper = wide ? area : area.cut_top(0.5f * area.height);
  const Mat transposed = r.keys.transpose();
  const charts::MatrixBlock q{"queries",          "Q", "", canvas::Role::kQuery, p.queries, queries, canvas::Role::kQuery,
                              canvas::Grip::kDrag};
  const charts::MatrixBlock m{"m", "M", "", canvas::Role::kInk, p.m, {}, canvas::Role::kInk, canvas::Grip::kDrag};
  const charts::MatrixBlock k{"keys-transposed",
                              "K\u1d40",
                              "",
                              canvas::Role::kKey,
                              transposed,
                              {},
                              canvas::Role::kKey,
                              p.normalise ? canvas::Grip::kHover : canvas::Grip::kDrag,
                              0,
                              charts::CellMatrix::Colors::kSigned,
                              2,
                              1,
                              keys};
  const charts::MatrixBlock s{"bilinear-scores",
                              "scores",
                              "",
                              canvas::Role::kInk,
                              r.of(Score::bilinear).scores,
                              queries,
                              canvas::Role::kQuery,
                              canvas::Grip::kHover,
                              0,
                              charts::CellMatrix::Colors::kSigned,
                              4,
                              2,
                              keys};
  const float gap = std::clamp(0.03f * area.width, 14.0f, 30.0f);
  const auto share = [](Index cols) { return static_cast<float>(cols) + 0.8f; };
  const std::vector<canvas::Rect> at =
      wide ? columns_of(upper, {share(2), share(e), share(r.keys.rows()), share(r.keys.rows())}, gap)
           : columns_of(upper, {share(2), share(e), share(r.keys.rows())}, gap);
  charts::edit_cells(charts::draw_matrix_block(canvas, at[0], q), p.queries, &edit.queries, kStep, kReach);
  draw_between(canvas, at[0], q, at[1], "\u00b7");
  charts::edit_cells(charts::draw_matrix_block(canvas, at[1], m), p.m, &edit.m, kStep, kReach);
  draw_between(canvas, at[1], m, at[2], "\u00b7");
  edit_transposed(charts::draw_matrix_block(canvas, at[2], k), transposed, picture, &edit.keys);
  if (wide) draw_between(canvas, at[2], k, at[3], "=");
  charts::draw_matrix_block(canvas, wide ? at[3] : area, s);
}

void draw_additive(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = page(canvas);
  charts::draw_signed_foot(canvas, area.cut_bottom(20), 2,
                           "query q" + std::to_string(p.chosen) + "; drag a number of W or w up or down");
  canvas::Rect tools = area.cut_bottom(28);
  int change = 0;
  draw_two_buttons(canvas, tools.cut_left(std::min(280.0f, tools.width)), "fewer-units", "fewer hidden units", "more-units",
                   "more hidden units", &change);
  const Index a = p.w.rows(), wanted = within(kUnits, a + change);
  if (wanted != a)
    edit.w = resized(edit.w, wanted, 1, 1), edit.wq = resized(edit.wq, edit.wq.rows(), wanted, Real(0.5)),
    edit.wk = resized(edit.wk, edit.wk.rows(), wanted, Real(-0.5));
  const Mat query = p.queries.row(p.chosen - 1);
  const std::vector<std::string> keys = names("k", r.keys.rows());
  canvas::Rect left = area.cut_left(0.5f * area.width);
  const float gap = std::clamp(0.03f * area.width, 10.0f, 30.0f);
  const auto units = static_cast<float>(a);
  const std::vector<canvas::Rect> top = columns_of(left.cut_top(0.38f * left.height), {2.2f, units}, gap),
                                  bottom = columns_of(left, {2.2f, units}, gap);
  const charts::MatrixBlock query_row{"query-row", "q", "", canvas::Role::kQuery, query};
  const charts::MatrixBlock wq{"wq", "W", "q", canvas::Role::kQuery, p.wq, {}, canvas::Role::kInk, canvas::Grip::kDrag};
  const charts::MatrixBlock key_rows{"keys", "K", "", canvas::Role::kKey, r.keys, keys, canvas::Role::kKey};
  const charts::MatrixBlock wk{"wk", "W", "k", canvas::Role::kKey, p.wk, {}, canvas::Role::kInk, canvas::Grip::kDrag};
  charts::MatrixBlock hidden{"hidden", "tanh(q Wq + k Wk)", "", canvas::Role::kInk, r.hidden, keys, canvas::Role::kKey};
  hidden.limit = 1, hidden.digits = 2;
  const charts::MatrixBlock w{"w", "w", "", canvas::Role::kInk, p.w, {}, canvas::Role::kInk, canvas::Grip::kDrag};
  charts::MatrixBlock score{"additive-scores", "score", "", canvas::Role::kInk, picture.additive_scores};
  score.limit = 4, score.digits = 2;
  charts::draw_matrix_block(canvas, top[0], query_row);
  draw_between(canvas, top[0], query_row, top[1], "\u00b7");
  charts::edit_cells(charts::draw_matrix_block(canvas, top[1], wq), p.wq, &edit.wq, kStep, kReach);
  charts::draw_matrix_block(canvas, bottom[0], key_rows);
  draw_between(canvas, bottom[0], key_rows, bottom[1], "\u00b7");
  charts::edit_cells(charts::draw_matrix_block(canvas, bottom[1], wk), p.wk, &edit.wk, kStep, kReach);
  area.cut_left(gap);
  const std::vector<canvas::Rect> right = columns_of(area, {units + 0.8f, 1.4f, 1.6f}, gap);
  charts::draw_matrix_block(canvas, right[0], hidden);
  draw_between(canvas, right[0], hidden, right[1], "\u00b7");
  charts::edit_cells(charts::draw_matrix_block(canvas, right[1], w), p.w, &edit.w, kStep, kReach);
  draw_between(canvas, right[1], w, right[2], "=");
  charts::draw_matrix_block(canvas, right[2], score);
}

}  // namespace attn::lessons::scoring
