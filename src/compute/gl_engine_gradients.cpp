// Gradients on the GPU: what values have of them, and those of norms and softmax.
#include <algorithm>

#include "compute/gl_engine.h"

namespace attn::compute {
bool GlEngine::healthy() {
  if (!device_.healthy()) spoiled_ = true, ++calls().spoiled;
  return !spoiled_;
}

void GlEngine::take_gradient(Var x, Real* numbers) {
  const Mat part = download(device_, *std::exchange(gradients_[index(x)], nullptr));
  Eigen::Map<Mat>(numbers, x.rows(), x.cols()) += part;
}

void GlEngine::take_gradients(autodiff::Tape& tape) {
  std::vector<const GpuMatrix*> parts;
  std::vector<Real*> sums;
  for (std::size_t i = 0; i < gradients_.size(); ++i)
    if (Real* const sum = gradients_[i] ? tape.gradient_here({&tape, static_cast<int>(i)}) : nullptr)
      parts.push_back(gradients_[i].get()), sums.push_back(sum);
  const std::vector<Mat> read = download(device_, parts);
  for (std::size_t i = 0; i < parts.size(); ++i) Eigen::Map<Mat>(sums[i], parts[i]->rows, parts[i]->cols) += read[i];
  gradients_.clear();
}

GlEngine::Held GlEngine::gradient(Var y) {
  if (const Real* here = y.tape->gradient_here(y)) add_gradient(y, hold(upload(device_, Eigen::Map<const Mat>(here, y.rows(), y.cols()))));
  return has_gradient(y) ? std::exchange(gradients_[index(y)], nullptr) : nullptr;
}

void GlEngine::add_gradient(Var x, Pass pass) {
  if (!x.needs_gradient()) return;
  if (gradients_.size() <= index(x)) gradients_.resize(index(x) + 1);
  Held& sum = gradients_[index(x)];
  if (sum) pass.defines.push_back("ADDED"), pass.inputs.push_back({"before", &sum->texture});
  ++calls().on_gpu;
  sum = hold(filled(pass, x.rows(), x.cols()));
}

void GlEngine::add_gradient(Var x, const Held& part) {
  if (!x.needs_gradient()) return;
  if (has_gradient(x)) return add_gradient(x, {.shader = "rows", .inputs = {{"x", &part->texture}}, .ints = {{"shift", 0}}});
  if (gradients_.size() <= index(x)) gradients_.resize(index(x) + 1);
  gradients_[index(x)] = part;
}

void GlEngine::add_chunks(Var x, const GpuMatrix& chunks, int begin, int height) {
  add_gradient(x, {.shader = "chunk_sums",
                   .inputs = {{"x", &chunks.texture}},
                   .ints = {{"begin", begin}, {"height", height}, {"chunks", chunks.rows / height}}});
}

void GlEngine::layer_norm_vjp(Var x, Var gamma, Var beta, const GpuMatrix& rows, const GpuMatrix& d_y) {
  const auto pass = [&](std::string_view shader, const GpuMatrix& row) {
    return Pass{.shader = shader, .inputs = {{"x", &of(x).texture}, {"rows", &row.texture}, {"d_y", &d_y.texture}}};
  };
  if (x.needs_gradient()) {
    const auto with_gamma = [&](Pass given) {
      given.inputs.push_back({"gamma", &of(gamma).texture});
      given.ints = {{"cols", d_y.cols}};
      return given;
    };
    const GpuMatrix means = filled(with_gamma(pass("layer_norm_vjp_rows", rows)), d_y.rows, 4);
    add_gradient(x, with_gamma(pass("layer_norm_vjp", means)));
  }
  if (!gamma.needs_gradient() && !beta.needs_gradient()) return;
  Pass columns = pass("layer_norm_vjp_columns", rows);
  columns.ints = {{"count", d_y.rows}, {"chunk", kChunkRows}};
  const GpuMatrix chunks = filled(columns, 2 * chunks_of(d_y.rows), d_y.cols);
  add_chunks(gamma, chunks, 0, 2);
  add_chunks(beta, chunks, 1, 2);
}

GpuMatrix GlEngine::softmax_vjp(const GpuMatrix& weights, const GpuMatrix& d_weights, Real temperature) {
  const GpuMatrix rows = filled({.shader = "softmax_vjp_rows",
                                 .inputs = {{"weights", &weights.texture}, {"d_weights", &d_weights.texture}},
                                 .ints = {{"blocks", blocks(weights.cols)}}},
                                weights.rows, 4);
  return filled({.shader = "softmax_vjp",
                 .inputs = {{"weights", &weights.texture}, {"d_weights", &d_weights.texture}, {"rows", &rows.texture}},
                 .floats = {{"temperature", temperature}}},
                weights.rows, weights.cols);
}

}  // namespace attn::compute
