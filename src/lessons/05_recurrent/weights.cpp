#include "lessons/05_recurrent/weights.h"

#include "base/rng.h"

namespace attn::lessons::recurrent {
namespace {

using kernels::Cell;
constexpr int kValue = 0, kFlag = 1, kBias = 2, kStates = 3;  ///< rows of a matrix of weights

/// A bias of -kFirm all but closes a gate, one of kFirm all but opens it. A weight of kTurn or -kTurn lets the flag do the opposite.
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

}  // namespace

Mat purpose_weights(Cell cell) { return cell == Cell::rnn ? purpose_rnn() : cell == Cell::gru ? purpose_gru() : purpose_lstm(); }

Mat random_weights(Cell cell, int seed) {
  Rng rng(static_cast<std::uint64_t>(seed));
  Mat w = normal_matrix(kStudyRows, kernels::gate_count(cell) * kStudyUnits, rng);
  w.row(kBias).setZero();
  w.bottomRows(kStudyUnits) *= Real(0.7);
  return (w * Real(10)).array().round().matrix() / Real(10);
}

Mat weights_of(const Params& p) {
  switch (p.source) {
    case WeightSource::kPurpose:
      return purpose_weights(p.cell);
    case WeightSource::kRandom:
      return random_weights(p.cell, p.seed);
    case WeightSource::kOwn:
      break;
  }
  return p.own(p.cell);
}

kernels::RecurrentWeights unstacked(In w) {
  return {w.topRows(kStudyInputs), w.bottomRows(kStudyUnits), w.row(kBias), Mat::Zero(1, w.cols())};
}

std::string_view weights_id(Cell cell) { return cell == Cell::rnn ? "rnn-weights" : cell == Cell::gru ? "gru-weights" : "lstm-weights"; }

}  // namespace attn::lessons::recurrent
