#include "lessons/16_graph-attention/explanations.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Role;
using formula::call, formula::frac, formula::num, formula::op, formula::row, formula::sub, formula::sym;
using formula::Explanation, formula::Expression;
using models::GraphLayerKind;

std::string name(const GraphStudy& s, int i) { return s.shown.names[static_cast<size_t>(i)]; }

std::string for_pair(const GraphStudy& s, int i, int j) { return " of " + name(s, j) + " for " + name(s, i); }

/// leakyReLU(x), written as max(x, slope x).
Expression leaky(const GraphStudy& s, Expression x) { return call("max", {x, row({num(of(s.slope)), op("*"), x})}); }

Expression indexed(const char* letter, const char* index) { return sub(sym(letter), sym(index)); }

/// The entries of `values` that belong to the nodes that i sees, in the order of these.
Mat gathered(const GraphStudy& s, int i, const Mat& values, bool of_row) {
  const std::span<const int> seen = s.shown.graph.of(i);
  Mat out(1, static_cast<Index>(seen.size()));
  for (size_t e = 0; e < seen.size(); ++e) out(0, static_cast<Index>(e)) = of_row ? values(i, seen[e]) : values(seen[e], 0);
  return out;
}

int place_among(const GraphStudy& s, int i, int j) {
  const std::span<const int> seen = s.shown.graph.of(i);
  for (size_t e = 0; e < seen.size(); ++e)
    if (seen[e] == j) return static_cast<int>(e);
  return -1;
}

Explanation no_tie(std::string title) {
  return {std::move(title), sym("w"), num(0), 0, "There is no tie in this direction: it is masked."};
}

Explanation norm(const GraphStudy& s, int i, int j, double weight) {
  const double a = static_cast<double>(s.shown.graph.of(i).size()), b = static_cast<double>(s.shown.graph.of(j).size());
  const auto below = [](Expression x, Expression y) { return formula::root(row({std::move(x), op("*"), std::move(y)})); };
  Explanation x{"Weight" + for_pair(s, i, j), frac(num(1), below(indexed("d", "i"), indexed("d", "j"))),
                frac(num(1), below(num(a), num(b))), weight, "Of how many nodes the two see: nobody has learned it."};
  if (s.kind == GraphLayerKind::convolution) return x;
  x.formula = row({x.formula, op("*"), indexed("u", "ij")});
  x.substituted = row({x.substituted, op("*"), num(weight * std::sqrt(a * b))});
  x.note = "The fixed number of a convolution, times one that was learned for this tie.";
  return x;
}

}  // namespace

const HeadRun* head_shown(const Params& p, const GraphStudy& s) {
  if (p.head > 0) return &s.head[static_cast<size_t>(p.head - 1)];
  return s.heads == 1 ? &s.head.front() : nullptr;
}

Explanation explain_score(const Params& p, const GraphStudy& s, int i, int j) {
  const HeadRun* head = head_shown(p, s);
  if (!head || head->scores.size() == 0 || !std::isfinite(head->scores(i, j))) return {};
  const int h = static_cast<int>(head - s.head.data());
  Explanation x;
  x.title = "Score" + for_pair(s, i, j);
  x.value = of(head->scores(i, j));
  if (s.kind == GraphLayerKind::attention) {
    x.formula = call("leakyReLU", {row({indexed("s", "i"), op("+"), indexed("t", "j")})});
    x.substituted = leaky(s, row({num(of(s.gates(i, 2 * h))), op("+"), num(of(s.gates(j, 2 * h + 1)))}));
    x.note = "s: what the node that looks has to say (a_source . g), t: what the one it looks at has (a_target . g).";
    return x;
  }
  std::vector<Expression> terms;
  for (Index c = 0; c < head->features.cols(); ++c)
    terms.push_back(
        row({num(of(s.mixers(h, c))), op("*"),
             leaky(s, row({num(of(head->asking(i, c))), op("+"), formula::num_at(of(head->features(j, c)), {"features", j, c})}))}));
  x.formula =
      formula::sum("c", row({indexed("a", "c"), op("*"), call("leakyReLU", {row({indexed("s", "ic"), op("+"), indexed("g", "jc")})})}));
  x.substituted = formula::total(std::move(terms), 2);
  x.note = "The bend comes before the sum, so that the two nodes act on each other.";
  return x;
}

Explanation explain_weight(const Params& p, const GraphStudy& s, int i, int j) {
  const std::string title = "Weight" + for_pair(s, i, j);
  const int at = place_among(s, i, j);
  if (at < 0) return no_tie(title);
  if (!models::is_attention(s.kind)) return norm(s, i, j, of(s.weights(i, j)));
  if (const HeadRun* head = head_shown(p, s))
    return formula::explain_softmax(title, gathered(s, i, head->scores, true), gathered(s, i, head->weights, true), nullptr, 1, at,
                                    {.name = "scores", .row = i, .picks = s.shown.graph.of(i)});
  std::vector<Expression> terms;
  for (const HeadRun& head : s.head) terms.push_back(num(of(head.weights(i, j))));
  return {title, frac(formula::sum("k", indexed("w", "k")), sym("h")), frac(formula::total(std::move(terms)), num(s.heads)),
          of(s.weights(i, j)), "The mean of the heads\u2019 weights."};
}

