// Layers over graphs: convolution with fixed or learned weights, attention over neighbours. kernels/graph.h has the mathematics and the
// letters.
#pragma once

#include <string>

#include "autodiff/graph.h"
#include "nn/layers.h"

namespace attn::nn {

class GraphConvolution {
 public:
  GraphConvolution() = default;
  /// The parameters are "<name>.w" [in, out], "<name>.b" [1, out] and, where `edges` > 0, "<name>.strengths" [edges, 1]. The strengths are
  /// factors on the norms of one particular graph, for which the layer then is; they are 1 initially.
  GraphConvolution(Parameters& parameters, const std::string& name, Index in, Index out, int edges, Rng& rng);
  /// The convolution with the bias added.
  autodiff::GraphConvolved operator()(autodiff::Tape& tape, autodiff::Var x, const Neighbours& graph) const;

 private:
  Parameter *w_ = nullptr, *b_ = nullptr, *strengths_ = nullptr;
};

class GraphAttention {
 public:
  GraphAttention() = default;
  /// The parameters are "<name>.w" [in, h o], "<name>.w_source" (version 2), "<name>.a_source" [h,o], "<name>.a_target" (version 1), and
  /// "<name>.b" [1, h o], or [1,o] where the heads are averaged. `width` is the width o of a head.
  GraphAttention(Parameters& parameters, const std::string& name, Index in, Index width, const kernels::GraphAttentionOptions& options,
                 Rng& rng);
  /// The attention with the bias added. Where `rng` is given, each weight is dropped with the probability `drop`.
  autodiff::GraphAttended operator()(autodiff::Tape& tape, autodiff::Var x, const Neighbours& graph, Real drop, Rng* rng) const;

 private:
  kernels::GraphAttentionOptions options_;
  Parameter *w_ = nullptr, *w_source_ = nullptr, *a_source_ = nullptr, *a_target_ = nullptr, *b_ = nullptr;
};

}  // namespace attn::nn
