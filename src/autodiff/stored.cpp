#include "autodiff/stored.h"

namespace attn::autodiff {
namespace {

Var made_on(Tape& tape, Index rows, Index cols) {
  CHECK(!tape.recording(), "autodiff: a stored matrix has no gradient");
  return tape.make(rows, cols, false);
}

}  // namespace

Var stored_product(Var x, const kernels::StoredMatrix& w) {
  const Var y = made_on(*x.tape, x.rows(), w.cols);
  kernels::product_stored_into(x.value(), w, y.value());
  return y;
}

Var stored_product_bt(Var x, const kernels::StoredMatrix& w) {
  const Var y = made_on(*x.tape, x.rows(), w.rows);
  kernels::product_bt_stored_into(x.value(), w, y.value());
  return y;
}

Var stored_rows(Tape& tape, const kernels::StoredMatrix& table, std::span<const int> ids) {
  const Var y = made_on(tape, static_cast<Index>(ids.size()), table.cols);
  View rows = y.value();
  for (Index i = 0; i < y.rows(); ++i) kernels::widen_rows(table, ids[static_cast<std::size_t>(i)], rows.row(i));
  return y;
}

}  // namespace attn::autodiff
