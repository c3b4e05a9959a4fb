#include "lessons/03_scoring/random_scores.h"

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "kernels/entropy.h"
#include "kernels/softmax.h"

namespace attn::lessons::scoring {
namespace {

std::vector<int> swept_widths(int chosen) {
  std::vector<int> widths;
  for (int width = 1; width <= kLargestWidth; width *= 2) widths.push_back(width);
  if (!std::binary_search(widths.begin(), widths.end(), chosen))
    widths.insert(std::upper_bound(widths.begin(), widths.end(), chosen), chosen);
  return widths;
}

/// Uniform numbers of mean 0 and variance 1, two from each 64 bits of the generator.
Mat unit_variance(Index rows, Index cols, Rng& rng) {
  constexpr double kStep = 2 * 1.7320508075688772 / 4294967296.0;
  Mat out(rows, cols);
  for (Index i = 0; i < out.size(); i += 2) {
    const std::uint64_t bits = rng.next();
    out.data()[i] = static_cast<Real>((static_cast<double>(bits >> 32) + 0.5) * kStep - 1.7320508075688772);
    if (i + 1 < out.size())
      out.data()[i + 1] = static_cast<Real>((static_cast<double>(bits & 0xffffffffu) + 0.5) * kStep - 1.7320508075688772);
  }
  return out;
}

double variance(const Mat& a) {
  const double mean = a.cast<double>().mean();
  return (a.cast<double>().array() - mean).square().mean();
}

void measure(RandomScores* r) {
  const auto columns = static_cast<Index>(r->widths.size());
  for (Mat* curve : {&r->variance, &r->entropy, &r->largest, &r->gradient}) curve->resize(kWidthScales, columns);
  for (Index i = 0; i < columns; ++i)
    for (int s = 0; s < kWidthScales; ++s) {
      const auto f = static_cast<Real>(factor(static_cast<WidthScale>(s), r->widths[static_cast<size_t>(i)]));
      const Mat scaled = f * r->scores[static_cast<size_t>(i)];
      const Mat weights = kernels::softmax_rows(scaled);
      r->variance(s, i) = static_cast<Real>(variance(scaled));
      r->entropy(s, i) = kernels::entropy_rows(weights).mean();
      r->largest(s, i) = weights.rowwise().maxCoeff().mean();
      r->gradient(s, i) = kernels::softmax_gradient_norm(weights).mean();
    }
}

}  // namespace

double factor(WidthScale scale, int width) {
  switch (scale) {
    case WidthScale::kNone:
      return 1;
    case WidthScale::kInverseRoot:
      return 1 / std::sqrt(static_cast<double>(width));
    case WidthScale::kRoot:
      return std::sqrt(static_cast<double>(width));
  }
  return 1;
}

RandomScores random_scores(int width, int keys, int draws, int seed) {
  RandomScores r;
  r.widths = swept_widths(width);
  r.chosen = static_cast<int>(std::find(r.widths.begin(), r.widths.end(), width) - r.widths.begin());
  r.scores.assign(r.widths.size(), Mat(draws, keys));
  Rng rng(static_cast<std::uint64_t>(seed));
  for (Index draw = 0; draw < draws; ++draw) {
    const Mat q = unit_variance(1, kLargestWidth, rng), k = unit_variance(keys, kLargestWidth, rng);
    if (draw == 0) r.query = q.leftCols(width), r.keys = k.leftCols(width);
    for (Index j = 0; j < k.rows(); ++j) {
      Real total = 0;  // narrower vectors are beginnings of the widest, so one running sum gives the score at every width
      int from = 0;
      for (size_t i = 0; i < r.widths.size(); ++i) {
        const int to = r.widths[i];
        total += q.row(0).segment(from, to - from).dot(k.row(j).segment(from, to - from));
        r.scores[i](draw, j) = total;
        from = to;
      }
    }
  }
  measure(&r);
  return r;
}

}  // namespace attn::lessons::scoring
