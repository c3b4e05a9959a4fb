// The layers of graph.h in the caller's memory: what the pure functions there and the operations on a tape both run. graph.h has the
// mathematics and the letters. No matrix has gaps between its rows but x and the weights.
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
/// Written. The backward run reads features and weights.
struct GraphConvolutionOutput {
  Out features;  ///< [n,o]
  Out weights;   ///< [m,1]
  Out output;    ///< [n,o]
};
void graph_convolution_into(const GraphConvolutionInput& in, GraphConvolutionOutput out);

/// Each is added to; [0,0] or null where it is not wanted.
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
/// Stops the program unless the shapes and options fit each other, as the functions below do.
void check_graph_attention(const GraphAttentionInput& in);

/// Written, with shapes as in GraphAttention. The backward run reads all but the parts, the heads and the output.
struct GraphAttentionOutput {
  Out features;
  Out source_features = no_matrix();  ///< where there is a w_source
  Out source_parts = no_matrix();     ///< of version 1
  Out target_parts = no_matrix();     ///< of version 1
  Out scores, weights;
  Out heads;  ///< where they are joined side by side, it may be the output
  Out output;
};
void graph_attention_into(const GraphAttentionInput& in, GraphAttentionOutput out);

/// Each is added to. The first three are [0,0] where they are not wanted.
struct GraphAttentionGradient {
  Out d_x, d_w, d_w_source, d_a_source, d_a_target;
};
void add_graph_attention_vjp(const GraphAttentionInput& in, const GraphAttentionOutput& forward, In d_output,
                             GraphAttentionGradient gradient);

}  // namespace attn::kernels
