#include "lessons/05_recurrent/gradients.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/rng.h"

namespace attn::lessons::recurrent {
namespace {

using kernels::Cell;

/// A block [u,u] of independent normal numbers for each gate, scaled to the spectral radius `radius`.
Mat recurrent_matrix(int gates, double radius, Rng& rng) {
  Mat wh(kGradientUnits, gates * kGradientUnits);
  for (int g = 0; g < gates; ++g) {
    const Mat block = normal_matrix(kGradientUnits, kGradientUnits, rng);
    wh.middleCols(g * kGradientUnits, kGradientUnits) = block * static_cast<Real>(radius / spectral_radius(block));
  }
  return wh;
}

kernels::RecurrentWeights weights_for(Cell cell, const Params& p) {
  Rng rng(static_cast<std::uint64_t>(p.seed));
  const int gates = kernels::gate_count(cell), columns = gates * kGradientUnits;
  kernels::RecurrentWeights w;
  w.wh = recurrent_matrix(gates, static_cast<double>(p.radius), rng);
  w.wx = normal_matrix(kGradientInputs, columns, rng, 0.5);
  w.bx = w.bh = Mat::Zero(1, columns);
  // In both cells the gate that keeps is the second block: z of r z n, f of i f g o.
  if (cell != Cell::rnn) w.bx.middleCols(kGradientUnits, kGradientUnits).setConstant(p.keep_bias);
  if (cell == Cell::lstm) w.bx.leftCols(kGradientUnits).setConstant(-p.keep_bias);
  return w;
}

/// The length of a gradient. It is computed in double precision, because squares of long gradients overflow a float.
Real length_of(In m) { return static_cast<Real>(m.cast<double>().norm()); }

/// GradientStudy::d_state: its rows go from the last step back.
Mat state_gradient(Cell cell, const kernels::Recurrence& trace, In d_h) {
  const Mat h = d_h.colwise().reverse();
  if (cell != Cell::lstm) return h;
  Mat both(h.rows(), 2 * h.cols());
  both << h, cell_gradient(trace, d_h).colwise().reverse();
  return both;
}

}  // namespace

double spectral_radius(In a) {
  CHECK(a.rows() == a.cols(), "spectral_radius: a is ", shape(a));
  Eigen::MatrixXd power = a.cast<double>();
  double log_scale = 0;  // A^(2^i) = exp(log_scale) power
  constexpr int kSquarings = 16;
  for (int i = 0; i < kSquarings; ++i) {
    const double norm = power.norm();
    if (norm == 0) return 0;
    power /= norm;
    log_scale = 2 * (log_scale + std::log(norm));
    power = (power * power).eval();
  }
  const double norm = power.norm();
  return norm == 0 ? 0 : std::exp((log_scale + std::log(norm)) / (1 << kSquarings));
}

// d_c(t) = d_h(t) o(t) (1 - tanh^2 c(t)) + d_c(t + 1) f(t + 1).
Mat cell_gradient(const kernels::Recurrence& trace, In d_h) {
  const Index t = d_h.rows(), u = d_h.cols();
  const Mat forget = trace.gates.middleCols(u, u), output = trace.gates.rightCols(u);
  Mat d_c = d_h.array() * output.array() * (Real(1) - trace.c.array().tanh().square());
  for (Index s = t - 1; s-- > 0;) d_c.row(s).array() += d_c.row(s + 1).array() * forget.row(s + 1).array();
  return d_c;
}

double clip_factor(double length, double clip) { return length > clip ? clip / length : 1; }

GradientStudy study_gradients(const Params& p) {
  GradientStudy r;
  r.norm = Mat(kCells, p.length), r.theory = Mat(1, p.length);
  r.length_parts = Mat(kCells, 3), r.length = r.clipped = r.rate = Mat(kCells, 1);
  for (int k = 0; k < p.length; ++k) r.theory(0, k) = static_cast<Real>(std::pow(static_cast<double>(p.radius), k));
  for (int cell = 0; cell < kCells; ++cell) {
    const auto kind = static_cast<Cell>(cell);
    const kernels::RecurrentWeights weights = weights_for(kind, p);
    Rng rng(static_cast<std::uint64_t>(p.seed) + 100000);
    const Mat x = normal_matrix(p.length, kGradientInputs, rng, static_cast<double>(p.input));
    const kernels::Recurrence trace = kernels::recurrent(kind, x, weights);
    Mat d_h = Mat::Zero(p.length, kGradientUnits);
    d_h.row(p.length - 1).setConstant(Real(1) / std::sqrt(Real(kGradientUnits)));
    const kernels::RecurrentGrads back = kernels::recurrent_vjp(kind, x, weights, Mat(), Mat(), trace, d_h);
    const Mat& reached = r.d_state[static_cast<size_t>(cell)] = state_gradient(kind, trace, back.d_h);
    for (int k = 0; k < p.length; ++k) r.norm(cell, k) = length_of(reached.row(k));
    r.length_parts.row(cell) << length_of(back.d_weights.wx), length_of(back.d_weights.wh), length_of(back.d_weights.bx);
    const double length = static_cast<double>(length_of(r.length_parts.row(cell)));
    const auto first = static_cast<double>(r.norm(cell, 1)), last = static_cast<double>(r.norm(cell, p.length - 1));
    r.rate(cell, 0) = first > 0 ? static_cast<Real>(std::pow(last / first, 1.0 / (p.length - 2))) : 0;
    r.length(cell, 0) = static_cast<Real>(length);
    r.clipped(cell, 0) = static_cast<Real>(length * clip_factor(length, static_cast<double>(p.clip)));
  }
  return r;
}

}  // namespace attn::lessons::recurrent
