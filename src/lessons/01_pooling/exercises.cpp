#include "lessons/01_pooling/exercises.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "charts/plane.h"
#include "lessons/01_pooling/hull.h"

namespace attn::lessons::pooling {

course::Verdict check_forty(const Params&, const Result& r, int, const compute::Backend&) {
  constexpr Real kWanted = Real(0.4), kSlack = Real(0.02);
  std::vector<std::pair<Real, Index>> ranked;
  for (Index i = 0; i < r.attention.weights.cols(); ++i) ranked.push_back({r.attention.weights(0, i), i + 1});
  std::sort(ranked.rbegin(), ranked.rend());
  if (ranked.size() < 3) return {false, "Two weights of 0.4 leave 0.2 for the others: there have to be at least three keys."};
  const bool correct = std::abs(ranked[0].first - kWanted) <= kSlack && std::abs(ranked[1].first - kWanted) <= kSlack;
  return {correct, "The two largest weights are " + fixed(ranked[0].first, 2) + " (key " + std::to_string(ranked[0].second) + ") and " +
                       fixed(ranked[1].first, 2) + " (key " + std::to_string(ranked[1].second) +
                       (correct ? "): both within 0.02 of 0.4." : "); each has to be within 0.02 of 0.4.")};
}

course::Verdict check_copy(const Params& p, const Result& r, int prediction, const compute::Backend& backend) {
  Mat keys(p.keys.rows() + 1, 2), values(p.keys.rows() + 1, 2);
  keys << p.keys, p.keys.row(0);
  values << p.values, p.values.row(0);
  const Real before = r.attention.weights(0, 0);
  const Mat after = attend(p, backend, p.query, keys, values, p.temperature).weights;
  const Real together = after(0, 0) + after(0, after.cols() - 1);
  const int answer = together < Real(1.01) * before ? 0 : together > Real(1.99) * before ? 1 : 2;
  return {prediction == answer, "Key 1 alone has " + fixed(before, 3) + ". The two copies get " + fixed(after(0, 0), 3) +
                                    " each, together " + fixed(together, 3) + ", which is " + fixed(together / before, 2) +
                                    " times as much."};
}

course::Verdict check_hull(const Params& p, const Result&, int prediction, const compute::Backend& backend) {
  std::vector<canvas::Point> values;
  for (Index i = 0; i < p.values.rows(); ++i) values.push_back(charts::point_at(p.values, i));
  const std::vector<canvas::Point> hull = convex_hull(values);
  constexpr float kRounding = 1e-4f;  // allows for single precision in numbers up to kReach
  constexpr Real kFar = 100;
  const Mat queries = queries_all_over();
  int tried = 0;
  float outside_by_query = 0, outside_by_temperature = 0;
  for (const Real away : {Real(1), kFar})
    for (const double temperature : {kColdest, 0.1, 1.0, 10.0, kHottest}) {
      const Mat outputs = attend(p, backend, away * queries, p.keys, p.values, static_cast<Real>(temperature)).output;
      tried += static_cast<int>(outputs.rows());
      float& outside = temperature == 1 ? outside_by_query : outside_by_temperature;
      for (Index i = 0; i < outputs.rows(); ++i) outside = std::max(outside, distance_outside(hull, charts::point_at(outputs, i)));
    }
  const int answer = outside_by_query > kRounding ? 1 : outside_by_temperature > kRounding ? 2 : 0;
  return {prediction == answer, std::to_string(tried) + " queries, up to " + rounded(kFar * queries.rowwise().norm().maxCoeff(), 2) +
                                    " from the origin, at temperatures from " + rounded(kColdest, 2) + " to " + rounded(kHottest, 3) +
                                    ": " + (answer == 0 ? "every output lies in the hull." : "an output lies outside of the hull.")};
}

}  // namespace attn::lessons::pooling
