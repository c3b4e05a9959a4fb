// Gradients on the GPU: what values have of them, and those of norms and softmax.
#include <algorithm>
#include <map>

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

/// Matrices of one width are read together, one below the other.
void GlEngine::take_gradients(autodiff::Tape& tape) {
  std::map<int, std::vector<std::pair<Held, Real*>>> by_width;
  for (std::size_t i = 0; i < gradients_.size(); ++i)
    if (Held part = std::move(gradients_[i]))
      if (Real* const numbers = tape.gradient_here({&tape, static_cast<int>(i)}))
        by_width[part->texture.width()].push_back({part, numbers});
  for (const auto& [width, parts] : by_width) {
    int rows = 0, first = 0;
    for (const auto& [part, numbers] : parts) rows += part->rows;
    if (rows > device_.max_size()) {
      for (const auto& [part, numbers] : parts) Eigen::Map<Mat>(numbers, part->rows, part->cols) += download(device_, *part);
      continue;
    }
    const Texture all = device_.texture(width, rows);
    for (const auto& [part, numbers] : parts) {
      device_.run({.shader = "rows", .inputs = {{"x", &part->texture}}, .ints = {{"shift", -first}}}, all, first, part->rows);
      first += part->rows;
    }
    const std::vector<float> texels = read_texels(device_, all);
    first = 0;
    for (const auto& [part, numbers] : parts) {
      Eigen::Map<Mat>(numbers, part->rows, part->cols) += cut(texels, part->cols, first, part->rows);
      first += part->rows;
    }
  }
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
