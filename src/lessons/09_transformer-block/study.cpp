#include "lessons/09_transformer-block/study.h"

#include <cmath>

#include "base/resized.h"
#include "base/rng.h"
#include "kernels/layer_norm.h"
#include "kernels/mask.h"
#include "kernels/matmul.h"
#include "kernels/positions.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::transformer_block {
namespace {

using kernels::NormPlace;

/// Each matrix has a random generator of its own, so that widening the hidden layer leaves the attention as it is.
kernels::EncoderLayerWeights initial_weights(const Params& p) {
  Rng seeds(static_cast<std::uint64_t>(p.seed) + 1000);
  const Index d = p.width(), f = p.hidden();
  const auto made = [&seeds](Index rows, Index cols) {
    Rng rng = seeds.split();
    return normal_matrix(rows, cols, rng, 1 / std::sqrt(static_cast<double>(rows)));
  };
  kernels::EncoderLayerWeights w;
  w.attention.wq = made(d, d), w.attention.wk = made(d, d), w.attention.wv = made(d, d), w.attention.wo = made(d, d);
  w.w1 = made(d, f), w.w2 = made(f, d);
  w.b1 = Mat::Zero(1, f), w.b2 = Mat::Zero(1, d);
  w.gamma1 = w.gamma2 = Mat::Ones(1, d), w.beta1 = w.beta2 = Mat::Zero(1, d);
  if (p.cut > 0) w.attention.wo.middleRows((p.cut - 1) * p.head_width(), p.head_width()).setZero();
  return w;
}

kernels::EncoderLayerOptions options(const Params& p, const compute::Backend& backend) {
  kernels::EncoderLayerOptions o;
  o.attention = backend.multi_head_attention, o.feed_forward = backend.feed_forward;
  o.heads = p.heads(), o.norm = p.norm, o.activation = p.activation;
  o.residual = p.residual, o.scale = p.scale, o.causal = p.causal;
  return o;
}

Block block_of(const Params& p, const Mat& embeddings, const compute::Backend& backend) {
  Block b;
  b.params = p;
  b.positions = p.positions ? kernels::sinusoidal_positions(embeddings.rows(), p.width()) : Mat::Zero(embeddings.rows(), p.width());
  b.input = embeddings + b.positions;
  b.weights = initial_weights(p);
  b.layer = kernels::encoder_layer(b.input, b.weights, options(p, backend));
  return b;
}

long_text::LongHead make_long_head(const Params& p, const Result& r) {
  long_text::LongHead head;
  head.asking = sentence::tokens(p.text_of_many.text.empty() ? long_text::tale() : p.text_of_many.text, long_text::kMostTokens);
  head.answering = head.asking;
  const auto n = static_cast<Index>(head.asking.size());
  Mat x = sentence::embeddings(head.asking, p.width());
  if (p.positions) x += kernels::sinusoidal_positions(n, p.width());
  const kernels::EncoderLayerWeights& w = r.block.weights;
  if (p.norm == NormPlace::pre) x = kernels::layer_norm(x, w.gamma1, w.beta1).output;
  const Index width = p.head_width(), first = (p.head - 1) * width;
  head.q = kernels::product(x, w.attention.wq.middleCols(first, width));
  head.k = kernels::product(x, w.attention.wk.middleCols(first, width));
  if (p.scale) head.scale = 1 / std::sqrt(static_cast<Real>(width));
  if (p.causal) head.allowed = kernels::causal_mask(n, n);
  long_text::attend(&head, *r.backend);
  return head;
}

double deviation(const Mat& m) {
  const Eigen::ArrayXd x = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>(m.data(), m.size()).cast<double>();
  return std::sqrt((x - x.mean()).square().mean());
}

ScoreSpread spread_of(const Params& p) {
  constexpr Index kTokensDrawn = 24;
  constexpr int kMatricesDrawn = 40;
  Rng rng(static_cast<std::uint64_t>(p.seed) + 77);
  const Index d = p.width(), width = p.head_width();
  const double initial = 1 / std::sqrt(static_cast<double>(d));
  Mat scores(kMatricesDrawn * p.heads() * kTokensDrawn, kTokensDrawn);
  for (Index at = 0; at < scores.rows();) {
    const Mat x = normal_matrix(kTokensDrawn, d, rng);
    const Mat q = kernels::product(x, normal_matrix(d, d, rng, initial)), k = kernels::product(x, normal_matrix(d, d, rng, initial));
    for (int h = 0; h < p.heads(); ++h, at += kTokensDrawn)
      scores.middleRows(at, kTokensDrawn) = kernels::product_bt(q.middleCols(h * width, width), k.middleCols(h * width, width));
  }
  const double plain = deviation(scores);
  ScoreSpread s{Mat(3, 1)};
  s.deviation << static_cast<Real>(plain), static_cast<Real>(plain / std::sqrt(static_cast<double>(width))),
      static_cast<Real>(plain / std::sqrt(static_cast<double>(d)));
  return s;
}

}  // namespace

const Mat& Block::norm_input(bool second) const {
  const bool pre = params.norm == NormPlace::pre;
  return second ? (pre ? layer.sum1 : layer.sum2) : (pre ? input : layer.sum1);
}

const Mat& Block::norm_output(bool second) const {
  if (!has_norm()) return norm_input(second);
  return second ? layer.norm2.output : layer.norm1.output;
}

Mat Block::products(int h) const {
  const Index width = params.head_width();
  return kernels::product_bt(layer.attention.q.middleCols(h * width, width), layer.attention.k.middleCols(h * width, width));
}

const Mat& Block::middle() const { return params.norm == NormPlace::post ? layer.norm1.output : layer.sum1; }

Real Result::difference() const { return (block.layer.output - beside.layer.output).cwiseAbs().maxCoeff(); }

Result study(const Params& p, const compute::Backend& backend) {
  Result r;
  r.backend = &backend;
  r.tokens = sentence::tokens(p.text, kTokens);
  r.made = sentence::embeddings(r.tokens, p.width());
  r.embeddings = r.made + resized(p.nudge, r.made.rows(), r.made.cols());
  r.block = block_of(p, r.embeddings, backend);
  r.beside = p.beside == Beside::kNothing ? r.block : block_of(other_params(p), r.embeddings, backend);
  r.spread = spread_of(p);
  return r;
}

namespace {

std::string long_key(const Params& p, const Result& r) {
  static const params::Table<Params> table = Params::table();
  return "transformer-block " + std::string(r.backend->name) +
         long_text::key_of(table.rows(), {"long-text", "width", "heads", "head", "scale", "causal", "positions", "norm", "seed"}, &p);
}

}  // namespace

const long_text::LongHead& long_head(const Params& p, const Result& r) {
  return long_text::kept(long_key(p, r), [&] { return make_long_head(p, r); });
}

course::Tensor read_long_weights(const Params& p, const Result& r) {
  return long_text::read_weights(long_text::find_kept(long_key(p, r)), p.text_of_many);
}

Real rms(In row) { return std::sqrt(row.squaredNorm() / static_cast<Real>(row.size())); }

}  // namespace attn::lessons::transformer_block
