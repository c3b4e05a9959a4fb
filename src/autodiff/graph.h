// Operations over graphs: convolution, attention over neighbours, means over graphs, products of pairs of nodes. kernels/graph.h has the
// mathematics and the letters.
//
// A graph must outlive the tape's use of it.
#pragma once

#include <span>

#include "autodiff/tape.h"
#include "base/graph.h"
#include "base/rng.h"
#include "kernels/graph.h"

namespace attn::autodiff {

struct GraphConvolved {
  Var output;    ///< [n,o]
  Var features;  ///< [n,o]; only for reading, since it passes on no gradient
  Var weights;   ///< [m,1]; likewise
};
/// x [n,f], w [f,o], strengths [m,1] or absent.
GraphConvolved graph_convolution(Var x, const Neighbours& graph, Var w, Var strengths = {});

struct GraphAttentionVars {
  Var w;         ///< [f, h o]
  Var w_source;  ///< [f, h o], or absent; version 2 only
  Var a_source;  ///< [h,o]
  Var a_target;  ///< [h,o], version 1 only
};
struct GraphAttended {
  Var output;    ///< [n, h o] or [n,o]
  Var features;  ///< [n, h o]; only for reading, since it passes on no gradient
  Var scores;    ///< [m,h]; likewise
  Var weights;   ///< [m,h] before dropout; likewise
};
/// x [n,f]. Each weight is dropped with the probability `drop` where the tape records and `rng` is given.
GraphAttended graph_attention(Var x, const Neighbours& graph, const GraphAttentionVars& weights,
                              const kernels::GraphAttentionOptions& options, Real drop = 0, Rng* rng = nullptr);

/// x where x > 0, else exp(x) - 1 (Clevert et al. 2016, with alpha = 1).
Var elu(Var x);
/// x [n,d] -> the mean of rows first[i] ... first[i + 1] - 1 as row i [g,d], zeros where there are none. `first` is copied.
Var mean_of_rows(Var x, std::span<const int> first);
/// x [n,d] -> x_from . x_to of each pair [p,1]. The pairs are copied.
Var pair_products(Var x, std::span<const Tie> pairs);
/// The mean [1,1] over logits [p,1], p > 0, of -log sigma(logit) where the target is 1 and -log sigma(-logit) where it is 0. Targets are
/// copied.
Var binary_cross_entropy(Var logits, std::span<const int> targets);

}  // namespace attn::autodiff
