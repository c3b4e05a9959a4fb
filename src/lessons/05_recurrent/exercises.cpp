#include "lessons/05_recurrent/exercises.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "canvas/number_text.h"

namespace attn::lessons::recurrent {
namespace {

/// What remains of the RNN's gradient when the scene's sequence is long enough to go fifty steps back.
course::Verdict vanish(const Params& p, const Result&, int prediction, const compute::Backend&) {
  constexpr int kSteps = 50;
  Params longer = p;
  longer.length = kSteps + 1;
  const auto kept = static_cast<double>(study_gradients(longer).norm(0, kSteps));
  const int answer = kept > 0.1 ? 0 : kept > 1e-4 ? 1 : 2;
  return {prediction == answer, "After 50 steps the RNN's gradient has " + canvas::said_rounded(kept, 2) + " of its length; " +
                                    canvas::said_rounded(static_cast<double>(p.radius), 2) + " to the power of 50 is " +
                                    canvas::said_rounded(std::pow(static_cast<double>(p.radius), kSteps), 2) + "."};
}

course::Verdict survive(const Params& p, const Result&, int, const compute::Backend&) {
  if (p.radius != Params{}.radius)
    return {false, "The spectral radius is " + canvas::said_rounded(static_cast<double>(p.radius), 2) + "; it is to stay at " +
                       canvas::said_rounded(static_cast<double>(Params{}.radius), 2) + "."};
  Params as_long = p;
  as_long.length = 21;
  const Mat norm = study_gradients(as_long).norm;
  const double kept = static_cast<double>(norm(2, 20)) / static_cast<double>(norm(2, 1));
  return {kept >= 0.5, "From distance 1 to distance 20 the LSTM keeps " + canvas::said_rounded(kept, 2) + " of its gradient" +
                           (kept >= 0.5 ? "." : "; a half is asked for.")};
}

course::Verdict reaches(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const Mat& influence = r.study.backward.influence;
  const int inputs = static_cast<int>(influence.cols());
  const Mat row = influence.row(std::min<Index>(2, influence.rows() - 1));
  int first = inputs, last = 0;
  for (int j = 0; j < inputs; ++j)
    if (row(0, j) > 0) first = std::min(first, j + 1), last = j + 1;
  const int answer = first == 1 && last == inputs ? 2 : first == 1 ? 0 : 1;
  return {prediction == answer, "The backward state of step 3 has a gradient with respect to inputs " + std::to_string(first) + " to " +
                                    std::to_string(last) + "."};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"vanish", 3, vanish}, {"survive", 0, survive}, {"reaches", 3, reaches}};
}

}  // namespace attn::lessons::recurrent
