// The C face of attention-kernels.wasm: what web/kernels/attention-kernels.mjs calls.
//
// The caller has checked every argument. It asks reserve() for room, writes its arrays there, calls a function with their addresses and
// sizes (in the glossary's letters; address 0 = absent), and reads the results by number with result() before the next call. Results stay
// where the kernels put them, so nothing is copied twice.
#include <cstdint>
#include <cstdlib>

#include "base/mat.h"
#include "kernels/attention.h"
#include "kernels/layer_norm.h"
#include "kernels/multi_head.h"
#include "kernels/recurrent.h"
#include "kernels/regression.h"
#include "kernels/softmax.h"

#define EXPORTED(name) __attribute__((export_name(name)))

namespace attn::programs {
namespace {

constexpr int kMaxResults = 2 + 1;

/// What the module keeps between two calls: the caller's arguments and the last call's results.
struct State {
  std::uint8_t* arguments = nullptr;
  size_t capacity = 0;
  Mat results[kMaxResults];
};
State state;

using View = Eigen::Map<const Mat>;
View view(const Real* data, int rows, int cols) { return {data, rows, cols}; }

/// A matrix of its own, or an empty one for address 0.
Mat owned(const Real* data, int rows, int cols) { return data ? Mat(view(data, rows, cols)) : Mat(); }

/// The optional mask of a call.
class OptionalMask {
 public:
  OptionalMask(const std::uint8_t* data, int n, int m) : given_(data != nullptr) {
    if (given_)
      mask_ = Eigen::Map<const Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(data, n, m).cast<bool>();
  }
  const Mask* get() const { return given_ ? &mask_ : nullptr; }

