#include "lessons/01_pooling/study.h"

#include <cmath>

#include "kernels/entropy.h"
#include "kernels/softmax.h"

namespace attn::lessons::pooling {
namespace {

constexpr int kSweepSteps = 81;
constexpr int kFieldSide = 41;

}  // namespace

kernels::Attention attend(const Params& p, const compute::Backend& backend, In query, In keys, In values, Real temperature) {
  return backend.attention(query, keys, values, {.score = p.score, .temperature = temperature});
}

Mat queries_all_over() {
  Mat grid(kFieldSide * kFieldSide, 2);
  for (int i = 0; i < grid.rows(); ++i) {
    const auto along = [](int k) { return kPlaneOverscan * kReach * ((2 * static_cast<Real>(k) + 1) / kFieldSide - 1); };
    grid(i, 0) = along(i % kFieldSide);
    grid(i, 1) = -along(i / kFieldSide);
  }
  return grid;
}

Result compute(const Params& p, const compute::Backend& backend) {
  Result r;
  r.attention = attend(p, backend, p.query, p.keys, p.values, p.temperature);
  const Real largest = r.attention.scores.row(0).maxCoeff(&r.nearest);
  r.exponentials = ((r.attention.scores.array() - largest) / p.temperature).exp();
  r.entropy = kernels::entropy_rows(r.attention.weights)(0, 0);
  r.effective = kernels::effective_count(r.attention.weights)(0, 0);
  r.temperatures.resize(kSweepSteps, 1);
  r.sweep.resize(kSweepSteps, p.keys.rows());
  for (int t = 0; t < kSweepSteps; ++t) {
    const double along = static_cast<double>(t) / (kSweepSteps - 1);
    r.temperatures(t, 0) = static_cast<Real>(kColdest * std::pow(kHottest / kColdest, along));
    r.sweep.row(t) = kernels::softmax_rows(r.attention.scores, nullptr, r.temperatures(t, 0));
  }
  r.effective_sweep = kernels::effective_count(r.sweep);
  if (p.view == View::colours) r.field = attend(p, backend, queries_all_over(), p.keys, p.values, p.temperature).output;
  return r;
}

}  // namespace attn::lessons::pooling
