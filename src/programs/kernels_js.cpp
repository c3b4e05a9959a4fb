// The C interface of attention-kernels.wasm, which web/kernels/attention-kernels.mjs calls.
//
// The caller must have checked every argument. It asks reserve() for room, writes its arrays there, calls a function with their addresses
// and sizes (in the glossary's letters; address 0 = absent), and reads the results by number with result() before the next call. Results
// stay where the kernels put them, so that nothing is copied twice. Masks have a place of their own, mask(), and a call is told how many
// there are. When memory is used up or a CHECK fails, standard error says so and the module stops; the caller then makes a new one.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "base/mat.h"
#include "kernels/attention.h"
#include "kernels/encoder_layer.h"
#include "kernels/graph.h"
#include "kernels/layer_norm.h"
#include "kernels/memory.h"
#include "kernels/multi_head.h"
#include "kernels/positions.h"
#include "kernels/recurrent.h"
#include "kernels/regression.h"
#include "kernels/softmax.h"

#define EXPORTED(name) __attribute__((export_name(name)))

namespace attn::programs {
namespace {

constexpr int kMaxResults = 4;

/// What the module keeps between two calls: the caller's arguments and the results of the last call.
struct State {
  std::uint8_t* arguments = nullptr;
  size_t capacity = 0;
  std::vector<Mask> masks;
  Mat results[kMaxResults];
};
State state;

[[noreturn]] void stop_without_memory() {
  std::fputs("no memory\n", stderr);
  std::abort();
}
[[maybe_unused]] const std::new_handler kHandlerBefore = std::set_new_handler(stop_without_memory);

using View = Eigen::Map<const Mat>;
View view(const Real* data, int rows, int cols) { return {data, rows, cols}; }

/// A matrix of its own, or an empty one for address 0.
Mat owned(const Real* data, int rows, int cols) { return data ? Mat(view(data, rows, cols)) : Mat(); }

/// The one mask of a call, or null.
const Mask* only_mask(int masks) { return masks > 0 ? &state.masks[0] : nullptr; }

/// A row of n numbers, or no matrix for address 0.
View row(const Real* data, int n) { return {data, data ? 1 : 0, data ? n : 0}; }

/// Matrices of one shape stacked into one.
Mat stacked(const std::vector<Mat>& parts) {
  Mat all(static_cast<Index>(parts.size()) * parts[0].rows(), parts[0].cols());
  for (size_t i = 0; i < parts.size(); ++i) all.middleRows(static_cast<Index>(i) * parts[0].rows(), parts[0].rows()) = parts[i];
  return all;
}

}  // namespace

extern "C" {

/// Room for `bytes` of arguments, aligned to 64 bytes. It is valid until the next call of reserve().
EXPORTED("reserve") std::uint8_t* reserve(size_t bytes) {
  if (bytes > state.capacity || !state.arguments) {
    std::free(state.arguments);
    state.capacity = (bytes + 63) / 64 * 64 + 64;
    state.arguments = static_cast<std::uint8_t*>(std::aligned_alloc(64, state.capacity));
    if (!state.arguments) stop_without_memory();
  }
  return state.arguments;
}

/// Room for mask `index` of the next call, [n,m] bytes of 0 and 1. It is valid until it is asked for again.
EXPORTED("mask") bool* mask(int index, int n, int m) {
  if (state.masks.size() <= static_cast<size_t>(index)) state.masks.resize(static_cast<size_t>(index) + 1);
  Mask& room = state.masks[static_cast<size_t>(index)];
  room.resize(n, m);
  return room.data();
}

/// The place where mask `index` holds something other than 0 and 1, or -1.
EXPORTED("mask_fault") int mask_fault(int index) {
  const Mask& given = state.masks[static_cast<size_t>(index)];
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(given.data());
  const auto size = static_cast<size_t>(given.size());
  const auto good_in = [bytes](size_t at) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes + at, sizeof eight);
    return (eight & ~std::uint64_t{0x0101010101010101}) == 0;
  };
  size_t i = 0;
  while (i + 8 <= size && good_in(i)) i += 8;
  while (i < size && bytes[i] <= 1) ++i;
  return i < size ? static_cast<int>(i) : -1;
}

/// The numbers of result `index` of the last call, row-major.
EXPORTED("result") const Real* result(int index) { return state.results[index].data(); }

/// Whether one of these numbers is NaN. It checks four at a time, because the compiler, which optimises for size here, would not.
EXPORTED("not_a_number") bool not_a_number(int index) {
  using Four = Real __attribute__((vector_size(16), aligned(alignof(Real))));
  const Mat& numbers = state.results[index];
  const Real* data = numbers.data();
  const Index count = numbers.size();
  auto found = Four{} != Four{};
  Index i = 0;
  for (; i + 4 <= count; i += 4) {
    const Four four = *reinterpret_cast<const Four*>(data + i);
    found |= four != four;
  }
  bool any = found[0] || found[1] || found[2] || found[3];
  for (; i < count; ++i) any |= data[i] != data[i];
  return any;
}

