#include "models/recurrent_study.h"

#include <algorithm>
#include <cmath>

#include "base/rng.h"

namespace attn::models {
namespace {

using kernels::Cell;
constexpr int kValue = 0, kFlag = 1, kBias = 2, kStates = 3;  ///< rows of a matrix of weights

/// A gate's bias that all but closes or opens it, and a flag's weight that turns it round.
constexpr Real kFirm = 7, kTurn = 14;

Mat purpose_lstm() {
  enum Gate { i, f, g, o };
  const auto column = [](Gate gate, int unit) { return gate * kStudyUnits + unit; };
  Mat w = Mat::Zero(kStudyRows, 4 * kStudyUnits);
  for (int unit = 0; unit < kStudyUnits; ++unit) w(kValue, column(g, unit)) = 1, w(kBias, column(o, unit)) = kFirm;
  w(kBias, column(i, 0)) = -kFirm, w(kFlag, column(i, 0)) = kTurn;
  w(kBias, column(f, 0)) = kFirm, w(kFlag, column(f, 0)) = -kTurn;
  w(kBias, column(i, 2)) = kFirm, w(kBias, column(f, 2)) = kFirm;
  w(kBias, column(i, 3)) = kFirm, w(kBias, column(f, 3)) = -kFirm;
  return w;
}

Mat purpose_gru() {
  enum Gate { r, z, n };
  const auto column = [](Gate gate, int unit) { return gate * kStudyUnits + unit; };
  Mat w = Mat::Zero(kStudyRows, 3 * kStudyUnits);
  for (int unit = 0; unit < kStudyUnits; ++unit) w(kValue, column(n, unit)) = 1;
  w(kBias, column(z, 0)) = kFirm, w(kFlag, column(z, 0)) = -kTurn;
  w(kBias, column(z, 2)) = 2;
  w(kBias, column(z, 3)) = -kFirm;
  return w;
}

Mat purpose_rnn() {
  Mat w = Mat::Zero(kStudyRows, kStudyUnits);
  w.row(kValue) << 1, 1, Real(0.3), 1;
  w(kStates + 0, 0) = 1, w(kStates + 1, 1) = Real(0.5), w(kStates + 2, 2) = 1;
  return w;
}

Mat flipped(In m) { return m.rowwise().reverse(); }

/// Rows of d_x for one output, as lengths.
Mat lengths(In d_x) { return d_x.rowwise().norm().transpose(); }

struct Run {
  Mat x;  ///< [t,i]
  kernels::Recurrence trace;
};

/// d y_s / d x [t,i].
Mat input_gradient(Cell cell, const Run& run, const kernels::RecurrentWeights& weights, In readout, Index s) {
  Mat d_h = Mat::Zero(run.trace.h.rows(), run.trace.h.cols());
  d_h.row(s) = readout;
  return kernels::recurrent_vjp(cell, run.x, weights, Mat(), Mat(), run.trace, d_h).d_x;
}

Run run_cell(Cell cell, In x, const kernels::RecurrentWeights& weights) { return {x, kernels::recurrent(cell, x, weights)}; }

Mat shifted(In states) {
  Mat before = Mat::Zero(states.rows(), states.cols());
  if (states.cols() > 1) before.rightCols(states.cols() - 1) = states.leftCols(states.cols() - 1);
  return before;
}

Reading reading_of(const Run& run, const kernels::RecurrentWeights& weights) {
  Reading r;
  r.h = run.trace.h.transpose(), r.c = run.trace.c.transpose(), r.gates = run.trace.gates.transpose();
  r.h_before = shifted(r.h);
  if (r.c.size() > 0) r.c_before = shifted(r.c);
  r.input_product = run.x * weights.wx + weights.bx.replicate(run.x.rows(), 1);
  r.recurrent_product = r.h_before.transpose() * weights.wh;
  return r;
}

void turn_round(Reading* r) {
  for (Mat* m : {&r->h, &r->c, &r->h_before, &r->c_before, &r->gates}) *m = flipped(*m);
  r->input_product = Mat(r->input_product.colwise().reverse());
  r->recurrent_product = Mat(r->recurrent_product.colwise().reverse());
}

void read_both_ways(const RecurrentSettings& s, const kernels::RecurrentWeights& weights, RecurrentStudy* r) {
  const Mat x = s.x.transpose(), reversed = x.colwise().reverse();
  const Run there = run_cell(s.cell, x, weights), back = run_cell(s.cell, reversed, weights);
  r->forward = reading_of(there, weights), r->backward = reading_of(back, weights);
  turn_round(&r->backward);
  const Index t = x.rows();
  r->forward.influence = r->backward.influence = r->both = Mat::Zero(t, t);
  for (Index step = 0; step < t; ++step) {
    const Mat f = input_gradient(s.cell, there, weights, s.readout, step);
    const Mat b = input_gradient(s.cell, back, weights, s.readout, t - 1 - step).colwise().reverse();
    r->forward.influence.row(step) = lengths(f);
    r->backward.influence.row(step) = lengths(b);
    r->both.row(step) = lengths(f + b);
  }
}

std::vector<int> steps_between(int first, int last) {
  std::vector<int> steps;
  for (int i = first; i < last; ++i) steps.push_back(i);
  return steps;
}

void choose_steps(IoPattern pattern, int t, RecurrentStudy* r) {
  r->pattern_steps = pattern == IoPattern::kOneToOne ? 1 : t;
  const int half = std::max(1, t / 2);
  switch (pattern) {
    case IoPattern::kOneToOne:
      r->inputs = r->outputs = {0};
      break;
    case IoPattern::kOneToMany:
      r->inputs = {0}, r->outputs = steps_between(0, t);
      break;
    case IoPattern::kManyToOne:
      r->inputs = steps_between(0, t), r->outputs = {t - 1};
      break;
    case IoPattern::kAligned:
      r->inputs = r->outputs = steps_between(0, t);
      break;
    case IoPattern::kSummary:
      r->inputs = steps_between(0, half), r->outputs = t > half ? steps_between(half, t) : std::vector<int>{t - 1};
      break;
  }
}

void follow_pattern(const RecurrentSettings& s, const kernels::RecurrentWeights& weights, RecurrentStudy* r) {
  choose_steps(s.pattern, static_cast<int>(s.x.cols()), r);
  Mat x = Mat::Zero(r->pattern_steps, kStudyInputs);
  for (int step : r->inputs) x.row(step) = s.x.col(step).transpose();
  const Run run = run_cell(s.cell, x, weights);
  r->pattern = reading_of(run, weights);
  const auto outputs = static_cast<Index>(r->outputs.size());
  r->pattern_y = Mat(1, outputs);
  r->pattern_influence = Mat(outputs, static_cast<Index>(r->inputs.size()));
  for (Index k = 0; k < outputs; ++k) {
    const Index step = r->outputs[static_cast<size_t>(k)];
    r->pattern_y(0, k) = s.readout.row(0).dot(run.trace.h.row(step));
    const Mat all = lengths(input_gradient(s.cell, run, weights, s.readout, step));
    for (size_t j = 0; j < r->inputs.size(); ++j) r->pattern_influence(k, static_cast<Index>(j)) = all(0, r->inputs[j]);
  }
}

}  // namespace

RecurrentSettings::RecurrentSettings()
    : x(kStudyInputs, 8),
      rnn(random_weights(Cell::rnn, 1)),
      gru(random_weights(Cell::gru, 1)),
      lstm(random_weights(Cell::lstm, 1)),
      readout(Mat::Constant(1, kStudyUnits, Real(0.5))) {
  x << Real(0.8), Real(-0.5), Real(0.3), Real(-0.9), Real(0.6), Real(0.2), Real(-0.4), Real(0.5), 1, 0, 0, 0, 0, 0, 0, 0;
}

void settle(RecurrentSettings& s) { s.step = std::clamp(s.step, 1, static_cast<int>(s.x.cols())); }

Mat purpose_weights(Cell cell) { return cell == Cell::rnn ? purpose_rnn() : cell == Cell::gru ? purpose_gru() : purpose_lstm(); }

Mat random_weights(Cell cell, int seed) {
  Rng rng(static_cast<std::uint64_t>(seed));
  Mat w = normal_matrix(kStudyRows, kernels::gate_count(cell) * kStudyUnits, rng);
  w.row(kBias).setZero();
  w.bottomRows(kStudyUnits) *= Real(0.7);
  return (w * Real(10)).array().round().matrix() / Real(10);
}

Mat weights_of(const RecurrentSettings& s) {
  switch (s.source) {
    case WeightSource::kPurpose:
      return purpose_weights(s.cell);
    case WeightSource::kRandom:
      return random_weights(s.cell, s.seed);
    case WeightSource::kOwn:
      break;
  }
  return s.own();
}

kernels::RecurrentWeights unstacked(In w) {
  return {w.topRows(kStudyInputs), w.bottomRows(kStudyUnits), w.row(kBias), Mat::Zero(1, w.cols())};
}

RecurrentStudy study(const RecurrentSettings& s) {
  RecurrentStudy r;
  r.weights = weights_of(s);
  const kernels::RecurrentWeights weights = unstacked(r.weights);
  read_both_ways(s, weights, &r);
  follow_pattern(s, weights, &r);
  return r;
}

Mat shares(In influence) {
  Mat out = influence;
  for (Index i = 0; i < out.rows(); ++i)
    if (const Real sum = out.row(i).sum(); sum > 0) out.row(i) /= sum;
  return out;
}

}  // namespace attn::models
