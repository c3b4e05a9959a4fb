// SIMD loops of graph layers along the edges: scores, softmax over the neighbours, weighted sums, and their gradients. graph_layers.h
// combines them; graph.h has the letters.
//
// The numbers of edges are [m,h], the parts of nodes [n,h], the features of nodes [n, h o], all without gaps. Functions with `add_` add to
// every gradient that they are given.
#pragma once

#include "base/graph.h"
#include "base/mat.h"

namespace attn::kernels::edges {

/// A graph with h heads of width o.
struct Heads {
  const Neighbours* graph = nullptr;
  Index heads = 1, width = 0;
  Index columns() const { return heads * width; }
  Index edge_numbers() const { return static_cast<Index>(graph->seen.size()) * heads; }
};

/// 1 / sqrt(d_i d_j) of each edge [m], as symmetric_norms().
void norms(const Neighbours& graph, Real* norms);

/// parts_ih = a_h . features_ih, with a [h,o].
void parts(const Heads& s, const Real* features, const Real* a, Real* parts);
void add_parts_vjp(const Heads& s, const Real* features, const Real* a, const Real* d_parts, Real* d_features, Real* d_a);

/// scores = leakyReLU(source_i + target_j), of parts.
void part_scores(const Heads& s, const Real* source, const Real* target, Real slope, Real* scores);
void add_part_scores_vjp(const Heads& s, const Real* scores, Real slope, const Real* d_scores, Real* d_source, Real* d_target);

/// scores = a_h . leakyReLU(source_ih + target_jh), of features.
void feature_scores(const Heads& s, const Real* source, const Real* target, const Real* a, Real slope, Real* scores);
struct FeatureScoresGradient {
  Real* d_source = nullptr;  ///< [n, h o], may be d_target
  Real* d_target = nullptr;  ///< [n, h o]
  Real* d_a = nullptr;       ///< [h,o]
};
void add_feature_scores_vjp(const Heads& s, const Real* source, const Real* target, const Real* a, Real slope, const Real* d_scores,
                            const FeatureScoresGradient& gradient);

/// Softmax over the edges of each node, for each head.
void softmax(const Heads& s, const Real* scores, Real* weights);
/// d_scores may be d_weights.
void softmax_vjp(const Heads& s, const Real* weights, const Real* d_weights, Real* d_scores);

/// out_ih = sum_j weights_ijh features_jh; zeros where i sees nobody.
void weighted_sum(const Heads& s, const Real* weights, const Real* features, Real* out);
/// A gradient that is not needed is null. d_weights is written, not added to.
void add_weighted_sum_vjp(const Heads& s, const Real* weights, const Real* features, const Real* d_out, Real* d_weights, Real* d_features);

/// y = x where x > 0, else exp(x) - 1; n numbers.
void elu(const Real* x, Real* y, Index n);
/// d_x += d_y where y > 0, else d_y (y + 1).
void add_elu_vjp(const Real* y, const Real* d_y, Real* d_x, Index n);

}  // namespace attn::kernels::edges
