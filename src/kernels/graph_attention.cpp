// Attention over the neighbours in a graph, and the same over all pairs of nodes.
#include "base/check.h"
#include "kernels/graph.h"
#include "kernels/graph_rows.h"
#include "kernels/matmul.h"
#include "kernels/softmax.h"

namespace attn::kernels {
namespace {

void check_square(const Mask& mask) { CHECK(mask.rows() == mask.cols(), "graph_attention: the mask is ", shape(mask)); }

void check(In x, Index nodes, const GraphAttentionWeights& weights, const GraphAttentionOptions& o) {
  const Mat& w = weights.w;
  CHECK(o.version == 1 || o.version == 2, "graph_attention: version ", o.version);
  CHECK(o.slope >= 0, "graph_attention: a slope of ", o.slope);
  CHECK(x.rows() == nodes && x.cols() == w.rows(), "graph_attention: x is ", shape(x), ", w is ", shape(w), ", the graph has ", nodes,
        " nodes");
  CHECK(o.heads > 0 && w.cols() % o.heads == 0, "graph_attention: ", o.heads, " heads, w is ", shape(w));
  const Index width = w.cols() / o.heads;
  CHECK(weights.a_source.rows() == o.heads && weights.a_source.cols() == width, "graph_attention: ", o.heads, " heads of ", width,
        ", a_source is ", shape(weights.a_source));
  if (o.version == 1)
    CHECK(weights.a_target.rows() == o.heads && weights.a_target.cols() == width && weights.w_source.size() == 0,
          "graph_attention: ", o.heads, " heads of ", width, ", a_target is ", shape(weights.a_target), ", w_source is ",
          shape(weights.w_source));
  else
    CHECK(weights.w_source.size() == 0 || (weights.w_source.rows() == w.rows() && weights.w_source.cols() == w.cols()),
          "graph_attention: w is ", shape(w), ", w_source is ", shape(weights.w_source));
}

void check_drops(const Mat* drops, const Neighbours& graph, int heads) {
  if (drops)
    CHECK(drops->rows() == graph.edges() && drops->cols() == heads, "graph_attention: drops are ", shape(*drops), ", edges are ",
          graph.edges(), ", heads ", heads);
}

Mat joined(const Mat& heads, const GraphAttentionOptions& o) {
  if (o.join == HeadJoin::concat) return heads;
  const Index width = heads.cols() / o.heads;
  Mat mean = heads.leftCols(width);
  for (int h = 1; h < o.heads; ++h) mean += heads.middleCols(h * width, width);
  return mean / static_cast<Real>(o.heads);
}

/// The gradient of each head's output from that of the joined one.
Mat parted(In d_output, Index columns, const GraphAttentionOptions& o) {
  const Index width = columns / o.heads;
  CHECK(d_output.cols() == (o.join == HeadJoin::concat ? columns : width), "graph_attention_vjp: ", o.heads, " heads of ", width,
        ", d_output is ", shape(d_output));
  if (o.join == HeadJoin::concat) return d_output;
  Mat d_heads(d_output.rows(), columns);
  for (int h = 0; h < o.heads; ++h) d_heads.middleCols(h * width, width) = d_output / static_cast<Real>(o.heads);
  return d_heads;
}

}  // namespace

GraphAttention graph_attention(In x, const Neighbours& graph, const GraphAttentionWeights& weights, const GraphAttentionOptions& o,
                               const Mat* drops) {
  check(x, graph.nodes(), weights, o);
  check_drops(drops, graph, o.heads);
  const edges::Heads s{&graph, o.heads, weights.w.cols() / o.heads};
  GraphAttention r;
  r.features = product(x, weights.w);
  r.scores.resize(graph.edges(), o.heads), r.weights.resize(graph.edges(), o.heads);
  if (o.version == 1) {
    r.source_parts.resize(x.rows(), o.heads), r.target_parts.resize(x.rows(), o.heads);
    edges::parts(s, r.features.data(), weights.a_source.data(), r.source_parts.data());
    edges::parts(s, r.features.data(), weights.a_target.data(), r.target_parts.data());
    edges::part_scores(s, r.source_parts.data(), r.target_parts.data(), o.slope, r.scores.data());
  } else {
    if (weights.w_source.size() > 0) r.source_features = product(x, weights.w_source);
    const Mat& source = weights.w_source.size() > 0 ? r.source_features : r.features;
    edges::feature_scores(s, source.data(), r.features.data(), weights.a_source.data(), o.slope, r.scores.data());
  }
  edges::softmax(s, r.scores.data(), r.weights.data());
  r.heads.resize(x.rows(), weights.w.cols());
  const Mat summed = drops ? Mat(r.weights.cwiseProduct(*drops)) : Mat();
  edges::weighted_sum(s, drops ? summed.data() : r.weights.data(), r.features.data(), r.heads.data());
  r.output = joined(r.heads, o);
  return r;
}

GraphAttentionGrads graph_attention_vjp(In x, const Neighbours& graph, const GraphAttentionWeights& weights, const GraphAttentionOptions& o,
                                        const GraphAttention& forward, In d_output, const Mat* drops) {
  check(x, graph.nodes(), weights, o);
  check_drops(drops, graph, o.heads);
  CHECK(d_output.rows() == x.rows(), "graph_attention_vjp: x is ", shape(x), ", d_output is ", shape(d_output));
  const edges::Heads s{&graph, o.heads, weights.w.cols() / o.heads};
  const auto zeros = [](const Mat& like) { return Mat(Mat::Zero(like.rows(), like.cols())); };
  const Mat d_heads = parted(d_output, weights.w.cols(), o);
  Mat d_features = zeros(forward.features), d_scores(graph.edges(), o.heads);
  const Mat summed = drops ? Mat(forward.weights.cwiseProduct(*drops)) : forward.weights;
  edges::add_weighted_sum_vjp(s, summed.data(), forward.features.data(), d_heads.data(), d_scores.data(), d_features.data());
  if (drops) d_scores = d_scores.cwiseProduct(*drops).eval();
  edges::softmax_vjp(s, forward.weights.data(), d_scores.data(), d_scores.data());

  GraphAttentionGrads grads;
  GraphAttentionWeights& d = grads.d_weights;
  d = {zeros(weights.w), zeros(weights.w_source), zeros(weights.a_source), zeros(weights.a_target)};
  if (o.version == 1) {
    Mat d_source = zeros(forward.source_parts), d_target = zeros(forward.target_parts);
    edges::add_part_scores_vjp(s, forward.scores.data(), o.slope, d_scores.data(), d_source.data(), d_target.data());
    const Real* features = forward.features.data();
    edges::add_parts_vjp(s, features, weights.a_source.data(), d_source.data(), d_features.data(), d.a_source.data());
    edges::add_parts_vjp(s, features, weights.a_target.data(), d_target.data(), d_features.data(), d.a_target.data());
  } else {
    const bool shared = weights.w_source.size() == 0;
    const Mat& source = shared ? forward.features : forward.source_features;
    Mat d_own = zeros(forward.source_features);
    Mat& d_source = shared ? d_features : d_own;
    edges::add_feature_scores_vjp(s, source.data(), forward.features.data(), weights.a_source.data(), o.slope, d_scores.data(),
                                  {d_source.data(), d_features.data(), d.a_source.data()});
    if (!shared) {
      d.w_source = product_at(x, d_own);
      grads.d_x = product_bt(d_own, weights.w_source);
    }
  }
  d.w = product_at(x, d_features);
  const Mat d_x = product_bt(d_features, weights.w);
  grads.d_x = grads.d_x.size() > 0 ? Mat(grads.d_x + d_x) : d_x;
  return grads;
}

DenseGraphAttention graph_attention_reference(In x, const Mask& mask, const GraphAttentionWeights& weights,
                                              const GraphAttentionOptions& o) {
  check_square(mask);
  check(x, mask.rows(), weights, o);
  const Index n = x.rows(), width = weights.w.cols() / o.heads;
  const auto leaky = [&](Real e) { return e > 0 ? e : o.slope * e; };
  DenseGraphAttention r;
  r.features = product_reference(x, weights.w);
  const Mat source = weights.w_source.size() > 0 ? product_reference(x, weights.w_source) : r.features;
  r.heads.resize(n, weights.w.cols());
  for (int h = 0; h < o.heads; ++h) {
    Mat scores = Mat::Zero(n, n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        for (Index c = 0; c < width; ++c) {
          const Real from = source(i, h * width + c), to = r.features(j, h * width + c);
          scores(i, j) +=
              o.version == 1 ? weights.a_source(h, c) * from + weights.a_target(h, c) * to : weights.a_source(h, c) * leaky(from + to);
        }
        if (o.version == 1) scores(i, j) = leaky(scores(i, j));
      }
    r.weights.push_back(softmax_rows_reference(scores, &mask));
    r.heads.middleCols(h * width, width) = product_reference(r.weights.back(), r.features.middleCols(h * width, width));
    r.scores.push_back(std::move(scores));
  }
  r.output = joined(r.heads, o);
  return r;
}

}  // namespace attn::kernels
