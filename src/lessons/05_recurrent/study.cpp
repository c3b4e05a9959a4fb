#include "lessons/05_recurrent/study.h"

#include <algorithm>
#include <cmath>

#include "lessons/05_recurrent/weights.h"

namespace attn::lessons::recurrent {
namespace {

using kernels::Cell;

Mat flipped(In m) { return m.rowwise().reverse(); }

/// The lengths [1,t] of the rows of d_x [t,i].
Mat lengths(In d_x) { return d_x.rowwise().norm().transpose(); }

struct Run {
  Mat x;  ///< [t,i]
  kernels::Recurrence trace;
};

/// The gradient [t,i] of the output y_s with respect to all inputs.
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

Reading reading_of(Cell cell, const Run& run, const kernels::RecurrentWeights& weights) {
  Reading r;
  r.cell = cell;
  r.h = run.trace.h.transpose(), r.c = run.trace.c.transpose(), r.gates = run.trace.gates.transpose();
  r.h_before = shifted(r.h);
  if (r.c.size() > 0) r.c_before = shifted(r.c);
  r.input_product = run.x * weights.wx + weights.bx.replicate(run.x.rows(), 1);
  r.recurrent_product = r.h_before.transpose() * weights.wh + weights.bh.replicate(run.x.rows(), 1);
  return r;
}

void turn_round(Reading* r) {
  for (Mat* m : {&r->h, &r->c, &r->h_before, &r->c_before, &r->gates}) *m = flipped(*m);
  r->input_product = Mat(r->input_product.colwise().reverse());
  r->recurrent_product = Mat(r->recurrent_product.colwise().reverse());
}

void read_both_ways(const Params& p, const kernels::RecurrentWeights& weights, Study* r) {
  const Mat x = p.x.transpose(), reversed = x.colwise().reverse();
  const Run there = run_cell(p.cell, x, weights), back = run_cell(p.cell, reversed, weights);
  r->forward = reading_of(p.cell, there, weights), r->backward = reading_of(p.cell, back, weights);
  turn_round(&r->backward);
  const Index t = x.rows();
  r->forward.influence = r->backward.influence = r->both = Mat::Zero(t, t);
  for (Index step = 0; step < t; ++step) {
    const Mat f = input_gradient(p.cell, there, weights, p.readout, step);
    const Mat b = input_gradient(p.cell, back, weights, p.readout, t - 1 - step).colwise().reverse();
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

void choose_steps(IoPattern pattern, int t, Study* r) {
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

void follow_pattern(const Params& p, const kernels::RecurrentWeights& weights, Study* r) {
  choose_steps(p.pattern, static_cast<int>(p.x.cols()), r);
  Mat x = Mat::Zero(r->pattern_steps, kStudyInputs);
  for (int step : r->inputs) x.row(step) = p.x.col(step).transpose();
  const Run run = run_cell(p.cell, x, weights);
  r->pattern = reading_of(p.cell, run, weights);
  const auto outputs = static_cast<Index>(r->outputs.size());
  r->pattern_y = Mat(1, outputs);
  r->pattern_influence = Mat(outputs, static_cast<Index>(r->inputs.size()));
  for (Index k = 0; k < outputs; ++k) {
    const Index step = r->outputs[static_cast<size_t>(k)];
    r->pattern_y(0, k) = p.readout.row(0).dot(run.trace.h.row(step));
    const Mat all = lengths(input_gradient(p.cell, run, weights, p.readout, step));
    for (size_t j = 0; j < r->inputs.size(); ++j) r->pattern_influence(k, static_cast<Index>(j)) = all(0, r->inputs[j]);
  }
}

}  // namespace

Study study(const Params& p) {
  Study r;
  r.weights = weights_of(p);
  const kernels::RecurrentWeights weights = unstacked(r.weights);
  read_both_ways(p, weights, &r);
  follow_pattern(p, weights, &r);
  return r;
}

Reading read_forward(Cell cell, In x, const kernels::RecurrentWeights& weights) {
  return reading_of(cell, run_cell(cell, x, weights), weights);
}

Mat shares(In influence) {
  Mat out = influence;
  for (Index i = 0; i < out.rows(); ++i)
    if (const Real sum = out.row(i).sum(); sum > 0) out.row(i) /= sum;
  return out;
}

}  // namespace attn::lessons::recurrent
