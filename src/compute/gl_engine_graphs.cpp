// Convolution and attention over the lists of a graph's neighbours, and what graph networks do with rows.
#include "compute/gl_engine.h"

namespace attn::compute {
namespace {

/// One row for each node of a graph: its first edge, and one beyond its last.
Mat nodes_of(const Neighbours& graph) {
  Mat nodes = Mat::Zero(graph.nodes(), 4);
  for (Index i = 0; i < nodes.rows(); ++i)
    for (int end = 0; end < 2; ++end) nodes(i, end) = static_cast<Real>(graph.first[static_cast<std::size_t>(i + end)]);
  return nodes;
}

/// One row for each edge: the node that looks, and the node that is seen.
Mat edges_of(const Neighbours& graph) {
  Mat edges = Mat::Zero(graph.edges(), 4);
  Index edge = 0;
  for (int from = 0; from < graph.nodes(); ++from)
    for (const int to : graph.of(from)) edges.row(edge++) << static_cast<Real>(from), static_cast<Real>(to), 0, 0;
  return edges;
}

/// The rows of a [h,o] as one matrix [h o, h], by which the features of every head are multiplied with its own row.
Mat each_head(In a) {
  Mat all = Mat::Zero(a.size(), a.rows());
  for (Index h = 0; h < a.rows(); ++h) all.col(h).segment(h * a.cols(), a.cols()) = a.row(h).transpose();
  return all;
}

}  // namespace

GpuMatrix GlEngine::edge_sums(const GpuMatrix& weights, const GpuMatrix& features, const GpuMatrix& nodes, const GpuMatrix& edges) {
  return filled(
      {.shader = "edge_sums",
       .inputs = {{"weights", &weights.texture}, {"features", &features.texture}, {"nodes", &nodes.texture}, {"edges", &edges.texture}},
       .ints = {{"width", features.cols / weights.cols}, {"cols", features.cols}}},
      features.rows, features.cols);
}

bool GlEngine::graph_convolution(Var features, const Neighbours& graph, Var weights, Var y) {
  if (needs_gradient(y) || !can({features, weights, y})) return false;
  const GpuMatrix nodes = upload(device_, nodes_of(graph)), edges = upload(device_, edges_of(graph));
  return done(y, edge_sums(of(weights), of(features), nodes, edges));
}

bool GlEngine::graph_attention(const autodiff::GraphAttentionStep& s, Var scores, Var weights, Var y) {
  if (needs_gradient(y) || !can({s.features, s.source_features, s.a_source, s.a_target, scores, y})) return false;
  const Index n = s.features.rows(), m = scores.rows();
  const int heads = s.options.heads;
  const GpuMatrix nodes = upload(device_, nodes_of(*s.graph)), edges = upload(device_, edges_of(*s.graph));
  GpuMatrix source_parts, target_parts;
  Pass scoring{.shader = "edge_scores",
               .defines = {"VERSION " + std::to_string(s.options.version)},
               .inputs = {{"edges", &edges.texture}},
               .ints = {{"heads", heads}},
               .floats = {{"slope", s.options.slope}}};
  if (s.options.version == 1) {
    const auto part = [&](Var a) {
      return product(device_, of(s.features), upload(device_, each_head(a.value())), nullptr, static_cast<int>(n));
    };
    source_parts = part(s.a_source), target_parts = part(s.a_target);
    scoring.inputs.insert(scoring.inputs.end(), {{"source_parts", &source_parts.texture}, {"target_parts", &target_parts.texture}});
  } else {
    scoring.inputs.insert(scoring.inputs.end(), {{"source_features", &of(s.source_features).texture},
                                                 {"features", &of(s.features).texture},
                                                 {"direction", &of(s.a_source).texture}});
    scoring.ints.push_back({"width", static_cast<int>(s.a_source.cols())});
  }
  GpuMatrix raw = filled(scoring, m, heads);
  const GpuMatrix largest = filled(
      {.shader = "edge_softmax_nodes", .defines = {"LARGEST"}, .inputs = {{"scores", &raw.texture}, {"nodes", &nodes.texture}}}, n, heads);
  const GpuMatrix sums = filled(
      {.shader = "edge_softmax_nodes", .inputs = {{"scores", &raw.texture}, {"nodes", &nodes.texture}, {"largest", &largest.texture}}}, n,
      heads);
  GpuMatrix attended =
      filled({.shader = "edge_softmax",
              .inputs = {{"scores", &raw.texture}, {"edges", &edges.texture}, {"largest", &largest.texture}, {"sums", &sums.texture}},
              .ints = {{"heads", heads}}},
             m, heads);
  GpuMatrix joined = edge_sums(attended, of(s.features), nodes, edges);
  if (s.options.join == kernels::HeadJoin::mean) {
    Mat mean = Mat::Zero(joined.cols, y.cols());
    for (int h = 0; h < heads; ++h) mean.middleRows(h * y.cols(), y.cols()).diagonal().setConstant(Real(1) / static_cast<Real>(heads));
    joined = product(device_, joined, upload(device_, mean), nullptr, static_cast<int>(n));
  }
  done(y, std::move(joined));
  put(scores, std::move(raw));
  put(weights, std::move(attended));
  return true;
}

bool GlEngine::mean_of_rows(Var x, std::span<const int> first, Var y) {
  if (needs_gradient(y) || !can({x, y})) return false;
  Mat ends = Mat::Zero(y.rows(), 4);
  for (Index g = 0; g < y.rows(); ++g)
    for (int end = 0; end < 2; ++end) ends(g, end) = static_cast<Real>(first[static_cast<std::size_t>(g + end)]);
  const GpuMatrix runs = upload(device_, ends);
  return done(y, filled({.shader = "row_means", .inputs = {{"x", &of(x).texture}, {"runs", &runs.texture}}}, y.rows(), y.cols()));
}

bool GlEngine::pair_products(Var x, std::span<const Tie> ties, Var y) {
  if (needs_gradient(y) || !can({x, y})) return false;
  Mat rows = Mat::Zero(y.rows(), 4);
  for (Index p = 0; p < y.rows(); ++p) {
    const Tie& tie = ties[static_cast<std::size_t>(p)];
    rows.row(p) << static_cast<Real>(tie.from), static_cast<Real>(tie.to), 0, 0;
  }
  const GpuMatrix pairs = upload(device_, rows);
  return done(y, filled({.shader = "pair_products",
                         .inputs = {{"x", &of(x).texture}, {"pairs", &pairs.texture}},
                         .ints = {{"depth_blocks", blocks(x.cols())}}},
                        y.rows(), y.cols()));
}

}  // namespace attn::compute
