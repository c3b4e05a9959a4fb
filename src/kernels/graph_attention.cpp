// Attention over the neighbours in a graph, and the same over all pairs of nodes.
#include <algorithm>

#include "base/check.h"
#include "kernels/graph_layers.h"
#include "kernels/graph_rows.h"
#include "kernels/matmul.h"
#include "kernels/softmax.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

void check_square(const Mask& mask) { CHECK(mask.rows() == mask.cols(), "graph_attention: the mask is ", shape(mask)); }

bool fits(const ConstView& m, Index rows, Index cols) { return m.rows() == rows && m.cols() == cols; }

/// CHECKs the weights and options for a graph with `nodes` nodes.
void check(const GraphAttentionInput& in, Index nodes) {
  const GraphAttentionOptions& o = in.options;
  CHECK(o.version == 1 || o.version == 2, "graph_attention: version ", o.version);
  CHECK(o.slope >= 0, "graph_attention: a slope of ", o.slope);
  CHECK(in.x.rows() == nodes && in.x.cols() == in.w.rows(), "graph_attention: x is ", shape(in.x), ", w is ", shape(in.w),
        ", the graph has ", nodes, " nodes");
  CHECK(o.heads > 0 && in.w.cols() % o.heads == 0, "graph_attention: ", o.heads, " heads, w is ", shape(in.w));
  const Index width = in.w.cols() / o.heads;
  CHECK(fits(in.a_source, o.heads, width), "graph_attention: ", o.heads, " heads of ", width, ", a_source is ", shape(in.a_source));
  if (o.version == 1)
    CHECK(fits(in.a_target, o.heads, width) && in.w_source.size() == 0, "graph_attention: ", o.heads, " heads of ", width, ", a_target is ",
          shape(in.a_target), ", w_source is ", shape(in.w_source));
  else
    CHECK(in.w_source.size() == 0 || fits(in.w_source, in.w.rows(), in.w.cols()), "graph_attention: w is ", shape(in.w), ", w_source is ",
          shape(in.w_source));
}

edges::Heads heads_of(const GraphAttentionInput& in) { return {in.graph, in.options.heads, in.w.cols() / in.options.heads}; }

/// In version 2 the features of the nodes as those that look.
const Out& source_of(const GraphAttentionInput& in, const GraphAttentionOutput& out) {
  return in.w_source.size() > 0 ? out.source_features : out.features;
}

/// The factors in the weighted sum: the weights or, written to `room`, the weights after dropout.
const Real* summed_weights(const GraphAttentionInput& in, const Out& weights, Real* room) {
  if (!in.drops) return weights.data();
  for (Index k = 0; k < weights.size(); ++k) room[k] = weights.data()[k] * in.drops[k];
  return room;
}

void join(const Out& heads, const GraphAttentionOptions& o, Out output) {
  if (o.join == HeadJoin::concat) {
    if (output.data() != heads.data()) output = heads;
    return;
  }
  output.setZero();
  for (int h = 0; h < o.heads; ++h) output += heads.middleCols(h * output.cols(), output.cols()) / static_cast<Real>(o.heads);
}

/// The gradient of each head's output, given that of the joined output. It is written to `room` where the two differ.
const Real* of_each_head(In d_output, const edges::Heads& s, HeadJoin join, Real* room) {
  if (join == HeadJoin::concat) return d_output.data();
  Eigen::Map<Mat> d_heads(room, d_output.rows(), s.columns());
  for (Index h = 0; h < s.heads; ++h) d_heads.middleCols(h * s.width, s.width) = d_output / static_cast<Real>(s.heads);
  return room;
}

/// Working memory that begins as zeros.
class Zeros : public tiles::Scratch {
 public:
  explicit Zeros(Index size) : Scratch(size) { std::fill(data(), data() + size, Real(0)); }
};

/// Adds the gradients of the features and of a, given those of the scores.
void scores_vjp(const GraphAttentionInput& in, const GraphAttentionOutput& forward, const Real* d_scores, Eigen::Map<Mat> d_features,
                GraphAttentionGradient& gradient) {
  const edges::Heads s = heads_of(in);
  const Real *features = forward.features.data(), *a_source = in.a_source.data(), slope = in.options.slope;
  if (in.options.version == 1) {
    const Index parts = in.x.rows() * s.heads;
    Zeros d_source(parts), d_target(parts);
    edges::add_part_scores_vjp(s, forward.scores.data(), slope, d_scores, d_source.data(), d_target.data());
    edges::add_parts_vjp(s, features, a_source, d_source.data(), d_features.data(), gradient.d_a_source.data());
    edges::add_parts_vjp(s, features, in.a_target.data(), d_target.data(), d_features.data(), gradient.d_a_target.data());
    return;
  }
  const bool shared = in.w_source.size() == 0;
  Zeros own(shared ? 0 : d_features.size());
  edges::add_feature_scores_vjp(s, source_of(in, forward).data(), features, a_source, slope, d_scores,
                                {shared ? d_features.data() : own.data(), d_features.data(), gradient.d_a_source.data()});
  if (!shared)
    add_product_vjp(in.x, in.w_source, Eigen::Map<Mat>(own.data(), d_features.rows(), d_features.cols()), gradient.d_x,
                    gradient.d_w_source);
}

}  // namespace

void check_graph_attention(const GraphAttentionInput& in) { check(in, in.graph->nodes()); }

