#include "lessons/02_kernel-regression/figure_matrix.h"

#include <string>

#include "base/text.h"
#include "canvas/number_text.h"
#include "charts/figure_text.h"
#include "charts/weight_map.h"
#include "lessons/large_map/large_map.h"

namespace attn::lessons::kernel_regression {
namespace {

void draw_large(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const KeyField& field = large_matrix(p, r);
  const Real range = r.box.right - r.box.left;
  const auto last = static_cast<double>(field.rows() - 1);
  // Neighbours among many keys differ in late digits.
  const int digits = p.view.zoom > 30 ? 6 : 4;
  const auto x = [digits](Real place) { return canvas::shown_rounded(static_cast<double>(place), digits); };
  const std::string rows = thousands(field.rows()) + " queries x", cols = thousands(field.cols()) + " keys, in order of x";
  const large_map::MapHand hand = large_map::draw_large_map(canvas, charts::page(canvas, 8),
                                                            {.id = "map",
                                                             .field = field,
                                                             .row_name = rows,
                                                             .col_name = cols,
                                                             .row_label = [&](Index i) { return x(field.query(i)); },
                                                             .col_label = [&](Index j) { return x(field.key(j)); },
                                                             .query = static_cast<double>(p.query) * last,
                                                             .query_label = "query, drag to move"},
                                                            p.view);
  if (hand.view) edit.view = *hand.view;
  if (hand.query && range > 0) edit.query = static_cast<Real>(*hand.query / last);
}

}  // namespace

void prepare_matrix(const Params& p, const Result& r) {
  if (is_large(p, r)) large_matrix(p, r);
}

void draw_matrix(canvas::Canvas& canvas, const Params& p, const Result& result, Params& edit) {
  if (is_large(p, result)) return draw_large(canvas, p, result, edit);
  draw_few_rows(canvas, result);
}

void draw_few_rows(canvas::Canvas& canvas, const Result& result) {
  charts::draw_weight_map(canvas, {.id = "matrix",
                                   .weights = result.matrix.weights,
                                   .queries = result.rows,
                                   .keys = result.matrix.positions,
                                   .query = result.query,
                                   .row_name = "queries x",
                                   .col_name = result.matrix.order.empty() ? "keys, added up in bins of x" : "keys, in order of x"});
}

}  // namespace attn::lessons::kernel_regression
