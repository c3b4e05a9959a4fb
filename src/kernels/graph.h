// Layers over a graph: convolution (Kipf and Welling 2017) and attention (Velickovic et al. 2018; Brody et al. 2022).
//
// n nodes, f width of the features x [n,f], h heads, o width of a head, m edges. The numbers of an edge are in the row that has the edge's
// number (base/graph.h), those of head h in the columns h o ... (h + 1) o - 1. A node sees itself where the graph has a loop there. A node
// that sees nobody has an output of zeros.
//
// The plain names go along the edges. `_reference` takes the graph as a mask and computes with all pairs of nodes.
#pragma once

#include <vector>

#include "base/graph.h"
#include "base/mat.h"

namespace attn::kernels {

// ---- convolution: output = D^-1/2 A D^-1/2 x W, or with a learned number per edge as a further factor -----------------------------------

/// 1 / sqrt(d_i d_j) for each edge i -> j [m,1], where d is the number of nodes that a node sees (Kipf and Welling 2017, eq. 2; with loops
/// in the graph this is the paper's renormalised form). It is 0 where j sees nobody.
Mat symmetric_norms(const Neighbours& graph);

struct GraphConvolution {
  Mat features;  ///< [n,o] x w
  Mat weights;   ///< [m,1] the norm, times the edge's strength
  Mat output;    ///< [n,o] the weighted sum of the features of the nodes that a node sees
};

/// x [n,f], w [f,o]; `strengths` [m,1], or null: all 1.
GraphConvolution graph_convolution(In x, const Neighbours& graph, In w, const Mat* strengths = nullptr);

struct GraphConvolutionGrads {
  Mat d_x;          ///< [n,f]
  Mat d_w;          ///< [f,o]
  Mat d_strengths;  ///< [m,1]; empty without strengths
};
/// Gradients of a scalar through graph_convolution(...).output, given the forward's result and d_output [n,o].
GraphConvolutionGrads graph_convolution_vjp(In x, const Neighbours& graph, In w, const Mat* strengths, const GraphConvolution& forward,
                                            In d_output);

struct DenseGraphConvolution {
  Mat features;  ///< [n,o]
  Mat weights;   ///< [n,n]
  Mat output;    ///< [n,o]
};
/// `strengths` [n,n], or null.
DenseGraphConvolution graph_convolution_reference(In x, const Mask& mask, In w, const Mat* strengths = nullptr);

// ---- attention: weights_ij = softmax of the scores over the j that i sees, output_i = sum_j weights_ij features_j -----------------------

enum class HeadJoin { concat, mean };

struct GraphAttentionOptions {
  int heads = 1;
  int version = 1;  ///< 1: Velickovic et al. 2018, 2: Brody et al. 2022
  HeadJoin join = HeadJoin::concat;
  Real slope = Real(0.2);  ///< of leakyReLU below 0
};

/// The weights of all heads. The scores of a head, with g = x w, are
///   version 1   e_ij = leakyReLU(a_source . g_i + a_target . g_j)     (Velickovic et al. 2018, eq. 3, a cut in two)
///   version 2   e_ij = a_source . leakyReLU(x_i w_source + g_j)       (Brody et al. 2022, eq. 7, W cut in two)
struct GraphAttentionWeights {
  Mat w;         ///< [f, h o]
  Mat w_source;  ///< [f, h o], version 2 only: for the node that looks; empty where it is w as well
  Mat a_source;  ///< [h,o]; in version 2 the only a
  Mat a_target;  ///< [h,o], version 1 only
};

struct GraphAttention {
  Mat features;         ///< [n, h o] g
  Mat source_features;  ///< [n, h o] x w_source; empty where w_source is
  Mat source_parts;     ///< [n,h] a_source . g_i in version 1; else empty
  Mat target_parts;     ///< [n,h] a_target . g_j in version 1; else empty
  Mat scores;           ///< [m,h] e_ij
  Mat weights;          ///< [m,h]; those of one node sum to 1
  Mat heads;            ///< [n, h o] the outputs of all heads, side by side
  Mat output;           ///< [n, h o], or their mean [n,o]
};

/// x [n,f]. `drops` [m,h], or null, are factors of dropout. They act on the weights in the weighted sum, but do not show in `weights`.
GraphAttention graph_attention(In x, const Neighbours& graph, const GraphAttentionWeights& weights, const GraphAttentionOptions& options,
                               const Mat* drops = nullptr);

struct GraphAttentionGrads {
  Mat d_x;                          ///< [n,f]
  GraphAttentionWeights d_weights;  ///< in the shapes of the weights
};
/// Gradients of a scalar through graph_attention(...).output, given the forward's result and d_output of the output's shape.
GraphAttentionGrads graph_attention_vjp(In x, const Neighbours& graph, const GraphAttentionWeights& weights,
                                        const GraphAttentionOptions& options, const GraphAttention& forward, In d_output,
                                        const Mat* drops = nullptr);

struct DenseGraphAttention {
  Mat features;              ///< [n, h o]
  std::vector<Mat> scores;   ///< h times [n,n], of all pairs
  std::vector<Mat> weights;  ///< h times [n,n], 0 where the mask forbids
  Mat heads;                 ///< [n, h o]
  Mat output;                ///< [n, h o] or [n,o]
};
DenseGraphAttention graph_attention_reference(In x, const Mask& mask, const GraphAttentionWeights& weights,
                                              const GraphAttentionOptions& options);

// ---- reading edges -------------------------------------------------------------------------------------------------------------------

/// Column `column` of `edges` [m,.] as a matrix [n,n], 0 where there is no edge.
Mat dense(const Neighbours& graph, In edges, Index column = 0);
/// The entropy -sum_j w_ij ln w_ij of each node's weights [m,h] in nats [n,h]. Uniform weights over d nodes give ln d.
Mat neighbour_entropy(const Neighbours& graph, In weights);

}  // namespace attn::kernels
