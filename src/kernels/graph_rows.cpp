#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/graph_rows.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "kernels/graph_rows.h"
#include "kernels/vector_math-inl.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using edges::FeatureScoresGradient;
using edges::Heads;

constexpr double kGraphLog2E = 1.44269504088896340736;

/// Calls f(tag) with the widest vectors that divide a head's width without a remainder.
template <class F>
HWY_INLINE void with_vectors(Index width, const F& f) {
  if (width % 8 == 0)
    f(hn::CappedTag<Real, 8>());
  else if (width % 4 == 0)
    f(hn::CappedTag<Real, 4>());
  else
    f(hn::CappedTag<Real, 1>());
}
template <class T>
HWY_INLINE Index step_of(T d) {
  return static_cast<Index>(hn::Lanes(d));
}

template <class T>
HWY_INLINE Real dot(T d, const Real* a, const Real* b, Index n) {
  auto sum = hn::Zero(d);
  for (Index c = 0; c < n; c += step_of(d)) sum = multiply_add(hn::LoadU(d, a + c), hn::LoadU(d, b + c), sum);
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

/// y += factor x.
template <class T>
HWY_INLINE void add_times(T d, Real factor, const Real* x, Real* y, Index n) {
  const auto f = hn::Set(d, factor);
  for (Index c = 0; c < n; c += step_of(d)) hn::StoreU(multiply_add(f, hn::LoadU(d, x + c), hn::LoadU(d, y + c)), d, y + c);
}

void graph_parts(const Heads& s, const Real* features, const Real* a, Real* parts) {
  with_vectors(s.width, [&](auto d) HWY_ATTR {
    for (Index i = 0; i < s.graph->nodes(); ++i)
      for (Index h = 0; h < s.heads; ++h) *parts++ = dot(d, features + i * s.columns() + h * s.width, a + h * s.width, s.width);
  });
}

void graph_parts_vjp(const Heads& s, const Real* features, const Real* a, const Real* d_parts, Real* d_features, Real* d_a) {
  with_vectors(s.width, [&](auto d) HWY_ATTR {
    for (Index i = 0; i < s.graph->nodes(); ++i)
      for (Index h = 0; h < s.heads; ++h, ++d_parts) {
        const Index at = i * s.columns() + h * s.width;
        add_times(d, *d_parts, a + h * s.width, d_features + at, s.width);
        add_times(d, *d_parts, features + at, d_a + h * s.width, s.width);
      }
  });
}

void graph_leaky(Real* x, Real slope, Index n) {
  const V factor = set(slope);
  for_parts(n, [=](auto part) HWY_ATTR {
    const V v = part.load(x);
    part.store(hn::IfThenElse(hn::Gt(v, hn::Zero(D())), v, hn::Mul(factor, v)), x);
  });
}

/// The sum over a head's width of a leakyReLU(x + y).
template <class T>
HWY_INLINE Real bent_dot(T d, const Real* x, const Real* y, const Real* a, Real slope, Index n) {
  auto sum = hn::Zero(d);
  for (Index c = 0; c < n; c += step_of(d)) {
    const auto v = hn::Add(hn::LoadU(d, x + c), hn::LoadU(d, y + c));
    const auto bent = hn::IfThenElse(hn::Gt(v, hn::Zero(d)), v, hn::Mul(hn::Set(d, slope), v));
    sum = multiply_add(hn::LoadU(d, a + c), bent, sum);
  }
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

void graph_feature_scores(const Heads& s, const Real* source, const Real* target, const Real* a, Real slope, Real* scores) {
  with_vectors(s.width, [&](auto d) HWY_ATTR {
    for (int i = 0; i < s.graph->nodes(); ++i)
      for (const int j : s.graph->of(i))
        for (Index h = 0; h < s.heads; ++h) {
          const Index at = h * s.width;
          *scores++ = bent_dot(d, source + i * s.columns() + at, target + j * s.columns() + at, a + at, slope, s.width);
        }
  });
}

/// The gradient through bent_dot. Both nodes and their arrays may be the same, so the second addition has to read what the first has
/// written.
template <class T>
HWY_INLINE void bent_dot_vjp(T d, const Real* x, const Real* y, const Real* a, Real slope, Real d_score, FeatureScoresGradient g, Index n) {
  const auto factor = hn::Set(d, d_score), below = hn::Set(d, slope);
  for (Index c = 0; c < n; c += step_of(d)) {
    const auto v = hn::Add(hn::LoadU(d, x + c), hn::LoadU(d, y + c));
    const auto steepness = hn::IfThenElse(hn::Gt(v, hn::Zero(d)), hn::Set(d, Real(1)), below);
    hn::StoreU(multiply_add(factor, hn::Mul(steepness, v), hn::LoadU(d, g.d_a + c)), d, g.d_a + c);
    const auto d_v = hn::Mul(hn::Mul(factor, steepness), hn::LoadU(d, a + c));
    hn::StoreU(hn::Add(hn::LoadU(d, g.d_source + c), d_v), d, g.d_source + c);
    hn::StoreU(hn::Add(hn::LoadU(d, g.d_target + c), d_v), d, g.d_target + c);
  }
}

void graph_feature_scores_vjp(const Heads& s, const Real* source, const Real* target, const Real* a, Real slope, const Real* d_scores,
                              const FeatureScoresGradient& g) {
  with_vectors(s.width, [&](auto d) HWY_ATTR {
    for (int i = 0; i < s.graph->nodes(); ++i)
      for (const int j : s.graph->of(i))
        for (Index h = 0; h < s.heads; ++h) {
          const Index at = h * s.width, from = i * s.columns() + at, to = j * s.columns() + at;
          bent_dot_vjp(d, source + from, target + to, a + at, slope, *d_scores++, {g.d_source + from, g.d_target + to, g.d_a + at},
                       s.width);
        }
  });
}

void graph_softmax(const Heads& s, const Real* scores, Real* weights, Real* of_heads) {
  for (int i = 0; i < s.graph->nodes(); ++i) {
    const auto degree = static_cast<Index>(s.graph->of(i).size());
    if (degree == 0) continue;
    std::copy(scores, scores + s.heads, of_heads);
    for (Index k = 1; k < degree; ++k)
      for (Index h = 0; h < s.heads; ++h) of_heads[h] = std::max(of_heads[h], scores[k * s.heads + h]);
    for (Index k = 0; k < degree; ++k)
      for (Index h = 0; h < s.heads; ++h) weights[k * s.heads + h] = scores[k * s.heads + h] - of_heads[h];
    const V log2e = set(static_cast<Real>(kGraphLog2E));
    for_parts(degree * s.heads, [=](auto part) HWY_ATTR { part.store(exp2_vector(D(), hn::Mul(log2e, part.load(weights))), weights); });
    std::fill(of_heads, of_heads + s.heads, Real(0));
    for (Index k = 0; k < degree; ++k)
      for (Index h = 0; h < s.heads; ++h) of_heads[h] += weights[k * s.heads + h];
    for (Index h = 0; h < s.heads; ++h) of_heads[h] = 1 / of_heads[h];
    for (Index k = 0; k < degree; ++k)
      for (Index h = 0; h < s.heads; ++h) weights[k * s.heads + h] *= of_heads[h];
    scores += degree * s.heads, weights += degree * s.heads;
  }
}

void graph_weighted_sum(const Heads& s, const Real* weights, const Real* features, Real* out) {
  std::fill(out, out + s.graph->nodes() * s.columns(), Real(0));
  with_vectors(s.width, [&](auto d) HWY_ATTR {
    for (int i = 0; i < s.graph->nodes(); ++i, out += s.columns())
      for (const int j : s.graph->of(i)) {
        const Real* seen = features + j * s.columns();
        for (Index h = 0; h < s.heads; ++h) add_times(d, *weights++, seen + h * s.width, out + h * s.width, s.width);
      }
  });
}

void graph_weighted_sum_vjp(const Heads& s, const Real* weights, const Real* features, const Real* d_out, Real* d_weights,
                            Real* d_features) {
  with_vectors(s.width, [&](auto d) HWY_ATTR {
    for (int i = 0; i < s.graph->nodes(); ++i, d_out += s.columns())
      for (const int j : s.graph->of(i)) {
        const Index seen = j * s.columns();
        for (Index h = 0; h < s.heads; ++h) {
          const Index at = h * s.width;
          if (d_weights) *d_weights++ = dot(d, d_out + at, features + seen + at, s.width);
          if (d_features) add_times(d, *weights++, d_out + at, d_features + seen + at, s.width);
        }
      }
  });
}

void graph_elu(const Real* x, Real* y, Index n) {
  const V log2e = set(static_cast<Real>(kGraphLog2E)), one = set(1);
  for_parts(n, [=](auto part) HWY_ATTR {
    const V v = part.load(x), below = hn::Sub(exp2_vector(D(), hn::Mul(log2e, hn::Min(v, hn::Zero(D())))), one);
    part.store(hn::IfThenElse(hn::Gt(v, hn::Zero(D())), v, below), y);
  });
}

void graph_elu_vjp(const Real* y, const Real* d_y, Real* d_x, Index n) {
  const V one = set(1);
  for_parts(n, [=](auto part) HWY_ATTR {
    const V v = part.load(y), slope = hn::IfThenElse(hn::Gt(v, hn::Zero(D())), one, hn::Add(v, one));
    part.store(multiply_add(part.load(d_y), slope, part.load(d_x)), d_x);
  });
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/tiles.h"

namespace attn::kernels::edges {
namespace {

HWY_EXPORT(graph_parts);
HWY_EXPORT(graph_parts_vjp);
HWY_EXPORT(graph_leaky);
HWY_EXPORT(graph_feature_scores);
HWY_EXPORT(graph_feature_scores_vjp);
HWY_EXPORT(graph_softmax);
HWY_EXPORT(graph_weighted_sum);
HWY_EXPORT(graph_weighted_sum_vjp);
HWY_EXPORT(graph_elu);
HWY_EXPORT(graph_elu_vjp);

}  // namespace

void norms(const Neighbours& graph, Real* norms) {
  for (int i = 0; i < graph.nodes(); ++i)
    for (const int j : graph.of(i)) {
      const auto product = static_cast<double>(graph.of(i).size()) * static_cast<double>(graph.of(j).size());
      *norms++ = product > 0 ? static_cast<Real>(1 / std::sqrt(product)) : 0;
    }
}

void parts(const Heads& s, const Real* features, const Real* a, Real* parts) { HWY_DYNAMIC_DISPATCH(graph_parts)(s, features, a, parts); }
void add_parts_vjp(const Heads& s, const Real* features, const Real* a, const Real* d_parts, Real* d_features, Real* d_a) {
  HWY_DYNAMIC_DISPATCH(graph_parts_vjp)(s, features, a, d_parts, d_features, d_a);
}

void part_scores(const Heads& s, const Real* source, const Real* target, Real slope, Real* scores) {
  Real* next = scores;
  for (int i = 0; i < s.graph->nodes(); ++i, source += s.heads)
    for (const int j : s.graph->of(i)) {
      const Real* seen = target + j * s.heads;
      for (Index h = 0; h < s.heads; ++h) *next++ = source[h] + seen[h];
    }
  HWY_DYNAMIC_DISPATCH(graph_leaky)(scores, slope, s.edge_numbers());
}

void add_part_scores_vjp(const Heads& s, const Real* scores, Real slope, const Real* d_scores, Real* d_source, Real* d_target) {
  for (int i = 0; i < s.graph->nodes(); ++i, d_source += s.heads)
    for (const int j : s.graph->of(i))
      for (Index h = 0; h < s.heads; ++h, ++scores, ++d_scores) {
        const Real d_sum = *scores > 0 ? *d_scores : slope * *d_scores;  // a score is above 0 where the sum is
        d_source[h] += d_sum;
        d_target[j * s.heads + h] += d_sum;
      }
}

void feature_scores(const Heads& s, const Real* source, const Real* target, const Real* a, Real slope, Real* scores) {
  HWY_DYNAMIC_DISPATCH(graph_feature_scores)(s, source, target, a, slope, scores);
}
void add_feature_scores_vjp(const Heads& s, const Real* source, const Real* target, const Real* a, Real slope, const Real* d_scores,
                            const FeatureScoresGradient& gradient) {
  HWY_DYNAMIC_DISPATCH(graph_feature_scores_vjp)(s, source, target, a, slope, d_scores, gradient);
}

void softmax(const Heads& s, const Real* scores, Real* weights) {
  tiles::Scratch of_heads(s.heads);
  HWY_DYNAMIC_DISPATCH(graph_softmax)(s, scores, weights, of_heads.data());
}

void softmax_vjp(const Heads& s, const Real* weights, const Real* d_weights, Real* d_scores) {
  tiles::Scratch scratch(s.heads);
  Real* sums = scratch.data();
  for (int i = 0; i < s.graph->nodes(); ++i) {
    const Index count = static_cast<Index>(s.graph->of(i).size()) * s.heads;
    std::fill(sums, sums + s.heads, Real(0));
    for (Index k = 0; k < count; k += s.heads)
      for (Index h = 0; h < s.heads; ++h) sums[h] += weights[k + h] * d_weights[k + h];
    for (Index k = 0; k < count; k += s.heads)
      for (Index h = 0; h < s.heads; ++h) d_scores[k + h] = weights[k + h] * (d_weights[k + h] - sums[h]);
    weights += count, d_weights += count, d_scores += count;
  }
}

void weighted_sum(const Heads& s, const Real* weights, const Real* features, Real* out) {
  HWY_DYNAMIC_DISPATCH(graph_weighted_sum)(s, weights, features, out);
}
void add_weighted_sum_vjp(const Heads& s, const Real* weights, const Real* features, const Real* d_out, Real* d_weights, Real* d_features) {
  HWY_DYNAMIC_DISPATCH(graph_weighted_sum_vjp)(s, weights, features, d_out, d_weights, d_features);
}

void elu(const Real* x, Real* y, Index n) { HWY_DYNAMIC_DISPATCH(graph_elu)(x, y, n); }
void add_elu_vjp(const Real* y, const Real* d_y, Real* d_x, Index n) { HWY_DYNAMIC_DISPATCH(graph_elu_vjp)(y, d_y, d_x, n); }

}  // namespace attn::kernels::edges
#endif
