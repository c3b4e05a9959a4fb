#include "nn/layers.h"

#include <cmath>

namespace attn::nn {

Mat glorot_uniform(Index rows, Index cols, Rng& rng) {
  const double reach = std::sqrt(6.0 / static_cast<double>(rows + cols));
  return uniform_matrix(rows, cols, rng, -reach, reach);
}

Mat orthogonal(Index rows, Index cols, Rng& rng) {
  // Gram-Schmidt on the rows of the wide form, in double precision. Rows of normal numbers are linearly independent with probability 1.
  const Index count = std::min(rows, cols), width = std::max(rows, cols);
  using Wide = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Wide q = normal_matrix(count, width, rng).cast<double>();
  for (Index i = 0; i < count; ++i) {
    for (int pass = 0; pass < 2; ++pass)  // the second pass removes what rounding left
      for (Index j = 0; j < i; ++j) {
        const double overlap = q.row(i).dot(q.row(j));
        q.row(i) -= overlap * q.row(j);
      }
    q.row(i) /= q.row(i).norm();
  }
  return rows <= cols ? Mat(q.cast<Real>()) : Mat(q.transpose().cast<Real>());
}

Linear::Linear(Parameters& parameters, const std::string& name, Index in, Index out, Rng& rng, bool bias)
    : w_(&parameters.add(name + ".w", glorot_uniform(in, out, rng))) {
  if (bias) b_ = &parameters.add(name + ".b", Mat::Zero(1, out));
}

autodiff::Var Linear::operator()(autodiff::Tape& tape, autodiff::Var x) const { return autodiff::linear(x, w(tape), b(tape)); }

Embedding::Embedding(Parameters& parameters, const std::string& name, Index words, Index width, Rng& rng)
    : table_(&parameters.add(name + ".table", normal_matrix(words, width, rng, 1 / std::sqrt(static_cast<double>(width))))) {}

autodiff::Var Embedding::operator()(autodiff::Tape& tape, std::span<const int> ids) const {
  return autodiff::gather_rows(table(tape), ids);
}

LayerNorm::LayerNorm(Parameters& parameters, const std::string& name, Index width)
    : gamma_(&parameters.add(name + ".gamma", Mat::Ones(1, width))), beta_(&parameters.add(name + ".beta", Mat::Zero(1, width))) {}

autodiff::Var LayerNorm::operator()(autodiff::Tape& tape, autodiff::Var x) const {
  return autodiff::layer_norm(x, on(tape, *gamma_), on(tape, *beta_));
}

}  // namespace attn::nn
