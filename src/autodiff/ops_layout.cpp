// Operations that move numbers without changing them: joining, cutting, gathering.
#include <algorithm>

#include "autodiff/op_parts.h"
#include "autodiff/ops.h"
#include "kernels/elementwise.h"
#include "kernels/embedding.h"

namespace attn::autodiff {

Var concat_cols(std::span<const Var> parts) {
  CHECK(!parts.empty(), "concat_cols: no parts");
  Tape& tape = *parts[0].tape;
  const Index rows = parts[0].rows();
  Index cols = 0;
  bool needs_gradient = false;
  for (const Var& part : parts) {
    CHECK(part.tape == &tape && part.rows() == rows, "concat_cols: ", rows, " rows beside ", part.rows());
    cols += part.cols();
    needs_gradient = needs_gradient || part.needs_gradient();
  }
  const Var y = tape.make(rows, cols, needs_gradient);
  if (computed_by_engine(y, &Engine::concat_cols, parts)) return y;
  Index first = 0;
  for (const Var& part : parts) {
    y.value().middleCols(first, part.cols()) = part.value();
    tape.on_backward(y, [part, first, y] {
      if (part.needs_gradient()) kernels::add_scaled(y.gradient().middleCols(first, part.cols()), 1, part.gradient());
    });
    first += part.cols();
  }
  return y;
}

Var concat_rows(std::span<const Var> parts) {
  CHECK(!parts.empty(), "concat_rows: no parts");
  Tape& tape = *parts[0].tape;
  Index rows = 0;
  bool needs_gradient = false;
  for (const Var& part : parts) {
    CHECK(part.tape == &tape && part.cols() == parts[0].cols(), "concat_rows: ", parts[0].cols(), " columns above ", part.cols());
    rows += part.rows();
    needs_gradient = needs_gradient || part.needs_gradient();
  }
  const Var y = tape.make(rows, parts[0].cols(), needs_gradient);
  if (computed_by_engine(y, &Engine::concat_rows, parts)) return y;
  Index first = 0;
  for (const Var& part : parts) {
    y.value().middleRows(first, part.rows()) = part.value();
    tape.on_backward(y, [part, first, y] {
      if (part.needs_gradient()) kernels::add_scaled(y.gradient().middleRows(first, part.rows()), 1, part.gradient());
    });
    first += part.rows();
  }
  return y;
}

Var slice_cols(Var x, Index first, Index count) {
  CHECK(first >= 0 && count >= 0 && first + count <= x.cols(), "slice_cols: columns ", first, " to ", first + count, " of ",
        shape(x.value()));
  const Var y = make_from({x}, x.rows(), count);
  if (computed_by_engine(y, &Engine::slice_cols, x, first)) return y;
  y.value() = x.value().middleCols(first, count);
  y.tape->on_backward(y, [x, first, y] { kernels::add_scaled(y.gradient(), 1, x.gradient().middleCols(first, y.cols())); });
  return y;
}

Var gather_rows(Var table, std::span<const int> ids) {
  const Var y = make_from({table}, static_cast<Index>(ids.size()), table.cols());
  if (computed_by_engine(y, &Engine::gather_rows, table, ids)) return y;
  int* kept = y.tape->scratch_array<int>(ids.size());
  std::copy(ids.begin(), ids.end(), kept);
  kernels::embedding_into(table.value(), kept, y.value());
  y.tape->on_backward(y, [table, kept, y] { kernels::add_embedding_vjp(kept, y.gradient(), table.gradient()); });
  return y;
}

}  // namespace attn::autodiff