void graph_attention_into(const GraphAttentionInput& in, GraphAttentionOutput out) {
  check_graph_attention(in);
  const edges::Heads s = heads_of(in);
  const GraphAttentionOptions& o = in.options;
  const Real* features = out.features.data();
  product_into(in.x, in.w, out.features);
  if (o.version == 1) {
    edges::parts(s, features, in.a_source.data(), out.source_parts.data());
    edges::parts(s, features, in.a_target.data(), out.target_parts.data());
    edges::part_scores(s, out.source_parts.data(), out.target_parts.data(), o.slope, out.scores.data());
  } else {
    if (in.w_source.size() > 0) product_into(in.x, in.w_source, out.source_features);
    edges::feature_scores(s, source_of(in, out).data(), features, in.a_source.data(), o.slope, out.scores.data());
  }
  edges::softmax(s, out.scores.data(), out.weights.data());
  tiles::Scratch room(in.drops ? out.weights.size() : 0);
  edges::weighted_sum(s, summed_weights(in, out.weights, room.data()), features, out.heads.data());
  join(out.heads, o, out.output);
}

void add_graph_attention_vjp(const GraphAttentionInput& in, const GraphAttentionOutput& forward, In d_output,
                             GraphAttentionGradient gradient) {
  check_graph_attention(in);
  const edges::Heads s = heads_of(in);
  const HeadJoin join = in.options.join;
  CHECK(d_output.rows() == in.x.rows() && d_output.cols() == (join == HeadJoin::concat ? s.columns() : s.width),
        "graph_attention_vjp: x is ", shape(in.x), ", ", s.heads, " heads of ", s.width, ", d_output is ", shape(d_output));
  const Index all = forward.features.size();
  Zeros features_room(all);
  Eigen::Map<Mat> d_features(features_room.data(), in.x.rows(), s.columns());
  tiles::Scratch d_scores(s.edge_numbers());
  {
    tiles::Scratch heads_room(join == HeadJoin::mean ? all : 0), room(in.drops ? s.edge_numbers() : 0);
    edges::add_weighted_sum_vjp(s, summed_weights(in, forward.weights, room.data()), forward.features.data(),
                                of_each_head(d_output, s, join, heads_room.data()), d_scores.data(), d_features.data());
  }
  for (Index k = 0; in.drops && k < s.edge_numbers(); ++k) d_scores.data()[k] *= in.drops[k];
  edges::softmax_vjp(s, forward.weights.data(), d_scores.data(), d_scores.data());
  scores_vjp(in, forward, d_scores.data(), d_features, gradient);
  add_product_vjp(in.x, in.w, d_features, gradient.d_x, gradient.d_w);
}

namespace {

GraphAttentionInput input_of(In x, const Neighbours* graph, const GraphAttentionWeights& w, const GraphAttentionOptions& o,
                             const Mat* drops = nullptr) {
  if (drops)
    CHECK(drops->rows() == graph->edges() && drops->cols() == o.heads, "graph_attention: drops are ", shape(*drops), ", edges are ",
          graph->edges(), ", heads ", o.heads);
  return {.x = view_of(x),
          .graph = graph,
          .w = view_of(w.w),
          .w_source = view_of(w.w_source),
          .a_source = view_of(w.a_source),
          .a_target = view_of(w.a_target),
          .options = o,
          .drops = drops ? drops->data() : nullptr};
}

GraphAttentionOutput output_of(GraphAttention& r) {
  return {r.features, r.source_features, r.source_parts, r.target_parts, r.scores, r.weights, r.heads, r.output};
}

}  // namespace

GraphAttention graph_attention(In x, const Neighbours& graph, const GraphAttentionWeights& weights, const GraphAttentionOptions& o,
                               const Mat* drops) {
  const GraphAttentionInput in = input_of(x, &graph, weights, o, drops);
  check_graph_attention(in);
  const Index n = x.rows(), columns = weights.w.cols(), parts = o.version == 1 ? o.heads : 0;
  GraphAttention r;
  r.features.resize(n, columns), r.heads.resize(n, columns);
  if (weights.w_source.size() > 0) r.source_features.resize(n, columns);
  if (parts > 0) r.source_parts.resize(n, parts), r.target_parts.resize(n, parts);
  r.scores.resize(graph.edges(), o.heads), r.weights.resize(graph.edges(), o.heads);
  r.output.resize(n, o.join == HeadJoin::concat ? columns : columns / o.heads);
  graph_attention_into(in, output_of(r));
  return r;
}

GraphAttentionGrads graph_attention_vjp(In x, const Neighbours& graph, const GraphAttentionWeights& w, const GraphAttentionOptions& o,
                                        const GraphAttention& forward, In d_output, const Mat* drops) {
  const auto zeros = [](In like) { return Mat(Mat::Zero(like.rows(), like.cols())); };
  GraphAttentionGrads grads{zeros(x), {zeros(w.w), zeros(w.w_source), zeros(w.a_source), zeros(w.a_target)}};
  GraphAttentionWeights& d = grads.d_weights;
  GraphAttention kept = forward;
  add_graph_attention_vjp(input_of(x, &graph, w, o, drops), output_of(kept), Mat(d_output),
                          {grads.d_x, d.w, d.w_source, d.a_source, d.a_target});
  return grads;
}

DenseGraphAttention graph_attention_reference(In x, const Mask& mask, const GraphAttentionWeights& weights,
                                              const GraphAttentionOptions& o) {
  check_square(mask);
  check(input_of(x, nullptr, weights, o), mask.rows());
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
  r.output.resize(n, o.join == HeadJoin::concat ? r.heads.cols() : width);
  join(r.heads, o, r.output);
  return r;
}

}  // namespace attn::kernels