 private:
  bool given_;
  Mask mask_;
};

/// Matrices of one shape stacked into one.
Mat stacked(const std::vector<Mat>& parts) {
  Mat all(static_cast<Index>(parts.size()) * parts[0].rows(), parts[0].cols());
  for (size_t i = 0; i < parts.size(); ++i) all.middleRows(static_cast<Index>(i) * parts[0].rows(), parts[0].rows()) = parts[i];
  return all;
}

}  // namespace

extern "C" {

/// Room for `bytes` of arguments, aligned to 64 bytes, valid until the next call of reserve(); null when memory is used up.
EXPORTED("reserve") std::uint8_t* reserve(size_t bytes) {
  if (bytes > state.capacity || !state.arguments) {
    std::free(state.arguments);
    state.capacity = (bytes + 63) / 64 * 64 + 64;
    state.arguments = static_cast<std::uint8_t*>(std::aligned_alloc(64, state.capacity));
    if (!state.arguments) state.capacity = 0;
  }
  return state.arguments;
}

/// The numbers of result `index` of the last call, row-major.
EXPORTED("result") const Real* result(int index) { return state.results[index].data(); }

/// What the caller may say instead of a number: the name of value `i` of kernels::Score, NUL-terminated; null beyond the last.
EXPORTED("score_name") const char* score_name(int i) {
  return i < kernels::kScoreCount ? kernels::to_name(static_cast<kernels::Score>(i)).data() : nullptr;
}

/// Likewise of kernels::RegressionKernel.
EXPORTED("regression_kernel_name") const char* regression_kernel_name(int i) {
  return i < kernels::kRegressionKernelCount ? kernels::to_name(static_cast<kernels::RegressionKernel>(i)).data() : nullptr;
}

/// Result 0: weights [n,m].
EXPORTED("softmax") void softmax(const Real* scores, int n, int m, const std::uint8_t* mask) {
  state.results[0] = kernels::softmax_rows(view(scores, n, m), OptionalMask(mask, n, m).get());
}

/// x, y [m], queries [g], kernel in the order of kernels::RegressionKernel. Results: output [g], weights [g,m].
EXPORTED("nadaraya_watson")
void nadaraya_watson(const Real* x, const Real* y, int m, const Real* queries, int g, int kernel, Real width) {
  kernels::Regression r =
      kernels::nadaraya_watson(view(x, m, 1), view(y, m, 1), view(queries, g, 1), static_cast<kernels::RegressionKernel>(kernel), width);
  state.results[0] = std::move(r.output);
  state.results[1] = std::move(r.weights);
}

/// q [n,d], k [m,e], v [m,f], score in the order of kernels::Score, bilinear [d,e], wq [d,a], wk [e,a], w [a].
/// Results: output [n,f], and unless `output_only`, scores and weights [n,m].
EXPORTED("attention")
void attention(const Real* q, int n, int d, const Real* k, int m, int e, const Real* v, int f, const std::uint8_t* mask, Real temperature,
               int score, const Real* bilinear, const Real* wq, const Real* wk, const Real* w, int a, bool output_only) {
  const OptionalMask allowed(mask, n, m);
  const kernels::AttentionOptions options{static_cast<kernels::Score>(score),
                                          {owned(bilinear, d, e), owned(wq, d, a), owned(wk, e, a), owned(w, a, 1)},
                                          allowed.get(),
                                          temperature};
  if (output_only) {
    state.results[0] = kernels::attention_output(view(q, n, d), view(k, m, e), view(v, m, f), options);
    return;
  }
  kernels::Attention r = kernels::attention(view(q, n, d), view(k, m, e), view(v, m, f), options);
  state.results[0] = std::move(r.output);
  state.results[1] = std::move(r.scores);
  state.results[2] = std::move(r.weights);
}

/// q [n,e], k and v [m,e], weights [e,e], biases [e]. Results: output [n,e], and unless `output_only`, weights [h,n,m].
EXPORTED("multi_head_attention")
void multi_head_attention(const Real* q, const Real* k, const Real* v, int n, int m, int e, const Real* wq, const Real* wk, const Real* wv,
                          const Real* wo, const Real* bq, const Real* bk, const Real* bv, const Real* bo, int heads,
                          const std::uint8_t* mask, bool output_only) {
  const OptionalMask allowed(mask, n, m);
  const kernels::MultiHeadWeights weights{owned(wq, e, e), owned(wk, e, e), owned(wv, e, e), owned(wo, e, e),
                                          owned(bq, 1, e), owned(bk, 1, e), owned(bv, 1, e), owned(bo, 1, e)};
  if (output_only) {
    state.results[0] = kernels::multi_head_attention_output(view(q, n, e), view(k, m, e), view(v, m, e), weights, heads, allowed.get());
    return;
  }
  kernels::MultiHead r = kernels::multi_head_attention(view(q, n, e), view(k, m, e), view(v, m, e), weights, heads, allowed.get());
  state.results[0] = std::move(r.output);
  state.results[1] = stacked(r.weights);
}

/// cell in the order of kernels::Cell with g gates; x [t,i], wx [i,g u], wh [u,g u], bx and bh [g u], h0 and c0 [u]. Results: h [t,u],
/// and for lstm c [t,u].
EXPORTED("recurrent")
void recurrent(int cell, const Real* x, int t, int i, const Real* wx, const Real* wh, int u, const Real* bx, const Real* bh, const Real* h0,
               const Real* c0) {
  const auto kind = static_cast<kernels::Cell>(cell);
  const int all = kernels::gate_count(kind) * u;
  const auto bias = [all](const Real* b) { return b ? Mat(view(b, 1, all)) : Mat::Zero(1, all); };
  const kernels::RecurrentWeights weights{view(wx, i, all), view(wh, u, all), bias(bx), bias(bh)};
  kernels::Recurrence r = kernels::recurrent(kind, view(x, t, i), weights, owned(h0, 1, u), owned(c0, 1, u));
  state.results[0] = std::move(r.h);
  state.results[1] = std::move(r.c);
}

/// x [n,d], gamma and beta [d]. Result 0: output [n,d].
EXPORTED("layer_norm") void layer_norm(const Real* x, int n, int d, const Real* gamma, const Real* beta, Real epsilon) {
  state.results[0] = kernels::layer_norm(view(x, n, d), view(gamma, 1, d), view(beta, 1, d), epsilon).output;
}

}  // extern "C"
}  // namespace attn::programs
