#include "lessons/05_recurrent/study.h"

#include <gtest/gtest.h>

#include "lessons/05_recurrent/gradients.h"
#include "lessons/05_recurrent/weights.h"
#include "unit/compare.h"

namespace attn::lessons::recurrent {
namespace {

using kernels::Cell;

Params random_settings(Cell cell) {
  Params s;
  s.cell = cell, s.source = WeightSource::kRandom;
  return s;
}

/// y of step `output` after a change of one input.
Real output_after(const Params& settings, Index row, Index step, Real change, Index output) {
  Params s = settings;
  s.x(row, step) += change;
  return s.readout.row(0).dot(study(s).forward.h.col(output));
}

TEST(RecurrentStudy, InfluenceIsWhatASmallChangeOfAnInputDoes) {
  for (Cell cell : {Cell::rnn, Cell::gru, Cell::lstm}) {
    const Params s = random_settings(cell);
    const Mat influence = study(s).forward.influence;
    constexpr Real kChange = Real(0.01);
    for (Index output : {2, 5})
      for (Index input : {0, 2, 5}) {
        Real squares = 0;
        for (Index row = 0; row < kStudyInputs; ++row) {
          const Real slope = (output_after(s, row, input, kChange, output) - output_after(s, row, input, -kChange, output)) / (2 * kChange);
          squares += slope * slope;
        }
        EXPECT_NEAR(influence(output, input), std::sqrt(squares), 2e-3) << output << " " << input;
      }
  }
}

TEST(RecurrentStudy, ABackwardReadingIsAForwardReadingOfTheReversedSequence) {
  for (Cell cell : {Cell::rnn, Cell::gru, Cell::lstm}) {
    Params s = random_settings(cell);
    const Study there = study(s);
    s.x = Mat(s.x.rowwise().reverse());
    const Study back = study(s);
    EXPECT_TRUE(there.backward.h.isApprox(Mat(back.forward.h.rowwise().reverse())));
    EXPECT_TRUE(there.backward.influence.isApprox(Mat(back.forward.influence.reverse())));
    EXPECT_TRUE(there.backward.recurrent_product.isApprox(Mat(back.forward.recurrent_product.colwise().reverse())));
  }
}

TEST(RecurrentStudy, SumsMakeTheGatesOfTheKernel) {
  const Study r = study(random_settings(Cell::lstm));
  const Mat sums = (r.forward.input_product + r.forward.recurrent_product).transpose();
  for (Index t = 0; t < sums.cols(); ++t)
    for (Index k : {0, 5, 13}) EXPECT_NEAR(r.forward.gates(k, t), 1 / (1 + std::exp(-sums(k, t))), 1e-5);
}

TEST(RecurrentStudy, RandomWeightsAreTenthsAndFollowTheSeed) {
  const Mat w = random_weights(Cell::gru, 3);
  EXPECT_TRUE((w * Real(10)).array().round().isApprox((w * Real(10)).array(), Real(1e-5)));
  EXPECT_EQ(w, random_weights(Cell::gru, 3));
  EXPECT_NE(w, random_weights(Cell::gru, 4));
}

TEST(RecurrentStudy, AOneStepSequenceHasEveryPattern) {
  for (int pattern = 0; pattern < 5; ++pattern) {
    Params s;
    s.x = Mat::Ones(kStudyInputs, 1), s.pattern = static_cast<IoPattern>(pattern);
    settle(s, s);
    const Study r = study(s);
    EXPECT_EQ(r.pattern_y.size(), 1) << pattern;
    EXPECT_EQ(r.pattern_influence.size(), 1) << pattern;
  }
}

TEST(RecurrentStudy, SharesAddUpToOneAndZerosStay) {
  Mat m(2, 3);
  m << 1, 3, 0, 0, 0, 0;
  const Mat s = shares(m);
  EXPECT_EQ(s(0, 0), Real(0.25));
  EXPECT_EQ(s(0, 1), Real(0.75));
  EXPECT_TRUE(s.row(1).isZero(0));
}

TEST(SpectralRadius, OfMatricesWhoseEigenvaluesAreKnown) {
  Mat turn(2, 2), triangle(3, 3), nothing(2, 2), defective(2, 2);
  turn << Real(0.6), Real(-0.8), Real(0.8), Real(0.6);
  triangle << 2, 5, 1, 0, -3, 4, 0, 0, 1;
  nothing << 0, 1, 0, 0;
  defective << Real(0.5), 1, 0, Real(0.5);
  EXPECT_NEAR(spectral_radius(turn), 1, 1e-3);
  EXPECT_NEAR(spectral_radius(turn * Real(7)), 7, 7e-3);
  EXPECT_NEAR(spectral_radius(triangle), 3, 3e-3);
  EXPECT_EQ(spectral_radius(nothing), 0);
  EXPECT_NEAR(spectral_radius(defective), 0.5, 1e-3);
  EXPECT_EQ(spectral_radius(Mat::Zero(3, 3)), 0);
}

TEST(CellGradient, IsThatOfTheRestOfTheSequenceAndOfTheStepItself) {
  constexpr Index kSteps = 6, kAt = 2;
  Params s = random_settings(Cell::lstm);
  const kernels::RecurrentWeights w = unstacked(weights_of(s));
  const Mat x = s.x.leftCols(kSteps).transpose();
  const kernels::Recurrence trace = kernels::recurrent(Cell::lstm, x, w);
  Mat d_h = Mat::Zero(kSteps, kStudyUnits);
  d_h.row(kSteps - 1).setOnes();
  const kernels::RecurrentGrads all = kernels::recurrent_vjp(Cell::lstm, x, w, Mat(), Mat(), trace, d_h);
  const Mat rest = x.bottomRows(kSteps - kAt - 1), h0 = trace.h.row(kAt), c0 = trace.c.row(kAt);
  const kernels::Recurrence later = kernels::recurrent(Cell::lstm, rest, w, h0, c0);
  const Mat d_later = d_h.bottomRows(rest.rows());
  const Mat from_later = kernels::recurrent_vjp(Cell::lstm, rest, w, h0, c0, later, d_later).d_c0;
  const Mat output = trace.gates.row(kAt).tail(kStudyUnits);
  const Mat own = all.d_h.row(kAt).array() * output.array() * (Real(1) - c0.array().tanh().square());
  EXPECT_TRUE(cell_gradient(trace, all.d_h).row(kAt).isApprox(own + from_later, Real(1e-4)));
}

TEST(GradientStudy, StartsAtLengthOneAndFollowsTheRadius) {
  Params s;
  s.input = 0, s.length = 40;
  for (Real radius : {Real(0.5), Real(0.9), Real(1.2)}) {
    s.radius = radius;
    const GradientStudy r = study_gradients(s);
    EXPECT_NEAR(r.norm(0, 0), 1, 1e-5);
    EXPECT_NEAR(r.norm(1, 0), 1, 1e-5);
    EXPECT_NEAR(r.d_state[2].row(0).head(kGradientUnits).norm(), 1, 1e-5);
    // Without inputs the states stay zero and the RNN is linear: only the transient of a matrix that is not normal is left.
    EXPECT_NEAR(r.rate(0, 0), radius, 0.06 * static_cast<double>(radius)) << radius;
  }
}

TEST(ClipFactor, LeavesShortGradientsAlone) {
  EXPECT_EQ(clip_factor(0.5, 1), 1);
  EXPECT_EQ(clip_factor(4, 1), 0.25);
  EXPECT_EQ(clip_factor(0, 1), 1);
}

}  // namespace
}  // namespace attn::lessons::recurrent
