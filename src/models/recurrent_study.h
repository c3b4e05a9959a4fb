// A recurrent cell of four units on a short sequence of the reader's own, with everything that happens inside: gates, states, which inputs
// reach which outputs, and the same sequence read from its end.
//
// Inputs have two numbers a step: a value, and a flag that is 1 where the value is to be kept. t steps, u = 4 units, g gates of the cell.
// All weights of a cell are one matrix [7, g u]: two rows of Wx, the bias, four rows of Wh; the second bias of kernels/recurrent.h is zero.
#pragma once

#include <vector>

#include "base/mat.h"
#include "kernels/recurrent.h"

namespace attn::models {

inline constexpr int kStudyUnits = 4;                              ///< u
inline constexpr int kStudyInputs = 2;                             ///< i
inline constexpr int kStudySteps = 12;                             ///< t, at most
inline constexpr int kStudyRows = kStudyInputs + 1 + kStudyUnits;  ///< of a matrix of weights

enum class WeightSource {
  kPurpose,  ///< set by hand, one purpose for each unit
  kRandom,   ///< drawn from the seed
  kOwn,      ///< the reader's
};

/// Which steps have an input and which an output.
enum class IoPattern { kOneToOne, kOneToMany, kManyToOne, kAligned, kSummary };

struct RecurrentSettings {
  RecurrentSettings();

  kernels::Cell cell = kernels::Cell::lstm;
  Mat x;         ///< [2,t]
  int step = 2;  ///< the one looked at, from 1
  WeightSource source = WeightSource::kPurpose;
  int seed = 1;
  Mat rnn, gru, lstm;  ///< [7, g u] the reader's own weights
  Mat readout;         ///< [1,u] an output is h times its transpose
  IoPattern pattern = IoPattern::kSummary;

  Mat& own() { return cell == kernels::Cell::rnn ? rnn : cell == kernels::Cell::gru ? gru : lstm; }
  const Mat& own() const { return cell == kernels::Cell::rnn ? rnn : cell == kernels::Cell::gru ? gru : lstm; }
};

/// The step looked at exists. Idempotent.
void settle(RecurrentSettings& settings);

/// The weights [7, g u] that `settings` name.
Mat weights_of(const RecurrentSettings& settings);
Mat purpose_weights(kernels::Cell cell);
/// Multiples of 0.1.
Mat random_weights(kernels::Cell cell, int seed);
/// The same numbers as the kernels take them.
kernels::RecurrentWeights unstacked(In weights);

/// One direction over a sequence, a column for each step, in the order of the sequence.
struct Reading {
  Mat h, c;                ///< [u,t]; c empty but for lstm
  Mat h_before, c_before;  ///< [u,t] what each step starts from
  Mat gates;               ///< [g u,t] after their activations
  Mat input_product;       ///< p [t,g u]
  Mat recurrent_product;   ///< q [t,g u]
  Mat influence;           ///< [t,t] length of d y_s / d x_j, y = readout h: output s in its row, input j in its column
};

struct RecurrentStudy {
  Mat weights;                ///< [7,g u] as used
  Reading forward, backward;  ///< backward: with the same weights, from the last step to the first
  Mat both;                   ///< [t,t] influence on the sum of both outputs

  std::vector<int> inputs, outputs;  ///< of the pattern: its steps, from 0
  int pattern_steps = 0;
  Reading pattern;        ///< where only the pattern's inputs are given; its influence is pattern_influence
  Mat pattern_y;          ///< [1,outputs]
  Mat pattern_influence;  ///< [outputs,inputs] lengths as above
};

/// `settings` have been settled.
RecurrentStudy study(const RecurrentSettings& settings);

/// Rows divided by their sums; a row of zeros stays.
Mat shares(In influence);

}  // namespace attn::models
