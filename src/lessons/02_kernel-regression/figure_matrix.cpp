#include "lessons/02_kernel-regression/figure_matrix.h"

#include "charts/weight_map.h"

namespace attn::lessons::kernel_regression {

void draw_matrix(canvas::Canvas& canvas, const Params&, const Result& result, Params&) {
  charts::draw_weight_map(canvas, {.id = "matrix",
                                   .weights = result.matrix.weights,
                                   .queries = result.rows,
                                   .keys = result.matrix.positions,
                                   .query = result.query,
                                   .row_name = "queries x",
                                   .col_name = result.matrix.order.empty() ? "keys, added up in bins of x" : "keys, in order of x"});
}

}  // namespace attn::lessons::kernel_regression