/// The name of value `i` of kernels::Score, NUL-terminated, which the caller may use instead of its number; null beyond the last.
EXPORTED("score_name") const char* score_name(int i) {
  return i < kernels::kScoreCount ? kernels::to_name(static_cast<kernels::Score>(i)).data() : nullptr;
}

/// The same for kernels::RegressionKernel.
EXPORTED("regression_kernel_name") const char* regression_kernel_name(int i) {
  return i < kernels::kRegressionKernelCount ? kernels::to_name(static_cast<kernels::RegressionKernel>(i)).data() : nullptr;
}

/// The same for kernels::NormPlace.
EXPORTED("norm_place_name") const char* norm_place_name(int i) {
  return i < kernels::kNormPlaceCount ? kernels::to_name(static_cast<kernels::NormPlace>(i)).data() : nullptr;
}

/// The same for kernels::Activation.
EXPORTED("activation_name") const char* activation_name(int i) {
  return i < kernels::kActivationCount ? kernels::to_name(static_cast<kernels::Activation>(i)).data() : nullptr;
}

/// Result 0: weights [n,m].
EXPORTED("softmax") void softmax(const Real* scores, int n, int m, int masks) {
  state.results[0] = kernels::softmax_rows(view(scores, n, m), only_mask(masks));
}

/// x, y [m], queries [g], kernel in the order of kernels::RegressionKernel. Results: output [g], weights [g,m].
EXPORTED("nadaraya_watson")
void nadaraya_watson(const Real* x, const Real* y, int m, const Real* queries, int g, int kernel, Real width) {
  kernels::Regression r =
      kernels::nadaraya_watson(view(x, m, 1), view(y, m, 1), view(queries, g, 1), static_cast<kernels::RegressionKernel>(kernel), width);
  state.results[0] = std::move(r.output);
  state.results[1] = std::move(r.weights);
}

/// All `heads` at once: q [h,n,d], k [h,m,e], v [h,m,f], score in the order of kernels::Score, bilinear [d,e], wq [d,a], wk [e,a], w [a].
/// There may be no mask, one for all heads, or one for each. Results: output [h,n,f] and, unless `output_only`, scores and weights [h,n,m].
EXPORTED("attention")
void attention(const Real* q, int n, int d, const Real* k, int m, int e, const Real* v, int f, int heads, int masks, bool causal,
               Real temperature, int score, const Real* bilinear, const Real* wq, const Real* wk, const Real* w, int a, bool output_only) {
  kernels::AttentionOptions options{static_cast<kernels::Score>(score),
                                    {owned(bilinear, d, e), owned(wq, d, a), owned(wk, e, a), owned(w, a, 1)},
                                    only_mask(masks),
                                    temperature,
                                    causal};
  Mat& output = state.results[0];
  output.resize(heads * n, f);
  const int together = masks > 1 ? 1 : heads;
  Mat &scores = state.results[1], &weights = state.results[2];
  if (!output_only) scores.resize(heads * n, m), weights.resize(heads * n, m);
  for (int h = 0; h < heads; h += output_only ? together : 1) {
    if (masks > 1) options.mask = &state.masks[static_cast<size_t>(h)];
    const Real *qh = q + h * n * d, *kh = k + h * m * e, *vh = v + h * m * f;
    if (output_only) {
      kernels::stacked_attention_output_into(view(qh, together * n, d), view(kh, together * m, e), view(vh, together * m, f), together,
                                             options, output.middleRows(h * n, together * n));
      continue;
    }
    const kernels::Attention one = kernels::attention(view(qh, n, d), view(kh, m, e), view(vh, m, f), options);
    output.middleRows(h * n, n) = one.output;
    scores.middleRows(h * n, n) = one.scores;
    weights.middleRows(h * n, n) = one.weights;
  }
}