Explanation explain_feature(const Params& p, const GraphStudy& s, int j, int c) {
  const HeadRun* head = head_shown(p, s);
  if (!head) return {};
  const int h = static_cast<int>(head - s.head.data());
  const Index width = head->features.cols();
  return formula::explain_product("What node " + name(s, j) + " says, number " + std::to_string(c + 1), {s.input.row(j), "x"},
                                  {Mat(s.projection.col(h * width + c)), "W"}, head->features(j, c));
}

Explanation explain_mixed(const Params& p, const GraphStudy& s, int i, int c) {
  const HeadRun* head = head_shown(p, s);
  if (!head) return {};
  const std::string title = "What node " + name(s, i) + " hears, number " + std::to_string(c + 1);
  if (s.shown.graph.of(i).empty()) return {title, sym("o"), num(0), 0, "It sees nobody."};
  return formula::explain_weighted_sum(title, gathered(s, i, head->weights, true),
                                       Mat(gathered(s, i, Mat(head->features.col(c)), false).transpose()), head->mixed(i, c),
                                       {.name = "weights", .row = i, .picks = s.shown.graph.of(i)},
                                       {.name = "features", .col = c, .down = true, .picks = s.shown.graph.of(i)});
}

Explanation explain_entropy(const GraphStudy& s, int i) {
  const std::string title = "Entropy of the weights of node " + name(s, i);
  if (s.shown.graph.of(i).empty()) return {title, sym("H"), num(0), 0, "It sees nobody."};
  return formula::explain_entropy(
      title, gathered(s, i, s.shares, true), s.entropy(i, 0),
      s.heads == 1 ? formula::Cells{.name = "weights", .row = i, .picks = s.shown.graph.of(i)} : formula::Cells{});
}

Explanation explain_uniform(const GraphStudy& s, int i) {
  const std::string title = "Entropy of equal shares, node " + name(s, i);
  const auto degree = static_cast<double>(s.shown.graph.of(i).size());
  if (degree == 0) return {title, sym("H"), num(0), 0, "It sees nobody."};
  return {title, call("ln", {indexed("d", "i")}), call("ln", {num(degree)}), of(s.uniform(i, 0)), "d: how many nodes it sees."};
}

Explanation explain_evenness(const GraphStudy& s) {
  if (s.uniform.sum() <= 0) return {"Entropy, of that of equal shares", sym("e"), num(1), 1, "No node has anything to choose from."};
  return {"Entropy, of that of equal shares",
          frac(formula::sum("i", indexed("H", "i")), formula::sum("i", call("ln", {indexed("d", "i")}))),
          frac(num(of(s.entropy.sum())), num(of(s.uniform.sum()))), s.evenness, "Over all nodes: 100 % is no choice at all."};
}

Explanation explain_choice(const GraphStudy& s, int i) {
  if (s.model.probabilities.rows() <= i) return {};
  const int chosen = s.model.chosen[static_cast<size_t>(i)];
  const std::string of_whom = s.shown.task->asks == tasks::GraphAsks::graph ? "this graph" : "node " + name(s, i);
  return formula::explain_softmax("Probability of \u201c" + class_names(*s.shown.task)[static_cast<size_t>(chosen)] + "\u201d, " + of_whom,
                                  s.model.logits.row(i), s.model.probabilities.row(i), nullptr, 1, chosen);
}

Explanation explain_right_shown(const GraphStudy& s, int k) {
  const Answers& a = k == 0 ? s.model : s.rival;
  if (a.asked == 0) return {};
  return {"Right answers on the graph shown", frac(sym("right"), sym("all")), frac(num(a.right), num(a.asked)),
          static_cast<double>(a.right) / a.asked, "Of those whose class was not told."};
}

Explanation explain_right_held_out(const Result& r, int k) {
  if (!std::isfinite(r.right_held_out(k, 0))) return {};
  return {"Right answers on held-out data", sym("y"), num(of(r.right_held_out(k, 0))), of(r.right_held_out(k, 0)),
          "Counted when training pauses, on what training cannot see."};
}

Explanation explain_moved(const GraphStudy& s) {
  return {"Most that an answer moves when the nodes are renumbered", call("max", {sym("d")}), num(s.moved), s.moved,
          "Of all nodes and classes: the difference between a node\u2019s logits under the two numberings."};
}

}  // namespace attn::lessons::graph_attention
