// Operations that move numbers without changing them: joining, cutting, gathering.
#include <algorithm>

#include "compute/gl_engine.h"

namespace attn::compute {
namespace {

using Parts = std::span<const Var>;

/// The parts on their tape, where they stay as long as their values.
Parts kept_parts(Parts parts) {
  Var* const kept = parts[0].tape->scratch_array<Var>(parts.size());
  std::copy(parts.begin(), parts.end(), kept);
  return {kept, parts.size()};
}

/// Where the rows of a table were copied to.
struct Copies {
  std::vector<int> order;  ///< the numbers of the copies, those of one row together; not empty
  Mat runs;                ///< [v,4] the first place of each row in `order`, and one beyond its last
};
Copies copies_of(std::span<const int> ids, Index rows) {
  Copies out{{}, Mat::Zero(rows, 4)};
  std::vector<std::vector<int>> copies(static_cast<std::size_t>(rows));
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] >= 0) copies[static_cast<std::size_t>(ids[i])].push_back(static_cast<int>(i));
  for (Index row = 0; row < rows; ++row) {
    const std::vector<int>& own = copies[static_cast<std::size_t>(row)];
    out.runs(row, 0) = static_cast<Real>(out.order.size());
    out.order.insert(out.order.end(), own.begin(), own.end());
    out.runs(row, 1) = static_cast<Real>(out.order.size());
  }
  if (out.order.empty()) out.order.push_back(0);
  return out;
}

}  // namespace

bool GlEngine::rows_of(Var whole, Index first, Var y) {
  if (!can({whole, y})) return false;
  const int shift = static_cast<int>(first), count = static_cast<int>(y.rows());
  done(y, filled({.shader = "rows", .inputs = {{"x", &of(whole).texture}}, .ints = {{"shift", shift}}}, y.rows(), y.cols()));
  return with_gradient(y, [=, this](const Held& d_y) {
    add_gradient(whole, {.shader = "rows_vjp", .inputs = {{"d_y", &d_y->texture}}, .ints = {{"first", shift}, {"count", count}}});
  });
}

bool GlEngine::concat_cols(std::span<const Var> parts, Var y) {
  if (!can(parts, y)) return false;
  // Two by two from the left, since four columns of a texel may come from any of the parts.
  GpuMatrix joined;
  const GpuMatrix* left = &of(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const int cols = left->cols + static_cast<int>(parts[i].cols());
    GpuMatrix wider = filled({.shader = "columns",
                              .defines = {"BESIDE"},
                              .inputs = {{"left", &left->texture}, {"right", &of(parts[i]).texture}},
                              .ints = {{"left_cols", left->cols}, {"first", 0}, {"cols", cols}}},
                             y.rows(), cols);
    joined = std::move(wider);
    left = &joined;
  }
  if (parts.size() == 1) return rows_of(parts[0], 0, y);
  done(y, std::move(joined));
  const Parts kept = kept_parts(parts);
  return with_gradient(y, [=, this](const Held& d_y) {
    int first = 0;
    for (const Var& part : kept) {
      const int cols = static_cast<int>(part.cols());
      add_gradient(part, {.shader = "columns", .inputs = {{"left", &d_y->texture}}, .ints = {{"first", first}, {"cols", cols}}});
      first += cols;
    }
  });
}

bool GlEngine::concat_rows(std::span<const Var> parts, Var y) {
  if (!can(parts, y)) return false;
  GpuMatrix joined = make_matrix(device_, y.rows(), y.cols());
  int first = 0;
  for (const Var& part : parts) {
    const int rows = static_cast<int>(part.rows());
    device_.run({.shader = "rows", .inputs = {{"x", &of(part).texture}}, .ints = {{"shift", -first}}}, joined.texture, first, rows);
    first += rows;
  }
  done(y, std::move(joined));
  const Parts kept = kept_parts(parts);
  return with_gradient(y, [=, this](const Held& d_y) {
    int shift = 0;
    for (const Var& part : kept) {
      add_gradient(part, {.shader = "rows", .inputs = {{"x", &d_y->texture}}, .ints = {{"shift", shift}}});
      shift += static_cast<int>(part.rows());
    }
  });
}

bool GlEngine::slice_cols(Var x, Index first, Var y) {
  if (!can({x, y})) return false;
  const int from = static_cast<int>(first), cols = static_cast<int>(y.cols());
  done(y, filled({.shader = "columns", .inputs = {{"left", &of(x).texture}}, .ints = {{"first", from}, {"cols", cols}}}, y.rows(), cols));
  return with_gradient(y, [=, this](const Held& d_y) {
    add_gradient(x, {.shader = "columns_vjp", .inputs = {{"d_y", &d_y->texture}}, .ints = {{"first", from}, {"count", cols}}});
  });
}

GpuMatrix GlEngine::upload_column(std::span<const int> numbers) {
  Mat column(static_cast<Index>(numbers.size()), 1);
  std::transform(numbers.begin(), numbers.end(), column.data(), [](int number) { return static_cast<Real>(number); });
  return upload(device_, column);
}

bool GlEngine::gather_rows(Var table, std::span<const int> ids, Var y) {
  if (!can({table, y})) return false;
  const bool known = std::all_of(ids.begin(), ids.end(), [&](int id) { return id >= -1 && id < table.rows(); });
  CHECK(known, "gather_rows: a number beyond the table's ", table.rows(), " rows");
  const GpuMatrix numbers = upload_column(ids);
  done(y, filled({.shader = "embedding", .inputs = {{"table", &of(table).texture}, {"ids", &numbers.texture}}}, y.rows(), y.cols()));
  if (!y.needs_gradient()) return true;
  const Copies copies = copies_of(ids, table.rows());
  const GpuMatrix *const order = keep(upload_column(copies.order)), *const runs = keep(upload(device_, copies.runs));
  return with_gradient(y, [=, this](const Held& d_y) {
    add_gradient(table,
                 {.shader = "embedding_vjp", .inputs = {{"d_y", &d_y->texture}, {"order", &order->texture}, {"runs", &runs->texture}}});
  });
}

}  // namespace attn::compute