/// q [n,e], k and v [m,e], weights [e,e], biases [e]. Results: output [n,e] and, unless `output_only`, weights [h,n,m].
EXPORTED("multi_head_attention")
void multi_head_attention(const Real* q, const Real* k, const Real* v, int n, int m, int e, const Real* wq, const Real* wk, const Real* wv,
                          const Real* wo, const Real* bq, const Real* bk, const Real* bv, const Real* bo, int heads, int masks, bool causal,
                          bool output_only) {
  const Mask* allowed = only_mask(masks);
  const kernels::MultiHeadWeights weights{owned(wq, e, e), owned(wk, e, e), owned(wv, e, e), owned(wo, e, e),
                                          owned(bq, 1, e), owned(bk, 1, e), owned(bv, 1, e), owned(bo, 1, e)};
  if (output_only) {
    state.results[0] = kernels::multi_head_attention_output(view(q, n, e), view(k, m, e), view(v, m, e), weights, heads, allowed, causal);
    return;
  }
  kernels::MultiHead r = kernels::multi_head_attention(view(q, n, e), view(k, m, e), view(v, m, e), weights, heads, allowed, causal);
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

/// x [n,e], projections [e,e], biases [e], w1 [e,f], b1 [f], w2 [f,e], b2 [e], gammas and betas [e]; norm and activation in the order of
/// kernels::NormPlace and kernels::Activation. Result 0: output [n,e].
EXPORTED("encoder_layer")
void encoder_layer(const Real* x, int n, int e, int f, const Real* wq, const Real* wk, const Real* wv, const Real* wo, const Real* bq,
                   const Real* bk, const Real* bv, const Real* bo, const Real* w1, const Real* b1, const Real* w2, const Real* b2,
                   const Real* gamma1, const Real* beta1, const Real* gamma2, const Real* beta2, int heads, int masks, bool causal,
                   int norm, int activation, Real epsilon) {
  const kernels::EncoderLayerViews weights{view(wq, e, e), view(wk, e, e), view(wv, e, e), view(wo, e, e), row(bq, e),     row(bk, e),
                                           row(bv, e),     row(bo, e),     row(gamma1, e), row(beta1, e),  row(gamma2, e), row(beta2, e),
                                           view(w1, e, f), row(b1, f),     view(w2, f, e), row(b2, e)};
  state.results[0].resize(n, e);
  kernels::encoder_layer_output_into(view(x, n, e), weights,
                                     {.heads = heads,
                                      .norm = static_cast<kernels::NormPlace>(norm),
                                      .activation = static_cast<kernels::Activation>(activation),
                                      .causal = causal,
                                      .mask = only_mask(masks),
                                      .epsilon = epsilon},
                                     state.results[0]);
}

/// x [n,f]; mask 0 [n,n] says which nodes a node (row) sees; w [h,f,o], or for version 2 with `whole` [h,2f,o]; a_source and a_target [h,o]
/// (version 2 has no a_target). Results: output [n, h o], or with `mean` [n,o], and, unless `output_only`, weights [h,n,n].
EXPORTED("graph_attention")
void graph_attention(const Real* x, int n, int f, const Real* w, int h, int o, const Real* a_source, const Real* a_target, Real slope,
                     bool mean, int version, bool whole, bool output_only) {
  const Index rows = whole ? 2 * f : f;
  kernels::GraphAttentionWeights weights{Mat(f, h * o), Mat(whole ? f : 0, whole ? h * o : 0), owned(a_source, h, o),
                                         owned(a_target, h, o)};
  for (int head = 0; head < h; ++head) {
    const View one(w + head * rows * o, rows, o);
    weights.w.middleCols(head * o, o) = one.bottomRows(f);
    if (whole) weights.w_source.middleCols(head * o, o) = one.topRows(f);
  }
  const Neighbours graph = neighbours(state.masks[0]);
  kernels::GraphAttention r = kernels::graph_attention(
      view(x, n, f), graph, weights,
      {.heads = h, .version = version, .join = mean ? kernels::HeadJoin::mean : kernels::HeadJoin::concat, .slope = slope});
  state.results[0] = std::move(r.output);
  if (output_only) return;
  state.results[1].resize(h * n, n);
  for (int head = 0; head < h; ++head) state.results[1].middleRows(head * n, n) = kernels::dense(graph, r.weights, head);
}

/// memory [n,w], key [w], shift [s], previous [n]. Results: content, gated, shifted, weights [n].
EXPORTED("ntm_address")
void ntm_address(const Real* memory, int n, int w, const Real* key, Real strength, Real gate, const Real* shift, int s, Real sharpen,
                 const Real* previous) {
  kernels::Address a =
      kernels::address(view(memory, n, w), {view(key, 1, w), strength, gate, view(shift, 1, s), sharpen}, view(previous, 1, n));
  state.results[0] = std::move(a.content);
  state.results[1] = std::move(a.gated);
  state.results[2] = std::move(a.shifted);
  state.results[3] = std::move(a.weights);
}

/// memory [n,w], weights [n]. Result 0: [w].
EXPORTED("ntm_read") void ntm_read(const Real* memory, int n, int w, const Real* weights) {
  state.results[0] = kernels::read_memory(view(memory, n, w), view(weights, 1, n));
}

/// memory [n,w], weights [n], erase and add [w]. Result 0: [n,w].
EXPORTED("ntm_write") void ntm_write(const Real* memory, int n, int w, const Real* weights, const Real* erase, const Real* add) {
  state.results[0] = kernels::write_memory(view(memory, n, w), view(weights, 1, n), view(erase, 1, w), view(add, 1, w));
}

/// Result 0: [t,d], sines and cosines, or with `rotary` cosines and sines.
EXPORTED("positional_encoding") void positional_encoding(bool rotary, int t, int d, Real base, int first) {
  state.results[0] = rotary ? kernels::rotations(t, d, base, first) : kernels::sinusoidal_positions(t, d, base, first);
}

}  // extern "C"
}  // namespace attn::programs
