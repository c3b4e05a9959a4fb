// Operations on the way to a loss: dropout, layer norm, sums, cross-entropy.
#include <algorithm>
#include <cmath>

#include "autodiff/op_parts.h"
#include "autodiff/ops.h"
#include "kernels/cross_entropy.h"
#include "kernels/elementwise.h"
#include "kernels/layer_norm.h"

namespace attn::autodiff {

Var dropout(Var x, Real rate, Rng* rng) {
  CHECK(rate >= 0 && rate < 1, "dropout: the rate is ", rate);
  if (rate == 0 || !x.tape->recording()) return x;
  CHECK(rng, "dropout: no generator");
  const Var y = make_from({x}, x.rows(), x.cols());
  const View factors = y.tape->scratch(x.rows(), x.cols());
  const Real kept = 1 / (1 - rate);
  for (Index i = 0; i < factors.size(); ++i) const_cast<Real*>(factors.data())[i] = rng->uniform() < rate ? 0 : kept;
  y.value() = x.value().cwiseProduct(factors);
  y.tape->on_backward(y, [x, factors, y] { kernels::add_entry_product(factors, y.gradient(), 1, x.gradient()); });
  return y;
}

Var layer_norm(Var x, Var gamma, Var beta, Real epsilon) {
  const Var y = make_from({x, gamma, beta}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::layer_norm, x, gamma, beta, epsilon)) return y;
  const View mean = y.tape->scratch(x.rows(), 1), inverse_deviation = y.tape->scratch(x.rows(), 1);
  kernels::layer_norm_into(x.value(), gamma.value(), beta.value(), epsilon, y.value(), mean, inverse_deviation);
  y.tape->on_backward(y, [x, gamma, beta, mean, inverse_deviation, y] {
    // The kernel writes all three gradients; those that nobody needs go to working memory.
    const auto gradient = [](Var v) { return v.needs_gradient() ? v.gradient() : v.tape->scratch(v.rows(), v.cols()); };
    kernels::add_layer_norm_vjp(x.value(), gamma.value(), mean, inverse_deviation, y.gradient(), gradient(x), gradient(gamma),
                                gradient(beta));
  });
  return y;
}

Var sum(Var x) {
  const Var y = make_from({x}, 1, 1);
  y.value()(0, 0) = x.value().sum();
  y.tape->on_backward(y, [x, y] { x.gradient().array() += y.gradient()(0, 0); });
  return y;
}

Var mean(Var x) {
  CHECK(x.value().size() > 0, "mean: x is ", shape(x.value()));
  return scale(sum(x), 1 / static_cast<Real>(x.value().size()));
}

Var cross_entropy(Var logits, std::span<const int> targets, Real label_smoothing) {
  CHECK(static_cast<Index>(targets.size()) == logits.rows(), "cross_entropy: logits are ", shape(logits.value()), ", targets are ",
        targets.size());
  const Var y = make_from({logits}, 1, 1);
  int* kept = y.tape->scratch_array<int>(targets.size());
  std::copy(targets.begin(), targets.end(), kept);
  const View probabilities = y.tape->scratch(logits.rows(), logits.cols());
  y.value()(0, 0) = kernels::cross_entropy_into(logits.value(), kept, label_smoothing, probabilities);
  y.tape->on_backward(y, [logits, kept, label_smoothing, probabilities, y] {
    kernels::add_cross_entropy_vjp(probabilities, kept, label_smoothing, y.gradient()(0, 0), logits.gradient());
  });
  return y;
}

Var log_picked(Var x, std::span<const int> picks) {
  CHECK(static_cast<Index>(picks.size()) == x.rows(), "log_picked: x is ", shape(x.value()), ", picks are ", picks.size());
  const Var y = make_from({x}, x.rows(), 1);
  int* kept = y.tape->scratch_array<int>(picks.size());
  std::copy(picks.begin(), picks.end(), kept);
  for (Index i = 0; i < x.rows(); ++i) {
    CHECK(kept[i] >= -1 && kept[i] < x.cols(), "log_picked: a pick of ", kept[i], " among ", x.cols());
    y.value()(i, 0) = kept[i] < 0 ? 0 : std::log(x.value()(i, kept[i]));
  }
  y.tape->on_backward(y, [x, kept, y] {
    for (Index i = 0; i < x.rows(); ++i)
      if (kept[i] >= 0) x.gradient()(i, kept[i]) += y.gradient()(i, 0) / x.value()(i, kept[i]);
  });
  return y;
}

}  // namespace attn::autodiff
