#include "autodiff/graph.h"

#include <algorithm>
#include <cmath>

#include "autodiff/op_parts.h"
#include "kernels/binary_cross_entropy.h"
#include "kernels/elementwise.h"
#include "kernels/graph_rows.h"
#include "kernels/matmul.h"

namespace attn::autodiff {
namespace {

using kernels::HeadJoin;
namespace edges = kernels::edges;

View zeroed(View x) {
  x.setZero();
  return x;
}

/// What x w passes back of d_features.
void add_projection_vjp(Var x, Var w, const View& d_features) {
  if (x.needs_gradient()) kernels::product_bt_into(d_features, w.value(), x.gradient(), true);
  if (w.needs_gradient()) kernels::product_at_into(x.value(), d_features, w.gradient(), true);
}

/// d_of [h,o] where it needs none: working memory that nobody reads.
Real* gradient_or_scratch(Var x) { return x.needs_gradient() ? x.gradient().data() : x.tape->scratch(x.rows(), x.cols()).data(); }

}  // namespace

GraphConvolved graph_convolution(Var x, const Neighbours& graph, Var w, Var strengths) {
  CHECK(x.rows() == graph.nodes() && x.cols() == w.rows(), "graph_convolution: x is ", shape(x.value()), ", w is ", shape(w.value()),
        ", the graph has ", graph.nodes(), " nodes");
  CHECK(!strengths || (strengths.rows() == graph.edges() && strengths.cols() == 1), "graph_convolution: the graph has ", graph.edges(),
        " edges");
  Tape& tape = tape_of({x, w, strengths});
  const Var y = make_from({x, w, strengths}, x.rows(), w.cols());
  const Var features = tape.make(x.rows(), w.cols(), false), weights = tape.make(graph.edges(), 1, false);
  const View norms = strengths ? tape.scratch(graph.edges(), 1) : weights.value();
  const edges::Heads s{&graph, 1, w.cols()};
  kernels::product_into(x.value(), w.value(), features.value());
  edges::norms(graph, const_cast<Real*>(norms.data()));
  if (strengths) weights.value() = norms.cwiseProduct(strengths.value());
  edges::weighted_sum(s, weights.value().data(), features.value().data(), y.value().data());
  if (!y.needs_gradient()) return {y, features, weights};
  const View d_features = tape.scratch(x.rows(), w.cols()), d_weights = tape.scratch(graph.edges(), 1);
  tape.on_backward(y, [=] {
    const bool learned = strengths.needs_gradient();
    edges::add_weighted_sum_vjp(s, weights.value().data(), features.value().data(), y.gradient().data(),
                                learned ? const_cast<Real*>(d_weights.data()) : nullptr, zeroed(d_features).data());
    if (learned) kernels::add_entry_product(d_weights, norms, 1, strengths.gradient());
    add_projection_vjp(x, w, d_features);
  });
  return {y, features, weights};
}

GraphAttended graph_attention(Var x, const Neighbours& graph, const GraphAttentionVars& v, const kernels::GraphAttentionOptions& o,
                              Real drop, Rng* rng) {
  const Var w = v.w, w_source = v.w_source, a_source = v.a_source, a_target = v.a_target;
  const bool first = o.version == 1, mean = o.join == HeadJoin::mean;
  CHECK(x.rows() == graph.nodes() && x.cols() == w.rows() && w.cols() % o.heads == 0, "graph_attention: x is ", shape(x.value()), ", w is ",
        shape(w.value()), ", the graph has ", graph.nodes(), " nodes, heads are ", o.heads);
  const edges::Heads s{&graph, o.heads, w.cols() / o.heads};
  CHECK(a_source.rows() == s.heads && a_source.cols() == s.width, "graph_attention: a_source is ", shape(a_source.value()));
  CHECK(first == static_cast<bool>(a_target) && !(first && w_source),
        "graph_attention: version 1 has an a_target, version 2 may have a w_source");
  if (first) check_same_shape("graph_attention", a_source, a_target);
  if (w_source) check_same_shape("graph_attention", w, w_source);

  Tape& tape = tape_of({x, w, w_source, a_source, a_target});
  const Var y = make_from({x, w, w_source, a_source, a_target}, x.rows(), mean ? s.width : w.cols());
  const Var features = tape.make(x.rows(), w.cols(), false);
  const Var scores = tape.make(graph.edges(), s.heads, false), weights = tape.make(graph.edges(), s.heads, false);
  kernels::product_into(x.value(), w.value(), features.value());
  const View source = w_source ? tape.scratch(x.rows(), w.cols()) : features.value();
  if (first) {
    View from = tape.scratch(x.rows(), s.heads), to = tape.scratch(x.rows(), s.heads);
    edges::parts(s, features.value().data(), a_source.value().data(), from.data());
    edges::parts(s, features.value().data(), a_target.value().data(), to.data());
    edges::part_scores(s, from.data(), to.data(), o.slope, scores.value().data());
  } else {
    if (w_source) kernels::product_into(x.value(), w_source.value(), View(source));
    edges::feature_scores(s, source.data(), features.value().data(), a_source.value().data(), o.slope, scores.value().data());
  }
  edges::softmax(s, scores.value().data(), weights.value().data());

  const bool drops = drop > 0 && rng && tape.recording();
  View factors = drops ? tape.scratch(graph.edges(), s.heads) : no_view();
  View summed = drops ? tape.scratch(graph.edges(), s.heads) : weights.value();
  if (drops) {
    for (Index k = 0; k < factors.size(); ++k) factors.data()[k] = rng->uniform() < drop ? 0 : 1 / (1 - drop);
    summed = factors.cwiseProduct(weights.value());
  }
  View heads = mean ? tape.scratch(x.rows(), w.cols()) : y.value();
  edges::weighted_sum(s, summed.data(), features.value().data(), heads.data());
  if (mean) {
    y.value().setZero();
    for (Index h = 0; h < s.heads; ++h) y.value() += heads.middleCols(h * s.width, s.width) / static_cast<Real>(s.heads);
  }
  if (!y.needs_gradient()) return {y, features, scores, weights};

  const View d_features = tape.scratch(x.rows(), w.cols()), d_scores = tape.scratch(graph.edges(), s.heads);
  const View d_source = first ? tape.scratch(x.rows(), s.heads) : w_source ? tape.scratch(x.rows(), w.cols()) : d_features;
  const View d_target = first ? tape.scratch(x.rows(), s.heads) : d_features;
  tape.on_backward(y, [=] {
    View d_heads = mean ? heads : y.gradient(), d_edges = d_scores;  // the heads' outputs are not needed any more
    if (mean)
      for (Index h = 0; h < s.heads; ++h) d_heads.middleCols(h * s.width, s.width) = y.gradient() / static_cast<Real>(s.heads);
    edges::add_weighted_sum_vjp(s, summed.data(), features.value().data(), d_heads.data(), d_edges.data(), zeroed(d_features).data());
    if (drops) d_edges.array() *= factors.array();
    edges::softmax_vjp(s, weights.value().data(), d_edges.data(), d_edges.data());
    Real* features_gradient = const_cast<Real*>(d_features.data());
    if (first) {
      Real *from = zeroed(d_source).data(), *to = zeroed(d_target).data();
      edges::add_part_scores_vjp(s, scores.value().data(), o.slope, d_edges.data(), from, to);
      edges::add_parts_vjp(s, features.value().data(), a_source.value().data(), from, features_gradient, gradient_or_scratch(a_source));
      edges::add_parts_vjp(s, features.value().data(), a_target.value().data(), to, features_gradient, gradient_or_scratch(a_target));
    } else {
      Real* from = w_source ? zeroed(d_source).data() : features_gradient;
      edges::add_feature_scores_vjp(s, source.data(), features.value().data(), a_source.value().data(), o.slope, d_edges.data(),
                                    {from, features_gradient, gradient_or_scratch(a_source)});
      if (w_source) add_projection_vjp(x, w_source, d_source);
    }
    add_projection_vjp(x, w, d_features);
  });
  return {y, features, scores, weights};
}

Var elu(Var x) {
  const Var y = make_from({x}, x.rows(), x.cols());
  edges::elu(x.value().data(), y.value().data(), x.value().size());
  y.tape->on_backward(y, [x, y] { edges::add_elu_vjp(y.value().data(), y.gradient().data(), x.gradient().data(), y.value().size()); });
  return y;
}

Var mean_of_rows(Var x, std::span<const int> first) {
  CHECK(!first.empty() && first.front() == 0 && first.back() == x.rows() && std::is_sorted(first.begin(), first.end()),
        "mean_of_rows: x is ", shape(x.value()), ", the parts do not cover it");
  const auto parts = static_cast<Index>(first.size()) - 1;
  const Var y = make_from({x}, parts, x.cols());
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
  for (Index p = 0; p < y.rows(); ++p) {
    CHECK(kept[p].from >= 0 && kept[p].from < x.rows() && kept[p].to >= 0 && kept[p].to < x.rows(), "pair_products: nodes ", kept[p].from,
          " and ", kept[p].to, " of ", x.rows());
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
