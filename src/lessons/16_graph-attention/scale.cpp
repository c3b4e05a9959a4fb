#include "lessons/16_graph-attention/scale.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "base/clock.h"
#include "base/rng.h"
#include "formula/attention_explanation.h"

namespace attn::lessons::graph_attention {
namespace {

constexpr std::uint64_t kGraphSeed = 16;
constexpr int kRuns = 3;  ///< the quickest of so many runs counts, as other programs take time, too
constexpr float kPitch = 2.0f / kScaleSide, kDisc = 0.42f * kPitch;

/// Members lie on a disc like the seeds of a sunflower. Hubs are the first members; they lie in the middle, so that their ties are short.
std::vector<canvas::Point> member_places() {
  constexpr double kCos = -0.7373688780783197, kSin = 0.6754902942615238;  // cosine and sine of the golden angle
  std::vector<canvas::Point> places;
  double x = 1, y = 0;
  for (int i = 0; i < kScaleMembers; ++i) {
    const double far = std::sqrt(static_cast<double>(i) / kScaleMembers) * static_cast<double>(kDisc), turned = kCos * x - kSin * y;
    places.push_back({static_cast<float>(far * x), static_cast<float>(far * y)});
    y = kSin * x + kCos * y, x = turned;
  }
  return places;
}

/// A random member of a community. The first members are likeliest, so they get most ties.
int drawn_member(Rng* rng) {
  const double u = rng->uniform();
  return static_cast<int>(kScaleMembers * u * std::sqrt(u));
}

int drawn_community(int from, Rng* rng) {
  const double u = rng->uniform();
  if (u < 0.9) return from;
  if (u > 0.995) return static_cast<int>(rng->below(kScaleSide * kScaleSide));
  const int step = static_cast<int>(rng->below(4)), row = from / kScaleSide, col = from % kScaleSide;
  const int r = row + (step == 0) - (step == 1), c = col + (step == 2) - (step == 3);
  return r < 0 || r >= kScaleSide || c < 0 || c >= kScaleSide ? from : r * kScaleSide + c;
}

ScaleGraph make_graph() {
  ScaleGraph g;
  Rng rng(kGraphSeed);
  const std::vector<canvas::Point> members = member_places();
  for (int i = 0; i < kScaleNodes; ++i)
    g.places.push_back(community_place(i / kScaleMembers) + members[static_cast<size_t>(i % kScaleMembers)]);
  std::vector<int> drawn;  // both nodes of a tie in one number
  const auto add = [&](int a, int b) {
    if (a != b) drawn.push_back(std::min(a, b) * kScaleNodes + std::max(a, b));
  };
  // Every node has a tie to a hub. Further ties are drawn until there are enough different ones.
  for (int i = 0; i < kScaleNodes; ++i) add(i, i / kScaleMembers * kScaleMembers + (i % kScaleMembers == 0 ? 1 : drawn_member(&rng) / 4));
  while (static_cast<int>(drawn.size()) < kScaleTies) {
    while (static_cast<int>(drawn.size()) < kScaleTies) {
      const int c = static_cast<int>(rng.below(kScaleSide * kScaleSide)), other = drawn_community(c, &rng);
      const int from = c * kScaleMembers + static_cast<int>(rng.below(kScaleMembers));  // as arguments, both would be drawn in any order
      add(from, other * kScaleMembers + drawn_member(&rng));
    }
    std::sort(drawn.begin(), drawn.end());
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  }
  for (const int tie : drawn) g.ties.push_back({tie / kScaleNodes, tie % kScaleNodes});
  g.graph = neighbours(kScaleNodes, g.ties, TieKind::both_ways, true);
  return g;
}

ScaleLayer make_layer() {
  const ScaleGraph& g = scale_graph();
  Rng rng(kGraphSeed + 1);
  const Mat x = normal_matrix(kScaleNodes, kScaleFeatures, rng);
  kernels::GraphAttentionWeights w;
  w.w = normal_matrix(kScaleFeatures, kScaleHeads * kScaleWidth, rng, 1 / std::sqrt(static_cast<double>(kScaleFeatures)));
  w.a_source = normal_matrix(kScaleHeads, kScaleWidth, rng, 0.5), w.a_target = normal_matrix(kScaleHeads, kScaleWidth, rng, 0.5);
  ScaleLayer layer;
  for (int run = 0; run < kRuns; ++run) {
    const double start = milliseconds();
    kernels::GraphAttention made = kernels::graph_attention(x, g.graph, w, {.heads = kScaleHeads});
    const double taken = milliseconds() - start;
    layer.milliseconds = run == 0 ? taken : std::min(taken, layer.milliseconds);
    layer.scores = std::move(made.scores), layer.weights = std::move(made.weights);
  }
  for (const Tie& tie : g.ties) {
    const Index there = g.graph.edge(tie.from, tie.to), back = g.graph.edge(tie.to, tie.from);
    layer.strengths.push_back(static_cast<float>(0.5 * (layer.weights.row(there).mean() + layer.weights.row(back).mean())));
  }
  layer.largest = *std::max_element(layer.strengths.begin(), layer.strengths.end());
  layer.strongest.resize(layer.strengths.size());
  std::iota(layer.strongest.begin(), layer.strongest.end(), 0);
  std::sort(layer.strongest.begin(), layer.strongest.end(), [&](int a, int b) {
    const float sa = layer.strengths[static_cast<size_t>(a)], sb = layer.strengths[static_cast<size_t>(b)];
    return sa != sb ? sa > sb : a < b;
  });
  return layer;
}

}  // namespace

canvas::Point community_place(int community) {
  const int row = community / kScaleSide, col = community % kScaleSide;
  return {-1 + kPitch * (static_cast<float>(col) + 0.5f), 1 - kPitch * (static_cast<float>(row) + 0.5f)};
}

const ScaleGraph& scale_graph() {
  static const ScaleGraph made = make_graph();
  return made;
}

const ScaleLayer& scale_layer(int trial) {
  // Only the time differs between trials, so the last trial replaces the one before.
  static ScaleLayer layer;
  static int made = -1;
  if (made != trial) layer = make_layer(), made = trial;
  return layer;
}

Mat scale_weights(int node, int trial) {
  const Neighbours& graph = scale_graph().graph;
  CHECK(node >= 0 && node < graph.nodes(), "node ", node);
  const Index first = graph.first[static_cast<size_t>(node)], count = static_cast<Index>(graph.of(node).size());
  Mat shown(count, kScaleHeads + 1);
  shown.leftCols(kScaleHeads) = scale_layer(trial).weights.middleRows(first, count);
  shown.col(kScaleHeads) = shown.leftCols(kScaleHeads).rowwise().mean();
  return shown;
}

std::vector<std::string> scale_rows(int node) {
  std::vector<std::string> names;
  for (const int other : scale_graph().graph.of(node)) names.push_back(std::to_string(other + 1) + (other == node ? " (itself)" : ""));
  return names;
}

std::vector<std::string> scale_cols() {
  std::vector<std::string> names;
  for (int h = 0; h < kScaleHeads; ++h) names.push_back("head " + std::to_string(h + 1));
  names.push_back("mean");
  return names;
}

formula::Explanation explain_scale_weight(int node, int trial, int row, int col) {
  const Mat weights = scale_weights(node, trial);
  const std::string other = std::to_string(scale_graph().graph.of(node)[static_cast<size_t>(row)] + 1);
  const std::string title = "How node " + std::to_string(node + 1) + " attends to node " + other;
  if (col == kScaleHeads) {
    const Mat equal = Mat::Constant(1, kScaleHeads, Real(1) / kScaleHeads), heads = weights.row(row).head(kScaleHeads).transpose();
    return formula::explain_weighted_sum(title + ", mean of the heads", equal, heads, weights(row, col));
  }
  const Index first = scale_graph().graph.first[static_cast<size_t>(node)];
  const Mat scores = scale_layer(trial).scores.block(first, col, weights.rows(), 1).transpose();
  return formula::explain_softmax(title + ", head " + std::to_string(col + 1), scores, weights.col(col).transpose(), nullptr, 1, row);
}

}  // namespace attn::lessons::graph_attention
