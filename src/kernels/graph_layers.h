// The layers of graph.h in the caller's memory. Both the pure functions there and the operations on a tape run these. graph.h has the
// mathematics and the letters. Only x and the weights may have gaps between their rows.
#pragma once

#include "kernels/graph.h"
#include "kernels/views.h"

namespace attn::kernels {

struct GraphConvolutionInput {
  ConstView x;  ///< [n,f]
  const Neighbours* graph = nullptr;
  ConstView w;                      ///< [f,o]
  const Real* strengths = nullptr;  ///< [m], or null: all 1
};
/// What is written. The backward run reads features and weights.
struct GraphConvolutionOutput {
  Out features;  ///< [n,o]
  Out weights;   ///< [m,1]
  Out output;    ///< [n,o]
};
void graph_convolution_into(const GraphConvolutionInput& in, GraphConvolutionOutput out);

/// Each gradient is added to, and is [0,0] or null where it is not needed.
struct GraphConvolutionGradient {
  Out d_x;                      ///< [n,f]
  Out d_w;                      ///< [f,o]
  Real* d_strengths = nullptr;  ///< [m]
};
void add_graph_convolution_vjp(const GraphConvolutionInput& in, const GraphConvolutionOutput& forward, In d_output,
                               GraphConvolutionGradient gradient);

struct GraphAttentionInput {
  ConstView x;  ///< [n,f]
  const Neighbours* graph = nullptr;
  ConstView w, w_source, a_source, a_target;  ///< as in GraphAttentionWeights
  GraphAttentionOptions options = {};
  const Real* drops = nullptr;  ///< [m,h], or null
};
/// CHECKs that the shapes and options fit each other, as the functions below do.
void check_graph_attention(const GraphAttentionInput& in);

/// What is written, with shapes as in GraphAttention. The backward run reads all but the parts, the heads and the output.
struct GraphAttentionOutput {
  Out features;
  Out source_features = no_matrix();  ///< only where there is a w_source
  Out source_parts = no_matrix();     ///< only in version 1
  Out target_parts = no_matrix();     ///< only in version 1
  Out scores, weights;
  Out heads;  ///< where heads are concatenated, it may be the output
  Out output;
};
void graph_attention_into(const GraphAttentionInput& in, GraphAttentionOutput out);

/// Each gradient is added to. The first three are [0,0] where they are not needed.
struct GraphAttentionGradient {
  Out d_x, d_w, d_w_source, d_a_source, d_a_target;
};
void add_graph_attention_vjp(const GraphAttentionInput& in, const GraphAttentionOutput& forward, In d_output,
                             GraphAttentionGradient gradient);

}  // namespace attn::kernels
