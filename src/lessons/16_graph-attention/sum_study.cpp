#include "lessons/16_graph-attention/sum_study.h"

#include <cmath>
#include <string>

#include "formula/cells.h"
#include "lessons/16_graph-attention/explanations.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Role;
using formula::call, formula::num, formula::num_at, formula::op, formula::row, formula::sub, formula::sym;

std::string numbered_title(const char* what, const GraphStudy& s, int node, int c) {
  return std::string(what) + " of node " + s.shown.names[static_cast<size_t>(node)] + ", number " + std::to_string(c + 1);
}

Real bent(models::GraphActivation bend, Real x) {
  if (x >= 0) return x;
  return bend == models::GraphActivation::relu ? Real(0) : std::expm1(x);
}

}  // namespace

Mat products_of(const Params& p, const GraphStudy& s) {
  const HeadRun* head = head_shown(p, s);
  if (!head) return {};
  return s.weights.row(p.node).transpose().asDiagonal() * head->features;
}

Mat bias_of(const Params& p, const GraphStudy& s) {
  const HeadRun* head = head_shown(p, s);
  if (!head) return {};
  const Index width = head->features.cols(), first = (head - s.head.data()) * width;
  return s.bias.middleCols(first + width <= s.bias.cols() ? first : 0, width);
}

Mat before_bend(const Params& p, const GraphStudy& s) {
  const HeadRun* head = head_shown(p, s);
  if (!head) return {};
  return head->mixed.rowwise() + bias_of(p, s).row(0);
}

Mat new_rows(const Params& p, const GraphStudy& s) {
  Mat out = before_bend(p, s);
  if (s.bend)
    for (Index k = 0; k < out.size(); ++k) out.data()[k] = bent(*s.bend, out.data()[k]);
  return out;
}

Mat sees(const GraphStudy& s) {
  Mat out(s.shown.graph.nodes(), 1);
  for (int i = 0; i < s.shown.graph.nodes(); ++i) out(i, 0) = static_cast<Real>(s.shown.graph.of(i).size());
  return out;
}

std::string_view bend_name(models::GraphActivation bend) { return bend == models::GraphActivation::elu ? "ELU" : "ReLU"; }

formula::Explanation explain_product_row(const Params& p, const GraphStudy& s, int j, int c) {
  const HeadRun* head = head_shown(p, s);
  if (!head) return {};
  const Real weight = s.weights(p.node, j), says = head->features(j, c);
  return {numbered_title("Weighted row", s, j, c), row({sub(sym("w"), sym("ij")), op("*"), sub(sym("g", Role::kValue), sym("jc"))}),
          row({num_at(of(weight), {"weights", p.node, j}), op("*"), num_at(of(says), {"features", j, c}, 0, Role::kValue)}),
          of(weight * says), "What the neighbour says, times how much it counts."};
}

formula::Explanation explain_bias(const Params& p, const GraphStudy& s, int c) {
  const Mat bias = bias_of(p, s);
  if (bias.size() == 0) return {};
  return {"Bias, number " + std::to_string(c + 1), sub(sym("b"), sym("c")), num(of(bias(0, c))), of(bias(0, c)),
          "Learned, and the same for every node."};
}

formula::Explanation explain_before_bend(const Params& p, const GraphStudy& s, int i, int c) {
  const HeadRun* head = head_shown(p, s);
  if (!head) return {};
  const Real bias = bias_of(p, s)(0, c), sum = head->mixed(i, c);
  return {numbered_title("Sum and bias", s, i, c), row({sub(sym("o", Role::kOutput), sym("ic")), op("+"), sub(sym("b"), sym("c"))}),
          row({num_at(of(sum), {"mixed", i, c}, 0, Role::kOutput), op("+"), num_at(of(bias), {"bias", 0, c})}), of(sum + bias), ""};
}

formula::Explanation explain_new_row(const Params& p, const GraphStudy& s, int i, int c) {
  if (!head_shown(p, s)) return {};
  if (!s.bend) {
    formula::Explanation x = explain_before_bend(p, s, i, c);
    x.title = numbered_title("New row", s, i, c);
    x.note = "The last layer has no bend: the model answers from these numbers.";
    return x;
  }
  const Real x = before_bend(p, s)(i, c);
  const formula::Expression from = num_at(of(x), {"before-bend", i, c});
  const bool elu = *s.bend == models::GraphActivation::elu;
  const formula::Expression negative = elu ? row({call("exp", {from}), op("-"), num(1)}) : call("relu", {from});
  return {numbered_title("New row", s, i, c), call(bend_name(*s.bend), {sym("x")}), x >= 0 ? from : negative, of(bent(*s.bend, x)),
          elu ? "ELU leaves numbers from 0 on as they are and makes exp(x) - 1 of those below." : "ReLU makes 0 of negative numbers."};
}

formula::Explanation explain_sees(const GraphStudy& s, int i) {
  const auto count = static_cast<double>(s.shown.graph.of(i).size());
  return {"How many nodes " + s.shown.names[static_cast<size_t>(i)] + " sees", sub(sym("d"), sym("i")), num(count), count,
          "Counted in the graph, itself among them where nodes see themselves."};
}

}  // namespace attn::lessons::graph_attention
