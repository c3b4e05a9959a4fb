// Graph convolution, and the functions that read the numbers of edges.
#include <cmath>

#include "base/check.h"
#include "kernels/graph_layers.h"
#include "kernels/graph_rows.h"
#include "kernels/matmul.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

void check(In x, Index nodes, In w) {
  CHECK(x.rows() == nodes && x.cols() == w.rows(), "graph_convolution: x is ", shape(x), ", w is ", shape(w), ", the graph has ", nodes,
        " nodes");
}

GraphConvolutionInput input_of(In x, const Neighbours& graph, In w, const Mat* strengths) {
  if (strengths)
    CHECK(strengths->rows() == graph.edges() && strengths->cols() == 1, "graph_convolution: strengths are ", shape(*strengths),
          ", the graph has ", graph.edges(), " edges");
  return {.x = view_of(x), .graph = &graph, .w = view_of(w), .strengths = strengths ? strengths->data() : nullptr};
}

edges::Heads one_head(const GraphConvolutionInput& in) { return {in.graph, 1, in.w.cols()}; }

}  // namespace

Mat symmetric_norms(const Neighbours& graph) {
  Mat norms(graph.edges(), 1);
  edges::norms(graph, norms.data());
  return norms;
}

void graph_convolution_into(const GraphConvolutionInput& in, GraphConvolutionOutput out) {
  check(in.x, in.graph->nodes(), in.w);
  product_into(in.x, in.w, out.features);
  edges::norms(*in.graph, out.weights.data());
  for (Index k = 0; in.strengths && k < out.weights.size(); ++k) out.weights.data()[k] *= in.strengths[k];
  edges::weighted_sum(one_head(in), out.weights.data(), out.features.data(), out.output.data());
}

void add_graph_convolution_vjp(const GraphConvolutionInput& in, const GraphConvolutionOutput& forward, In d_output,
                               GraphConvolutionGradient gradient) {
  check(in.x, in.graph->nodes(), in.w);
  CHECK(d_output.rows() == in.x.rows() && d_output.cols() == in.w.cols(), "graph_convolution_vjp: w is ", shape(in.w), ", d_output is ",
        shape(d_output));
  const Index edges = gradient.d_strengths ? in.graph->edges() : 0;
  tiles::Scratch features_room(forward.features.size()), d_weights(edges), norms(edges);
  Eigen::Map<Mat> d_features(features_room.data(), forward.features.rows(), forward.features.cols());
  d_features.setZero();
  edges::add_weighted_sum_vjp(one_head(in), forward.weights.data(), forward.features.data(), d_output.data(),
                              edges > 0 ? d_weights.data() : nullptr, d_features.data());
  if (edges > 0) edges::norms(*in.graph, norms.data());
  for (Index k = 0; k < edges; ++k) gradient.d_strengths[k] += d_weights.data()[k] * norms.data()[k];
  add_product_vjp(in.x, in.w, d_features, gradient.d_x, gradient.d_w);
}

GraphConvolution graph_convolution(In x, const Neighbours& graph, In w, const Mat* strengths) {
  const GraphConvolutionInput in = input_of(x, graph, w, strengths);
  GraphConvolution r{Mat(x.rows(), w.cols()), Mat(graph.edges(), 1), Mat(x.rows(), w.cols())};
  graph_convolution_into(in, {r.features, r.weights, r.output});
  return r;
}

GraphConvolutionGrads graph_convolution_vjp(In x, const Neighbours& graph, In w, const Mat* strengths, const GraphConvolution& forward,
                                            In d_output) {
  GraphConvolutionGrads grads{Mat::Zero(x.rows(), x.cols()), Mat::Zero(w.rows(), w.cols()),
                              strengths ? Mat(Mat::Zero(graph.edges(), 1)) : Mat()};
  GraphConvolution kept = forward;
  add_graph_convolution_vjp(input_of(x, graph, w, strengths), {kept.features, kept.weights, kept.output}, Mat(d_output),
                            {grads.d_x, grads.d_w, strengths ? grads.d_strengths.data() : nullptr});
  return grads;
}

DenseGraphConvolution graph_convolution_reference(In x, const Mask& mask, In w, const Mat* strengths) {
  check(x, mask.rows(), w);
  CHECK(mask.rows() == mask.cols(), "graph_convolution: the mask is ", shape(mask));
  DenseGraphConvolution result;
  result.features = product_reference(x, w);
  result.weights = Mat::Zero(mask.rows(), mask.cols());
  for (Index i = 0; i < mask.rows(); ++i)
    for (Index j = 0; j < mask.cols(); ++j) {
      const Index from = mask.row(i).count(), to = mask.row(j).count();
      if (mask(i, j) && to > 0)
        result.weights(i, j) = static_cast<Real>(1 / std::sqrt(static_cast<double>(from * to))) * (strengths ? (*strengths)(i, j) : 1);
    }
  result.output = product_reference(result.weights, result.features);
  return result;
}

Mat dense(const Neighbours& graph, In edges, Index column) {
  CHECK(edges.rows() == graph.edges() && column >= 0 && column < edges.cols(), "dense: edges are ", shape(edges), ", the graph has ",
        graph.edges(), ", the column is ", column);
  Mat out = Mat::Zero(graph.nodes(), graph.nodes());
  Index k = 0;
  for (int i = 0; i < graph.nodes(); ++i)
    for (const int j : graph.of(i)) out(i, j) = edges(k++, column);
  return out;
}

Mat neighbour_entropy(const Neighbours& graph, In weights) {
  CHECK(weights.rows() == graph.edges(), "neighbour_entropy: weights are ", shape(weights), ", the graph has ", graph.edges(), " edges");
  Mat entropy = Mat::Zero(graph.nodes(), weights.cols());
  Index k = 0;
  for (int i = 0; i < graph.nodes(); ++i)
    for (std::size_t count = graph.of(i).size(); count > 0; --count, ++k)
      for (Index h = 0; h < weights.cols(); ++h)
        if (weights(k, h) > 0) entropy(i, h) -= weights(k, h) * std::log(weights(k, h));
  return entropy;
}

}  // namespace attn::kernels
