// The benchmark cases of the kernels, the same natively and in WebAssembly: at the size of a lesson, at ten times that, and at the sizes of
// models. They take arrays and return an array.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "kernels/attention.h"
#include "kernels/encoder_layer.h"
#include "kernels/mask.h"
#include "kernels/matmul.h"
#include "kernels/multi_head.h"
#include "kernels/regression.h"
#include "kernels/softmax.h"

namespace attn::bench {

struct Case {
  std::string name;
  double flops = 0;           ///< of one call; a multiplication and an addition count as two, an exp as one
  double bytes = 0;           ///< of the arguments and the result, each counted once
  std::function<Real()> run;  ///< makes one call and returns a number of the result
};

namespace detail {

inline Case product_case(Index n, Index k, Index p, Rng& rng) {
  const Mat a = normal_matrix(n, k, rng), b = normal_matrix(k, p, rng);
  const double size = static_cast<double>(n * k + k * p + n * p);
  return {"product " + std::to_string(n) + "x" + std::to_string(k) + "x" + std::to_string(p), 2.0 * static_cast<double>(n * k * p),
          size * sizeof(Real), [a, b] { return kernels::product(a, b)(0, 0); }};
}

inline Case softmax_case(Index n, Rng& rng) {
  const Mat scores = normal_matrix(n, n, rng);
  const double size = static_cast<double>(n * n);
  return {"softmax " + std::to_string(n) + "x" + std::to_string(n), 4 * size, 2 * size * sizeof(Real),
          [scores] { return kernels::softmax_rows(scores)(0, 0); }};
}

inline Case score_case(kernels::Score score, Index n, Index d, Rng& rng) {
  const Mat q = normal_matrix(n, d, rng), k = normal_matrix(n, d, rng), v = normal_matrix(n, d, rng);
  kernels::AttentionOptions options{.score = score, .weights = {}, .mask = nullptr, .temperature = 1};
  if (score == kernels::Score::bilinear) options.weights.m = normal_matrix(d, d, rng);
  if (score == kernels::Score::additive)
    options.weights = {{}, normal_matrix(d, d, rng), normal_matrix(d, d, rng), normal_matrix(d, 1, rng)};
  const kernels::ScoreCost cost = kernels::score_cost(score, n, n, d, d, d);
  const double products = static_cast<double>(cost.multiply_adds + n * n * d), exps = static_cast<double>(n * n + cost.tanh_evaluations);
  return {"attention with weights, " + std::string(kernels::to_name(score)) + ", " + std::to_string(n) + "x" + std::to_string(d),
          2 * products + exps, static_cast<double>(4 * n * d + 2 * n * n) * sizeof(Real),
          [=] { return kernels::attention(q, k, v, options).output(0, 0); }};
}

/// `heads` heads of 64 (or one of 4), on matrices [n, heads * width].
inline Case heads_case(Index n, int heads, Index width, bool causal, Rng& rng) {
  const Index e = heads * width;
  const Mat q = normal_matrix(n, e, rng), k = normal_matrix(n, e, rng), v = normal_matrix(n, e, rng);
  const auto mask = causal ? std::make_shared<Mask>(kernels::causal_mask(n, n)) : nullptr;
  const double all = static_cast<double>(n * n), used = causal ? (all + static_cast<double>(n)) / 2 : all;
  return {std::to_string(heads) + " heads of " + std::to_string(width) + (causal ? ", causal" : "") + ", n = " + std::to_string(n),
          used * (4 * static_cast<double>(e) + heads), static_cast<double>(4 * n * e) * sizeof(Real),
          [=] { return kernels::heads_output(q, k, v, heads, mask.get())(0, 0); }};
}

/// The output of an encoder layer of width 64 with 4 heads and hidden width 256, post-norm and ReLU.
inline Case encoder_case(Index n, Rng& rng) {
  constexpr Index e = 64, f = 256;
  const auto square = [&] { return normal_matrix(e, e, rng, 0.125); };
  const auto row = [&](Index width) { return normal_matrix(1, width, rng); };
  const Mat x = normal_matrix(n, e, rng);
  const kernels::EncoderLayerWeights w{{square(), square(), square(), square(), row(e), row(e), row(e), row(e)},
                                       row(e),
                                       row(e),
                                       row(e),
                                       row(e),
                                       normal_matrix(e, f, rng, 0.125),
                                       row(f),
                                       normal_matrix(f, e, rng, 0.0625),
                                       row(e)};
  const double products = static_cast<double>(n * (4 * e * e + 2 * e * f) + 2 * n * n * e);
  return {"encoder layer of 64, 4 heads, n = " + std::to_string(n), 2 * products + static_cast<double>(4 * n * n),
          static_cast<double>(2 * n * e + 4 * e * e + 2 * e * f) * sizeof(Real),
          [=] { return kernels::encoder_layer_output(x, w, {.heads = 4})(0, 0); }};
}

inline Case regression_case(Index m, Index g, kernels::RegressionKernel kernel, Rng& rng) {
  const Mat x = uniform_matrix(m, 1, rng, 0, 4), y = normal_matrix(m, 1, rng), queries = uniform_matrix(g, 1, rng, 0, 4);
  return {
      "kernel regression, " + std::string(kernels::to_name(kernel)) + ", " + std::to_string(m) + " keys, " + std::to_string(g) + " queries",
      8 * static_cast<double>(m * g), static_cast<double>(2 * m + 2 * g + m * g) * sizeof(Real),
      [=] { return kernels::nadaraya_watson(x, y, queries, kernel, Real(0.3)).output(0, 0); }};
}

}  // namespace detail

inline std::vector<Case> kernel_cases() {
  Rng rng(1);
  std::vector<Case> cases{
      detail::product_case(6, 4, 6, rng), detail::product_case(60, 40, 60, rng), detail::product_case(512, 512, 512, rng),
      detail::softmax_case(6, rng),       detail::softmax_case(60, rng),         detail::softmax_case(512, rng)};
  for (int s = 0; s < kernels::kScoreCount; ++s)
    for (const Index size : {1, 10}) cases.push_back(detail::score_case(static_cast<kernels::Score>(s), 6 * size, 4 * size, rng));
  cases.push_back(detail::regression_case(100, 200, kernels::RegressionKernel::gaussian, rng));
  cases.push_back(detail::regression_case(1000, 200, kernels::RegressionKernel::gaussian, rng));
  cases.push_back(detail::regression_case(1000, 200, kernels::RegressionKernel::epanechnikov, rng));
  for (const bool causal : {false, true}) {
    cases.push_back(detail::heads_case(6, 1, 4, causal, rng));
    for (const Index n : {16, 64, 256, 512, 2048}) cases.push_back(detail::heads_case(n, 8, 64, causal, rng));
  }
  for (const Index n : {32, 128, 512}) cases.push_back(detail::encoder_case(n, rng));
  return cases;
}

}  // namespace attn::bench
