#include "lessons/17_neural-turing-machine/by_hand.h"

#include <algorithm>
#include <limits>

#include "kernels/entropy.h"

namespace attn::lessons::neural_turing_machine {
namespace {

constexpr Real kJumpStrength = 50;  ///< strength of the key that finds the start mark

Mat one_hot(Index cells, Index at) {
  Mat w = Mat::Zero(1, cells);
  w(0, at) = 1;
  return w;
}

}  // namespace

kernels::Address move_on(In weights, In shift, Real sharpen) {
  return kernels::address(Mat::Zero(weights.cols(), 1), {.key = Mat::Zero(1, 1), .gate = 0, .shift = shift, .sharpen = sharpen}, weights);
}

namespace {

Smear smear(In shift, Real sharpen) {
  Smear s{Mat(kRing, kMoves + 1), Mat(1, kMoves + 1), Mat(1, kMoves + 1)};
  Mat w = one_hot(kRing, 0);
  for (Index t = 0; t <= kMoves; ++t) {
    if (t > 0) w = move_on(w, shift, sharpen).weights;
    s.weights.col(t) = w.transpose();
    s.largest(0, t) = w.maxCoeff();
    s.entropy(0, t) = kernels::entropy_rows(w)(0, 0);
  }
  return s;
}

/// The tape's shifts reach two cells, because a move by one cell can fall short of it or go beyond.
Mat stay() { return one_hot(5, 2); }
Mat one_on(Real certainty) {
  Mat shift = Mat::Zero(1, 5);
  shift << 0, 0, (1 - certainty) / 2, certainty, (1 - certainty) / 2;
  return shift;
}

/// The content of the cell after which the sequence begins.
Mat start_mark() { return one_hot(kTapeWidth, kTapeBits); }

}  // namespace

Mat shares_of(In shares) {
  const Real sum = shares.sum();
  Mat out = sum > 0 ? Mat(shares / sum) : Mat(Mat::Zero(shares.rows(), shares.cols()));
  if (!(sum > 0)) out.data()[out.size() / 2] = 1;
  return out;
}

HandResult study_hand(const Params& p) {
  HandResult r;
  r.head.says = {p.key, p.strength, p.gate, shares_of(p.shift), p.sharpen};
  r.head.previous = shares_of(p.previous).transpose();
  r.head.at = kernels::address(p.memory, r.head.says, r.head.previous);
  const Mat& w = r.head.at.weights;
  r.read = kernels::read_memory(p.memory, w);
  r.erased = kernels::write_memory(p.memory, w, p.erase, Mat::Zero(1, kWidth));
  r.after = kernels::write_memory(p.memory, w, p.erase, p.add);
  r.entropy = kernels::entropy_rows(w)(0, 0);
  r.effective = kernels::effective_count(w)(0, 0);
  return r;
}

SmearResult study_smear(const Params& p) {
  const Mat shift = shares_of(p.shift);
  return {shift, smear(shift, p.sharpen), smear(shift, 1)};
}

std::vector<TapeStep> run_tape(In vectors, Mat memory, Mat weights, bool found, Real certainty, Real sharpen) {
  const auto count = static_cast<int>(vectors.cols());
  std::vector<TapeStep> steps;
  const auto take = [&](TapeStep::Kind kind, int vector) {
    TapeStep s;
    s.kind = kind, s.vector = vector;
    const bool by_content = kind == TapeStep::jump || (kind == TapeStep::mark && found);
    const bool moves = kind == TapeStep::write || kind == TapeStep::read;
    s.head.says = {start_mark(), kJumpStrength, by_content ? Real(1) : Real(0), moves ? one_on(certainty) : stay(), sharpen};
    s.head.previous = weights;
    s.head.at = kernels::address(memory, s.head.says, weights);
    weights = s.head.at.weights;
    s.before = memory;
    if (kind == TapeStep::mark || kind == TapeStep::write) {
      s.erase = Mat::Ones(1, kTapeWidth);
      s.add = start_mark();
      if (kind == TapeStep::write) s.add << vectors.col(vector).transpose(), 0;
      memory = kernels::write_memory(memory, weights, s.erase, s.add);
    } else {
      s.value = kernels::read_memory(memory, weights);
    }
    s.after = memory;
    steps.push_back(std::move(s));
  };
  take(TapeStep::mark, -1);
  for (int v = 0; v < count; ++v) take(TapeStep::write, v);
  take(TapeStep::jump, -1);
  for (int v = 0; v < count; ++v) take(TapeStep::read, v);
  return steps;
}

TapeResult study_tape(const Params& p) {
  TapeResult r;
  const Mat vectors = p.tape.cast<Real>();
  r.steps = run_tape(vectors, Mat::Zero(kTapeCells, kTapeWidth), one_hot(kTapeCells, 0), false, p.tape_certainty, p.tape_sharpen);
  r.said = r.bits = Mat::Constant(kTapeBits, vectors.cols(), std::numeric_limits<Real>::quiet_NaN());
  for (int t = 0; t < p.tape_step; ++t) {
    const TapeStep& s = r.steps[static_cast<size_t>(t)];
    if (s.kind != TapeStep::read) continue;
    r.said.col(s.vector) = s.value.leftCols(kTapeBits).transpose();
    for (Index b = 0; b < kTapeBits; ++b) {
      r.bits(b, s.vector) = r.said(b, s.vector) > Real(0.5) ? 1 : 0;
      ++r.known;
      r.wrong += r.bits(b, s.vector) != vectors(b, s.vector);
    }
  }
  return r;
}

}  // namespace attn::lessons::neural_turing_machine
