#include "kernels/embedding.h"

#include "base/check.h"
#include "kernels/elementwise.h"

namespace attn::kernels {
namespace {

constexpr int kNone = -1;

void check(const int* ids, Index n, Index v) {
  for (Index i = 0; i < n; ++i) CHECK(ids[i] >= kNone && ids[i] < v, "embedding: id ", ids[i], " of a table of ", v, " rows");
}

}  // namespace

void embedding_into(In table, const int* ids, Out rows) {
  CHECK(rows.cols() == table.cols(), "embedding: table is ", shape(table), ", rows are ", shape(rows));
  check(ids, rows.rows(), table.rows());
  for (Index i = 0; i < rows.rows(); ++i) {
    if (ids[i] == kNone)
      rows.row(i).setZero();
    else
      rows.row(i) = table.row(ids[i]);
  }
}

void add_embedding_vjp(const int* ids, In d_rows, Out d_table) {
  CHECK(d_rows.cols() == d_table.cols(), "embedding_vjp: d_table is ", shape(d_table), ", d_rows are ", shape(d_rows));
  check(ids, d_rows.rows(), d_table.rows());
  for (Index i = 0; i < d_rows.rows(); ++i)
    if (ids[i] != kNone) add_scaled(d_rows.row(i), 1, d_table.row(ids[i]));
}

}  // namespace attn::kernels
