#include "lessons/03_scoring/exercises.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"

namespace attn::lessons::scoring {
namespace {

/// Three printings of the identity between distance and dot product, as the signs of q.k, -1/2|k|^2 and -1/2|q|^2.
constexpr Real kPrintings[3][3] = {{1, 1, 1}, {1, -1, -1}, {-1, -1, -1}};

/// The largest difference, over all keys, between the chosen query's distance score and the sum of the terms with these signs.
Real identity_error(const Params& p, const Result& r, const Real (&signs)[3]) {
  const Mat scores = chosen_row(p, r.of(Score::distance).scores);
  Real worst = 0;
  for (Index j = 0; j < r.terms.rows(); ++j)
    worst = std::max(worst, std::abs(signs[0] * r.terms(j, 0) + signs[1] * r.terms(j, 1) + signs[2] * r.terms(j, 2) - scores(0, j)));
  return worst;
}

}  // namespace

course::Verdict signs(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  int answer = -1;
  std::string text;
  for (int i = 0; i < 3; ++i) {
    const Real worst = identity_error(p, r, kPrintings[i]);
    if (worst < Real(1e-3)) answer = i;
    text += (i ? ", line " : "Line ") + std::to_string(i + 1) + " is off by up to " + fixed(worst, 2);
  }
  return {prediction == answer, text + "."};
}

course::Verdict longer_query(const Params& p, const Result& before, int prediction, const compute::Backend& backend) {
  Params longer = p;
  longer.queries.row(p.chosen - 1) *= 2;
  const Result after = compute(longer, backend);
  const auto largest = [&](const Result& r) { return chosen_row(p, r.of(Score::distance).weights).maxCoeff(); };
  const bool same = after.difference<Real(1e-4), sharper = largest(after) - largest(before)> Real(1e-4);
  const int answer = !same ? 2 : sharper ? 1 : 0;
  return {prediction == answer, "Dot product and distance differ by at most " + fixed(after.difference, 2) +
                                    ", and the largest weight goes from " + fixed(largest(before), 2) + " to " + fixed(largest(after), 2) +
                                    "."};
}

course::Verdict saturation(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  const auto largest = [&](WidthScale scale) { return static_cast<double>(r.random.largest(static_cast<int>(scale), r.random.chosen)); };
  const double multiplied = largest(WidthScale::kRoot);
  const int answer = multiplied < 0.3 ? 0 : multiplied < 0.7 ? 1 : 2;
  return {prediction == answer, "At width " + std::to_string(p.width) + " the largest weight is " + fixed(multiplied, 2) +
                                    " on average where scores are multiplied by the root, " + fixed(largest(WidthScale::kNone), 2) +
                                    " where they are left alone and " + fixed(largest(WidthScale::kInverseRoot), 2) +
                                    " where they are divided."};
}

course::Verdict turn(const Params& p, const Result& r, int, const compute::Backend&) {
  if (!p.equally_wide()) return {false, "The dot product needs keys with two numbers; make them narrower again."};
  const Mat dot = chosen_row(p, r.of(Score::dot).scores), bilinear = chosen_row(p, r.of(Score::bilinear).scores);
  if (dot.maxCoeff() - dot.minCoeff() < Real(1e-4)) return {false, "The dot product puts no key last; there is no order to turn round."};
  Index worst = 0, favourite = 0;
  dot.row(0).minCoeff(&worst);
  const Real most = bilinear.row(0).maxCoeff(&favourite);
  const std::string last = "By dot product key " + std::to_string(worst + 1) + " comes last; ";
  if ((bilinear.array() > most - Real(1e-4)).count() > 1) return {false, last + "the bilinear score puts no single key first."};
  return {worst == favourite, last + "the bilinear score puts key " + std::to_string(favourite + 1) + " first."};
}

}  // namespace attn::lessons::scoring
