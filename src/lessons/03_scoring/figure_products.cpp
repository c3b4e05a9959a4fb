// Scores as products of matrices: Q times K transposed, and Q M K transposed.
#include <algorithm>
#include <string>
#include <vector>

#include "base/resized.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/03_scoring/block_row.h"
#include "lessons/03_scoring/figures.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Interaction, canvas::Rect, canvas::Role;
using charts::CellMatrix, charts::MatrixBlock;

constexpr float kLeastForBoth = 420;  ///< the height of a figure that has scores and weights one below the other
constexpr float kLimit = 4;           ///< absolute value with the strongest colour, in factors and scores alike

MatrixBlock queries_block(const Params& p, const std::vector<std::string>& names) {
  return {.id = "queries", .letter = "Q", .role = Role::kQuery, .values = p.queries, .rows = names, .grip = Grip::kDrag, .limit = kLimit};
}

/// K is shown with a key in each column. Keys that are scaled to one length are not what the reader gave, so they cannot be dragged.
MatrixBlock keys_block(const Params& p, const Mat& transposed, const std::vector<std::string>& names) {
  return {.id = "keys-transposed",
          .letter = "K\u1d40",
          .role = Role::kKey,
          .values = transposed,
          .row_role = Role::kKey,
          .grip = p.normalise ? Grip::kHover : Grip::kDrag,
          .limit = kLimit,
          .cols = names};
}

/// Writes an edit of the transposed keys back to `keys`.
void edit_transposed(const Interaction& hand, const Mat& shown, Mat* keys) {
  Mat turned = keys->transpose();
  if (charts::edit_cells(hand, shown, &turned, kStep, kReach)) *keys = turned.transpose();
}

/// Where the bilinear figure's blocks stand: Q and M beside the scores, and K above these.
struct BilinearPlaces {
  Rect q, m, k, scores, corner;
};

/// All blocks have cells of one size, so that a score stands in its query's row and its key's column.
BilinearPlaces bilinear_places(const Canvas& canvas, Rect area, const MatrixBlock& q, const MatrixBlock& k) {
  const auto n = static_cast<float>(q.values.rows()), e = static_cast<float>(k.values.rows()), m = static_cast<float>(k.values.cols());
  const float gap = std::clamp(0.05f * area.width, 16.0f, 44.0f), names = 24, caption = charts::kBlockCaption;
  const float largest = 76 * std::clamp(canvas.bounds().width / 900, 1.0f, 1.8f);  // as in a CellMatrix of a block
  const float width = std::min((area.width - names - 2 * gap) / (2 + e + m), largest);
  const float height = std::min({(area.height - 3 * caption - 8) / (n + e), largest, 1.4f * width});
  area = area.inset((area.width - names - 2 * gap - (2 + e + m) * width) / 2, (area.height - 3 * caption - 8 - (n + e) * height) / 2);
  BilinearPlaces at;
  at.k = {area.right() - m * width, area.y, m * width, 2 * caption + e * height};
  at.scores = {at.k.x, at.k.bottom() + 8, at.k.width, caption + n * height};
  at.q = {area.x, at.scores.y, names + 2 * width, at.scores.height};
  at.m = {at.k.x - gap - e * width, at.scores.y, e * width, caption + 2 * height};
  at.corner = {area.x, area.y, at.k.x - gap - area.x, at.k.height};
  return at;
}

/// Writes one score out in the corner and frames its row, its column and its cell. It is the one pointed at, or else the chosen query's
/// with the first key.
void draw_one_score(Canvas& canvas, const BilinearPlaces& at, const Params& p, const MatrixBlock& q, const MatrixBlock& k,
                    const MatrixBlock& s) {
  const int n = static_cast<int>(s.values.rows()), m = static_cast<int>(s.values.cols());
  int row = p.chosen - 1, col = 0;
  for (int i = 0; i < n * m; ++i)
    if (canvas.is_hot(canvas::cell_id(s.id, i / m, i % m))) row = i / m, col = i % m;
  const canvas::Stroke frame{canvas.color(Role::kAccent), 2};
  canvas.border(charts::block_cells(canvas, at.q, q).cell(row, 0, n, 1), frame);
  canvas.border(charts::block_cells(canvas, at.k, k).cell(0, col, 1, m), frame);
  canvas.border(charts::block_cells(canvas, at.scores, s).cell(row, col, n, m), frame);
  const float size = std::clamp(at.corner.width / 13, 11.0f, 26.0f);
  const canvas::TextStyle letters = charts::quiet(canvas, size, canvas::Align::kCenter),
                          names = charts::strong(canvas, size, canvas::Align::kCenter);
  const std::string score = q.rows[static_cast<size_t>(row)] + " \u00b7 M \u00b7 " + k.cols[static_cast<size_t>(col)] + " = " +
                            canvas::shown_fixed(s.values(row, col), 2);
  const canvas::Point middle = at.corner.center();
  canvas.text({middle.x, middle.y - 0.8f * size}, canvas::elided(canvas, "q \u00b7 M \u00b7 k = score", letters, at.corner.width), letters);
  canvas.text({middle.x, middle.y + 0.8f * size}, canvas::elided(canvas, score, names, at.corner.width), names);
}

}  // namespace

