// Products of matrices, whose fragments have four rows of the result each where there are so many.
#include "compute/gl_engine.h"

namespace attn::compute {
namespace {

constexpr int kFewRows = 8;  ///< for which one pass is faster than two

/// The whole product in one pass.
Pass whole_product(const GpuMatrix& a, const GpuMatrix& b, bool transposed) {
  if (transposed)
    return {.shader = "scores",
            .defines = {"SCORE_DOT"},
            .inputs = {{"queries", &a.texture}, {"keys", &b.texture}},
            .ints = {{"query_rows", a.rows}, {"key_rows", b.rows}, {"depth_blocks", blocks(a.cols)}},
            .floats = {{"scale", 1.0f}}};
  return {.shader = "product",
          .inputs = {{"a", &a.texture}, {"w", &b.texture}},
          .ints = {{"rows", a.rows}, {"depth", a.cols}, {"parts", 1}, {"a_batch_rows", 0}}};
}

}  // namespace

GlEngine::Quarters GlEngine::quarters(const GpuMatrix& a, const GpuMatrix& b, bool transposed) {
  const int cols = transposed ? b.rows : b.cols;
  Quarters parts;
  for (Texture& part : parts) part = device_.texture(blocks(cols), (a.rows + 3) / 4);
  Pass pass{.shader = "product_quarters",
            .inputs = {{"a", &a.texture}, {"b", &b.texture}},
            .ints = {{"count", a.rows}, {"depth", a.cols}, {"cols", cols}}};
  if (transposed) pass.defines.push_back("TRANSPOSED");
  device_.run(pass, parts);
  return parts;
}

Pass GlEngine::joining(const Quarters& parts) {
  return {.shader = "quarters", .inputs = {{"first", &parts[0]}, {"second", &parts[1]}, {"third", &parts[2]}, {"fourth", &parts[3]}}};
}

GpuMatrix GlEngine::multiplied(const GpuMatrix& a, const GpuMatrix& b, bool transposed, const GpuMatrix* bias) {
  const bool few = a.rows < kFewRows;
  const Quarters parts = few ? Quarters() : quarters(a, b, transposed);
  Pass pass = few ? whole_product(a, b, transposed) : joining(parts);
  if (bias) pass.defines.push_back("BIASED"), pass.inputs.push_back({"bias", &bias->texture});
  return filled(pass, a.rows, transposed ? b.rows : b.cols);
}

void GlEngine::add_product(Var x, const GpuMatrix& a, const GpuMatrix& b, bool transposed) {
  if (a.rows < kFewRows) return add_gradient(x, whole_product(a, b, transposed));
  const Quarters parts = quarters(a, b, transposed);
  add_gradient(x, joining(parts));
}

void GlEngine::add_product_at(const GpuMatrix* x, const GpuMatrix& g, Var w, Var row) {
  if (!w.needs_gradient() && !row.needs_gradient()) return;
  const int row_blocks = w.needs_gradient() ? blocks(x->cols) : 0, height = row_blocks + (row.needs_gradient() ? 1 : 0);
  const int chunks = chunks_of(g.rows);
  Quarters parts;
  for (Texture& part : parts) part = device_.texture(g.texture.width(), chunks * height);
  device_.run({.shader = "product_at_chunks",
               .inputs = {{"x", x ? &x->texture : &g.texture}, {"g", &g.texture}},
               .ints = {{"count", g.rows}, {"chunk", kChunkRows}, {"row_blocks", row_blocks}, {"height", height}}},
              parts);
  const auto sums = [&](int begin) {
    return Pass{.shader = "product_at",
                .inputs = {{"first", &parts[0]}, {"second", &parts[1]}, {"third", &parts[2]}, {"fourth", &parts[3]}},
                .ints = {{"begin", begin}, {"height", height}, {"chunks", chunks}}};
  };
  add_gradient(w, sums(0));
  add_gradient(row, sums(row_blocks));
}

}  // namespace attn::compute
