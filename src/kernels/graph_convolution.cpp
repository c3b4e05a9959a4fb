// Graph convolution, and what is read from edges.
#include <cmath>

#include "base/check.h"
#include "kernels/graph.h"
#include "kernels/graph_rows.h"
#include "kernels/matmul.h"

namespace attn::kernels {
namespace {

void check(In x, Index nodes, In w) {
  CHECK(x.rows() == nodes && x.cols() == w.rows(), "graph_convolution: x is ", shape(x), ", w is ", shape(w), ", the graph has ", nodes,
        " nodes");
}

void check_strengths(const Mat* strengths, const Neighbours& graph) {
  if (strengths)
    CHECK(strengths->rows() == graph.edges() && strengths->cols() == 1, "graph_convolution: strengths are ", shape(*strengths),
          ", the graph has ", graph.edges(), " edges");
}

}  // namespace

Mat symmetric_norms(const Neighbours& graph) {
  Mat norms(graph.edges(), 1);
  edges::norms(graph, norms.data());
  return norms;
}

GraphConvolution graph_convolution(In x, const Neighbours& graph, In w, const Mat* strengths) {
  check(x, graph.nodes(), w);
  check_strengths(strengths, graph);
  GraphConvolution result;
  result.features = product(x, w);
  result.weights = symmetric_norms(graph);
  if (strengths) result.weights = result.weights.cwiseProduct(*strengths);
  result.output.resize(x.rows(), w.cols());
  edges::weighted_sum({&graph, 1, w.cols()}, result.weights.data(), result.features.data(), result.output.data());
  return result;
}

GraphConvolutionGrads graph_convolution_vjp(In x, const Neighbours& graph, In w, const Mat* strengths, const GraphConvolution& forward,
                                            In d_output) {
  check(x, graph.nodes(), w);
  check_strengths(strengths, graph);
  CHECK(d_output.rows() == x.rows() && d_output.cols() == w.cols(), "graph_convolution_vjp: w is ", shape(w), ", d_output is ",
        shape(d_output));
  const Mat d_out = d_output;
  Mat d_features = Mat::Zero(x.rows(), w.cols());
  GraphConvolutionGrads grads;
  if (strengths) grads.d_strengths.resize(graph.edges(), 1);
  edges::add_weighted_sum_vjp({&graph, 1, w.cols()}, forward.weights.data(), forward.features.data(), d_out.data(),
                              strengths ? grads.d_strengths.data() : nullptr, d_features.data());
  if (strengths) grads.d_strengths = grads.d_strengths.cwiseProduct(symmetric_norms(graph)).eval();
  grads.d_x = product_bt(d_features, w);
  grads.d_w = product_at(x, d_features);
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