void draw_product(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas, 8);
  const std::string formula(words_of(p.score).formula);
  charts::draw_signed_foot(canvas, area.cut_bottom(20), kLimit, "score: " + formula + "; drag a number of Q or K up or down");
  const Index n = p.queries.rows(), m = r.keys.rows();
  const std::vector<std::string> queries = numbered("q", n), keys = numbered("k", m);
  // The weights stand below the scores where that is not too low for them, and else beside them where it is wide enough.
  const bool below = area.height > kLeastForBoth && area.width < 2 * area.height;
  Rect side = area.cut_right(!below && area.width > 560 ? 0.36f * area.width : 0);
  // The matrices share rows and columns of one cell size, so that a score stands in its query's row and its key's column.
  const float captions = (below ? 3.5f : 2.5f) * charts::kBlockCaption;
  const float across = static_cast<float>(m) + 2 + 1.6f, down = static_cast<float>(n + r.keys.cols() + (below ? n : 0)) + 0.6f;
  const float cell = std::min({area.width / across, (area.height - captions) / down, below ? 80.0f : 52.0f});
  const Rect q_place{area.x, area.y + cell * static_cast<float>(r.keys.cols()) + 2 * charts::kBlockCaption + 10, cell * 2 + 30,
                     cell * static_cast<float>(n) + charts::kBlockCaption};
  const float corner = q_place.right() + 14;
  const Rect k_place{corner, area.y, area.right() - corner, cell * static_cast<float>(r.keys.cols()) + charts::kBlockCaption + 20};
  const Rect s_place{corner, q_place.y, area.right() - corner, q_place.height};
  const Mat transposed = r.keys.transpose();
  const MatrixBlock q = queries_block(p, queries), k = keys_block(p, transposed, keys);
  charts::edit_cells(charts::draw_matrix_block(canvas, q_place, q), p.queries, &edit.queries, kStep, kReach);
  edit_transposed(charts::draw_matrix_block(canvas, k_place, k), transposed, &edit.keys);
  charts::draw_matrix_block(
      canvas, s_place,
      {.id = "scores", .letter = "scores", .role = Role::kInk, .values = r.of(p.score).scores, .limit = kLimit, .digits = 2});
  if (!below && side.width == 0) return;
  side.cut_left(24);
  const Rect w_place =
      below ? Rect{s_place.x, s_place.bottom() + 10, s_place.width, s_place.height} : Rect{side.x, q_place.y, side.width, q_place.height};
  MatrixBlock weights{.id = "weights",
                      .letter = "weights",
                      .role = Role::kInk,
                      .values = r.of(p.score).weights,
                      .colors = CellMatrix::Colors::kWeights,
                      .limit = 1,
                      .digits = 2};
  if (!below) weights.rows = queries;
  charts::draw_matrix_block(canvas, w_place, weights);
}

void draw_bilinear(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas, 8);
  charts::draw_signed_foot(canvas, area.cut_bottom(20), kLimit, "drag a number; M has a row for each number of q, a column for each of k");
  Rect tools = area.cut_bottom(28);
  int change = 0;
  draw_two_buttons(canvas, tools.cut_left(std::min(280.0f, tools.width)), "narrower", "narrower keys", "wider", "wider keys", &change);
  const Index e = r.keys.cols(), wanted = std::clamp<Index>(e + change, kKeyWidth.min, kKeyWidth.max);
  if (wanted != e) edit.keys = resized(edit.keys, edit.keys.rows(), wanted, Real(0.5));
  const std::vector<std::string> queries = numbered("q", p.queries.rows()), keys = numbered("k", r.keys.rows());
  const Mat transposed = r.keys.transpose();
  const MatrixBlock q = queries_block(p, queries), k = keys_block(p, transposed, keys);
  const MatrixBlock m{
      .id = "m", .letter = "M", .role = Role::kInk, .values = p.m, .row_role = Role::kInk, .grip = Grip::kDrag, .limit = kLimit};
  const MatrixBlock s{.id = "bilinear-scores",
                      .letter = "scores",
                      .role = Role::kInk,
                      .values = r.of(Score::bilinear).scores,
                      .limit = kLimit,
                      .digits = 2};
  const BilinearPlaces at = bilinear_places(canvas, area, q, k);
  charts::edit_cells(charts::draw_matrix_block(canvas, at.q, q), p.queries, &edit.queries, kStep, kReach);
  draw_between(canvas, at.q, q, at.m, "\u00b7");
  charts::edit_cells(charts::draw_matrix_block(canvas, at.m, m), p.m, &edit.m, kStep, kReach);
  edit_transposed(charts::draw_matrix_block(canvas, at.k, k), transposed, &edit.keys);
  charts::draw_matrix_block(canvas, at.scores, s);
  draw_one_score(canvas, at, p, q, k, s);
}

}  // namespace attn::lessons::scoring
