// The hidden layer of the additive score, for the chosen query.
#include <algorithm>
#include <string>
#include <vector>

#include "base/resized.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/03_scoring/block_row.h"
#include "lessons/03_scoring/figures.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
namespace {

using canvas::Grip, canvas::Rect, canvas::Role;
using charts::MatrixBlock;

/// Sets the number of hidden units. The weights of a new unit are not 0, so that it takes part.
void set_units(Params* p, Index units) {
  p->w = resized(p->w, units, 1, 1);
  p->wq = resized(p->wq, p->wq.rows(), units, Real(0.5));
  p->wk = resized(p->wk, p->wk.rows(), units, Real(-0.5));
}

}  // namespace

void draw_additive(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas, 8);
  charts::draw_signed_foot(canvas, area.cut_bottom(20), 2, "query q" + std::to_string(p.chosen) + "; drag a number of W or w up or down");
  Rect tools = area.cut_bottom(28);
  int change = 0;
  draw_two_buttons(canvas, tools.cut_left(std::min(280.0f, tools.width)), "fewer-units", "fewer hidden units", "more-units",
                   "more hidden units", &change);
  const Index wanted = std::clamp<Index>(p.hidden() + change, kUnits.min, kUnits.max);
  if (wanted != p.hidden()) set_units(&edit, wanted);

  const Mat query = p.query(), scores = chosen_row(p, r.of(Score::additive).scores).transpose();
  const std::vector<std::string> keys = numbered("k", r.keys.rows());
  Rect left = area.cut_left(0.5f * area.width);
  const float gap = std::clamp(0.03f * area.width, 10.0f, 30.0f);
  const auto units = static_cast<float>(p.hidden());
  const std::vector<Rect> top = columns_of(left.cut_top(0.38f * left.height), {2.2f, units}, gap),
                          bottom = columns_of(left, {2.2f, units}, gap);
  const MatrixBlock query_row{.id = "query-row", .letter = "q", .role = Role::kQuery, .values = query};
  const MatrixBlock wq{.id = "wq", .letter = "W", .subscript = "q", .role = Role::kQuery, .values = p.wq, .grip = Grip::kDrag};
  const MatrixBlock key_rows{.id = "keys", .letter = "K", .role = Role::kKey, .values = r.keys, .rows = keys, .row_role = Role::kKey};
  const MatrixBlock wk{.id = "wk", .letter = "W", .subscript = "k", .role = Role::kKey, .values = p.wk, .grip = Grip::kDrag};
  charts::draw_matrix_block(canvas, top[0], query_row);
  draw_between(canvas, top[0], query_row, top[1], "\u00b7");
  charts::edit_cells(charts::draw_matrix_block(canvas, top[1], wq), p.wq, &edit.wq, kStep, kReach);
  charts::draw_matrix_block(canvas, bottom[0], key_rows);
  draw_between(canvas, bottom[0], key_rows, bottom[1], "\u00b7");
  charts::edit_cells(charts::draw_matrix_block(canvas, bottom[1], wk), p.wk, &edit.wk, kStep, kReach);

  area.cut_left(gap);
  const std::vector<Rect> right = columns_of(area, {units + 0.8f, 1.4f, 1.6f}, std::clamp(0.07f * area.width, 16.0f, 32.0f));
  constexpr std::string_view kInFull = "tanh(q Wq + k Wk)";
  const bool fits = canvas.measure(kInFull, charts::strong(canvas, 12)).width <= right[0].width - 24;
  const MatrixBlock hidden{.id = "hidden",
                           .letter = fits ? kInFull : "hidden",
                           .role = Role::kInk,
                           .values = r.hidden,
                           .rows = keys,
                           .row_role = Role::kKey,
                           .limit = 1,
                           .digits = 2};
  const MatrixBlock w{.id = "w", .letter = "w", .role = Role::kInk, .values = p.w, .grip = Grip::kDrag};
  const MatrixBlock score{.id = "additive-scores", .letter = "score", .role = Role::kInk, .values = scores, .limit = 4, .digits = 2};
  charts::draw_matrix_block(canvas, right[0], hidden);
  draw_between(canvas, right[0], hidden, right[1], "\u00b7");
  charts::edit_cells(charts::draw_matrix_block(canvas, right[1], w), p.w, &edit.w, kStep, kReach);
  draw_between(canvas, right[1], w, right[2], "=");
  // A score stands in its key's row.
  const float rows = charts::block_cells(canvas, right[0], hidden).height;
  charts::draw_matrix_block(canvas, {right[2].x, right[2].y, right[2].width, charts::kBlockCaption + rows}, score);
}

}  // namespace attn::lessons::scoring
