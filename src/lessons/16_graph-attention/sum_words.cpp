// What the story of one node's sum says, true for the network, the layer and the node that are chosen.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "lessons/16_graph-attention/explanations.h"
#include "lessons/16_graph-attention/figure_sum.h"
#include "lessons/16_graph-attention/sum_study.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using models::GraphLayerKind;

std::string seen_words(const GraphStudy& s, int node) {
  const std::span<const int> seen = s.shown.graph.of(node);
  const bool itself = std::find(seen.begin(), seen.end(), node) != seen.end();
  const auto others = static_cast<std::ptrdiff_t>(seen.size()) - itself;
  const std::string who = "Node " + s.shown.names[static_cast<size_t>(node)] + " sees ";
  if (others == 0) return who + (itself ? "only itself" : "nobody");
  return who + (itself ? "itself and " + counted(others, "other") : counted(others, "node"));
}

std::string reason_of(GraphLayerKind kind) {
  if (models::is_attention(kind)) return "Each of them gets a score, made of what the node is and of what that neighbour is.";
  return "A convolution asks only how many nodes each of them sees.";
}

std::string weight_of(GraphLayerKind kind) {
  if (models::is_attention(kind)) return "A softmax over these scores makes weights of them, whose sum is 1.";
  if (kind == GraphLayerKind::convolution)
    return "A weight is 1 / \u221a(d d\u2032), with how many the two nodes see: nobody has learned it.";
  return "A weight is 1 / \u221a(d d\u2032), with how many the two nodes see, times a factor learned for that tie.";
}

std::string bend_of(const GraphStudy& s) {
  if (!s.bend) return "The bias is added. The last layer has no bend.";
  const bool elu = *s.bend == models::GraphActivation::elu;
  return "The bias is added, and " + std::string(bend_name(*s.bend)) +
         (elu ? " bends numbers below 0 so that they stay above \u22121." : " makes 0 of negative numbers.");
}

std::string next_of(const Params& p, const GraphStudy& s, const std::string& name) {
  if (s.heads > 1) return "That is this head\u2019s part of the new row of node " + name + "; the other heads\u2019 parts stand beside it.";
  if (p.layer < s.layers) return "That is the new row of node " + name + ". The next layer reads it.";
  return "That is the new row of node " + name + ". The answer is made of it.";
}

}  // namespace

std::vector<std::string> sum_sentences(const SumView& v) {
  return {seen_words(v.s, v.p.node) + ". Nobody else has a say in its sum.",
          "Each of them makes a row g of its features: g = h W, with the same W for all.",
          reason_of(v.s.kind),
          weight_of(v.s.kind),
          "Each row, times its weight, goes into the sum.",
          bend_of(v.s),
          next_of(v.p, v.s, v.name(v.p.node))};
}

std::string describe_sum(const Params& p, const Result& r) {
  const GraphStudy& s = r.graph;
  std::string text = seen_words(s, p.node) + " (" + std::string(network_name(s.kind)) + ", layer " + std::to_string(p.layer) + ").";
  const HeadRun* head = head_shown(p, s);
  if (!head) return text + " Each head has a sum of its own.";
  const Mat next = new_rows(p, s);
  const auto listed = [&](const Mat& rows) {
    std::string out;
    for (Index c = 0; c < std::min<Index>(4, rows.cols()); ++c) out += (c ? ", " : "") + fixed(static_cast<double>(rows(p.node, c)), 2);
    return out + (rows.cols() > 4 ? ", and so on" : "");
  };
  text += " The sum of their rows, times their weights: " + listed(head->mixed) + ". The new row: " + listed(next) + ".";
  return text;
}

}  // namespace attn::lessons::graph_attention
