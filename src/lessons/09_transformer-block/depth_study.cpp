#include "lessons/09_transformer-block/depth_study.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "base/rng.h"
#include "kernels/cross_entropy.h"
#include "kernels/matmul.h"

namespace attn::lessons::transformer_block {
namespace {

using kernels::EncoderLayer, kernels::EncoderLayerWeights, kernels::NormPlace;

/// What the stacks have in common.
struct Stack {
  std::vector<EncoderLayerWeights> blocks;
  Mat input, readout;
  std::vector<int> targets;
};

Mat drawn(Index rows, Index cols, Rng& rng) { return normal_matrix(rows, cols, rng, 1 / std::sqrt(static_cast<double>(rows))); }

Stack stack_of(int depth, Rng rng) {
  const Index d = kStackWidth, f = kStackHidden;
  Stack s;
  s.input = normal_matrix(kStackTokens, d, rng);
  s.readout = drawn(d, kStackClasses, rng);
  for (int i = 0; i < kStackTokens; ++i) s.targets.push_back(static_cast<int>(rng.below(kStackClasses)));
  for (int l = 0; l < depth; ++l) {
    EncoderLayerWeights w;
    w.attention.wq = drawn(d, d, rng), w.attention.wk = drawn(d, d, rng);
    w.attention.wv = drawn(d, d, rng), w.attention.wo = drawn(d, d, rng);
    w.w1 = drawn(d, f, rng), w.w2 = drawn(f, d, rng);
    w.b1 = Mat::Zero(1, f), w.b2 = Mat::Zero(1, d);
    w.gamma1 = w.gamma2 = Mat::Ones(1, d), w.beta1 = w.beta2 = Mat::Zero(1, d);
    s.blocks.push_back(std::move(w));
  }
  return s;
}

double rms_of_all(const Mat& m) { return std::sqrt(static_cast<double>(m.squaredNorm()) / static_cast<double>(m.size())); }

double mean_cosine(const Mat& m) {
  const Index n = m.rows();
  double total = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) total += static_cast<double>(m.row(i).dot(m.row(j)) / (m.row(i).norm() * m.row(j).norm()));
  return 2 * total / static_cast<double>(n * (n - 1));
}

/// x [n,d] through one part of a block: norm(x + part(x)), or norm(part(x)).
Mat through_part(const Mat& x, const EncoderLayerWeights& w, const StackKind& kind) {
  Mat out = kind.parts == Parts::kAttention ? kernels::multi_head_attention_output(x, x, x, w.attention, kStackHeads)
                                            : kernels::product(Mat(kernels::product(x, w.w1).cwiseMax(Real(0))), w.w2);
  if (kind.residual) out += x;
  return kernels::layer_norm(out, w.gamma1, w.beta1).output;
}

/// Adds what happens in one stack to row `row` of `study`; lengths are added as logarithms.
void follow(const Stack& stack, const StackKind& kind, Index row, DepthStudy* study) {
  kernels::EncoderLayerOptions options;
  options.heads = kStackHeads, options.norm = kind.norm, options.residual = kind.residual;
  std::vector<Mat> inputs = {stack.input};
  std::vector<EncoderLayer> layers;
  const auto note = [study, row](Index level, const Mat& stream) {
    study->stream(row, level) += static_cast<Real>(std::log(rms_of_all(stream)));
    study->likeness(row, level) += static_cast<Real>(mean_cosine(stream));
  };
  note(0, stack.input);
  if (kind.parts != Parts::kBoth) {
    Mat x = stack.input;
    for (size_t l = 0; l < stack.blocks.size(); ++l) x = through_part(x, stack.blocks[l], kind), note(static_cast<Index>(l) + 1, x);
    return;
  }
  for (size_t l = 0; l < stack.blocks.size(); ++l) {
    layers.push_back(kernels::encoder_layer(inputs.back(), stack.blocks[l], options));
    inputs.push_back(layers.back().output);
    note(static_cast<Index>(l) + 1, inputs.back());
  }
  const Mat& top = inputs.back();
  const Mat gain = Mat::Ones(1, kStackWidth), shift = Mat::Zero(1, kStackWidth);
  const bool last_norm = kind.norm == NormPlace::pre;
  const kernels::LayerNorm normed = last_norm ? kernels::layer_norm(top, gain, shift) : kernels::LayerNorm{};
  const Mat logits = kernels::product(last_norm ? normed.output : top, stack.readout);
  Mat probabilities(logits.rows(), logits.cols()), d_logits = Mat::Zero(logits.rows(), logits.cols());
  kernels::cross_entropy_into(logits, stack.targets.data(), 0, probabilities);
  kernels::add_cross_entropy_vjp(probabilities, stack.targets.data(), 0, 1, d_logits);
  Mat d = kernels::product_bt(d_logits, stack.readout);
  if (last_norm) d = kernels::layer_norm_vjp(top, gain, normed, d).d_x;
  for (size_t l = stack.blocks.size(); l-- > 0;) {
    const kernels::EncoderLayerGrads grads = kernels::encoder_layer_vjp(inputs[l], stack.blocks[l], options, layers[l], d);
    study->gradient(row, static_cast<Index>(l)) += std::log(grads.d_weights.w2.norm());
    d = grads.d_x;
  }
}

DepthStudy computed(int depth, int seed, std::span<const StackKind> kinds) {
  const auto count = static_cast<Index>(kinds.size());
  DepthStudy study{Mat::Zero(count, depth + 1), Mat::Zero(count, depth), Mat::Zero(count, depth + 1)};
  Rng rng(static_cast<std::uint64_t>(seed) + 500);
  for (int draw = 0; draw < kStackDraws; ++draw) {
    const Stack stack = stack_of(depth, rng.split());
    for (Index k = 0; k < count; ++k) follow(stack, kinds[static_cast<size_t>(k)], k, &study);
  }
  const Real share = Real(1) / kStackDraws;
  for (Mat* logarithms : {&study.stream, &study.gradient}) *logarithms = (share * logarithms->array()).exp().matrix();
  study.likeness *= share;
  if (std::any_of(kinds.begin(), kinds.end(), [](const StackKind& kind) { return kind.parts != Parts::kBoth; }))
    study.gradient = Mat(0, depth);
  return study;
}

}  // namespace

const DepthStudy& study_depth(int depth, int seed, std::span<const StackKind> kinds) {
  using Wanted = std::tuple<int, int, const StackKind*, size_t>;
  static thread_local Wanted kept_for{};
  static thread_local DepthStudy kept;
  const Wanted wanted{depth, seed, kinds.data(), kinds.size()};
  if (wanted != kept_for) kept = computed(depth, seed, kinds), kept_for = wanted;
  return kept;
}

}  // namespace attn::lessons::transformer_block
