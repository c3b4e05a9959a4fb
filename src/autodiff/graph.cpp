#include "autodiff/graph.h"

#include <algorithm>
#include <cmath>

#include "autodiff/op_parts.h"
#include "autodiff/ops.h"
#include "kernels/binary_cross_entropy.h"
#include "kernels/graph_layers.h"
#include "kernels/graph_rows.h"

namespace attn::autodiff {
namespace {

kernels::ConstView value_of(Var x) { return kernels::view_of(x ? x.value() : no_view()); }

/// The gradient of a variable; where it needs none, working memory that nobody reads.
View gradient_or_room(Var x) { return !x || x.needs_gradient() ? gradient_or_none(x) : x.tape->scratch(x.rows(), x.cols()); }

/// Factors for dropout on the weights: 0 with the probability `drop`, else 1 / (1 - drop).
const Real* draw_drops(Tape& tape, Index count, Real drop, Rng* rng) {
  Real* drops = tape.scratch_array<Real>(static_cast<std::size_t>(count));
  for (Index k = 0; k < count; ++k) drops[k] = rng->uniform() < drop ? 0 : 1 / (1 - drop);
  return drops;
}

}  // namespace

GraphConvolved graph_convolution(Var x, const Neighbours& graph, Var w, Var strengths) {
  CHECK(!strengths || (strengths.rows() == graph.edges() && strengths.cols() == 1), "graph_convolution: the graph has ", graph.edges(),
        " edges");
  Tape& tape = tape_of({x, w, strengths});
  const Var y = make_from({x, w, strengths}, x.rows(), w.cols());
  if (tape.engine_forward()) {
    const Var norms = tape.constant(kernels::symmetric_norms(graph)), own = product(x, w);
    const Var factors = strengths ? multiply(norms, strengths) : norms;
    if (tape.engine()->graph_convolution(own, graph, factors, y)) return {y, own, factors};
  }
  const Var features = tape.make(x.rows(), w.cols(), false), weights = tape.make(graph.edges(), 1, false);
  const kernels::GraphConvolutionInput in{value_of(x), &graph, value_of(w), value_of(strengths).data()};
  const kernels::GraphConvolutionOutput out{features.value(), weights.value(), y.value()};
  kernels::graph_convolution_into(in, out);
  tape.on_backward(y, [=] {
    kernels::add_graph_convolution_vjp(in, out, y.gradient(),
                                       {gradient_or_none(x), gradient_or_none(w), gradient_or_none(strengths).data()});
  });
  return {y, features, weights};
}

GraphAttended graph_attention(Var x, const Neighbours& graph, const GraphAttentionVars& v, const kernels::GraphAttentionOptions& o,
                              Real drop, Rng* rng) {
  CHECK(o.heads > 0, "graph_attention: ", o.heads, " heads");
  Tape& tape = tape_of({x, v.w, v.w_source, v.a_source, v.a_target});
  const bool mean = o.join == kernels::HeadJoin::mean;
  const Index n = x.rows(), columns = v.w.cols(), m = graph.edges();
  const Var y = make_from({x, v.w, v.w_source, v.a_source, v.a_target}, n, mean ? columns / o.heads : columns);
  const Var scores = tape.make(m, o.heads, false), weights = tape.make(m, o.heads, false);
  if (tape.engine_forward()) {
    const Var own = product(x, v.w), source = o.version == 1 ? Var() : v.w_source ? product(x, v.w_source) : own;
    if (tape.engine()->graph_attention({&graph, o, own, source, v.a_source, v.a_target}, scores, weights, y))
      return {y, own, scores, weights};
  }
  const Var features = tape.make(n, columns, false);
  const auto room = [&](bool wanted, Index cols) { return wanted ? tape.scratch(n, cols) : no_view(); };
  const kernels::GraphAttentionInput in{.x = value_of(x),
                                        .graph = &graph,
                                        .w = value_of(v.w),
                                        .w_source = value_of(v.w_source),
                                        .a_source = value_of(v.a_source),
                                        .a_target = value_of(v.a_target),
                                        .options = o,
                                        .drops = drop > 0 && rng && tape.recording() ? draw_drops(tape, m * o.heads, drop, rng) : nullptr};
  const kernels::GraphAttentionOutput out{.features = features.value(),
                                          .source_features = room(static_cast<bool>(v.w_source), columns),
                                          .source_parts = room(o.version == 1, o.heads),
                                          .target_parts = room(o.version == 1, o.heads),
                                          .scores = scores.value(),
                                          .weights = weights.value(),
                                          .heads = mean ? tape.scratch(n, columns) : y.value(),
                                          .output = y.value()};
  kernels::graph_attention_into(in, out);
  tape.on_backward(y, [=] {
    kernels::add_graph_attention_vjp(in, out, y.gradient(),
                                     {gradient_or_none(x), gradient_or_none(v.w), gradient_or_none(v.w_source),
                                      gradient_or_room(v.a_source), gradient_or_room(v.a_target)});
  });
  return {y, features, scores, weights};
}

Var elu(Var x) {
  const Var y = make_from({x}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::apply, Engine::Function::elu, x)) return y;
  kernels::edges::elu(x.value().data(), y.value().data(), x.value().size());
  y.tape->on_backward(
      y, [x, y] { kernels::edges::add_elu_vjp(y.value().data(), y.gradient().data(), x.gradient().data(), y.value().size()); });
  return y;
}

Var mean_of_rows(Var x, std::span<const int> first) {
  CHECK(!first.empty() && first.front() == 0 && first.back() == x.rows() && std::is_sorted(first.begin(), first.end()),
        "mean_of_rows: x is ", shape(x.value()), ", the parts do not cover it");
  const auto parts = static_cast<Index>(first.size()) - 1;
  const Var y = make_from({x}, parts, x.cols());
  if (computed_by_engine(y, &Engine::mean_of_rows, x, first)) return y;
  int* begin = y.tape->scratch_array<int>(first.size());
  std::copy(first.begin(), first.end(), begin);
  y.value().setZero();
  for (Index g = 0; g < parts; ++g)
    for (int i = begin[g]; i < begin[g + 1]; ++i) y.value().row(g) += x.value().row(i) / static_cast<Real>(begin[g + 1] - begin[g]);
  y.tape->on_backward(y, [=] {
    for (Index g = 0; g < parts; ++g)
      for (int i = begin[g]; i < begin[g + 1]; ++i) x.gradient().row(i) += y.gradient().row(g) / static_cast<Real>(begin[g + 1] - begin[g]);
  });
  return y;
}

Var pair_products(Var x, std::span<const Tie> pairs) {
  const Var y = make_from({x}, static_cast<Index>(pairs.size()), 1);
  Tie* kept = y.tape->scratch_array<Tie>(pairs.size());
  std::copy(pairs.begin(), pairs.end(), kept);
  for (const Tie& pair : pairs)
    CHECK(pair.from >= 0 && pair.from < x.rows() && pair.to >= 0 && pair.to < x.rows(), "pair_products: nodes ", pair.from, " and ",
          pair.to, " of ", x.rows());
  if (computed_by_engine(y, &Engine::pair_products, x, pairs)) return y;
  for (Index p = 0; p < y.rows(); ++p) {
    y.value()(p, 0) = x.value().row(kept[p].from).dot(x.value().row(kept[p].to));
  }
  y.tape->on_backward(y, [=] {
    for (Index p = 0; p < y.rows(); ++p) {
      const Real d = y.gradient()(p, 0);
      x.gradient().row(kept[p].from) += d * x.value().row(kept[p].to);
      x.gradient().row(kept[p].to) += d * x.value().row(kept[p].from);
    }
  });
  return y;
}

Var binary_cross_entropy(Var logits, std::span<const int> targets) {
  const auto count = static_cast<Index>(targets.size());
  CHECK(count > 0 && logits.rows() == count && logits.cols() == 1, "binary_cross_entropy: logits are ", shape(logits.value()),
        ", targets are ", count);
  const Var y = make_from({logits}, 1, 1);
  View wanted = y.tape->scratch(count, 1);
  std::copy(targets.begin(), targets.end(), wanted.data());
  y.value()(0, 0) = kernels::binary_cross_entropy(logits.value(), wanted, nullptr);
  y.tape->on_backward(
      y, [=] { kernels::add_binary_cross_entropy_vjp(logits.value(), wanted, nullptr, y.gradient()(0, 0), logits.gradient()); });
  return y;
}

}  // namespace attn::autodiff
