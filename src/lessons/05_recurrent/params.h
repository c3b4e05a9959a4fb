// What a reader may change: the lamps of the first figure, the cell and its short sequence, and the long sequence of the figure about
// gradients.
//
// An input has two numbers at each step: a value, and a flag that is 1 where the value is to be kept. There are t steps, u = 4 units, and g
// gates of the cell. All weights of a cell are one matrix [7, g u]: two rows of Wx, the bias, four rows of Wh. The second bias of
// kernels/recurrent.h is zero.
#pragma once

#include "base/mat.h"
#include "kernels/recurrent.h"
#include "lessons/05_recurrent/lamp_params.h"
#include "params/params.h"

namespace attn::lessons::recurrent {

inline constexpr int kStudyUnits = 4;                              ///< u
inline constexpr int kStudyInputs = 2;                             ///< i
inline constexpr int kStudySteps = 12;                             ///< t at most
inline constexpr int kStudyRows = kStudyInputs + 1 + kStudyUnits;  ///< rows of a matrix of weights

/// Inputs and weights stay within their limits, at multiples of kStep. Spectral radius and clipping threshold have the ranges below.
inline constexpr Real kInputLimit = 2, kWeightLimit = 14, kStep = Real(0.1);
inline constexpr Real kLeastRadius = Real(0.3), kMostRadius = 2, kLeastClip = Real(0.001), kMostClip = 1000;

enum class WeightSource {
  kPurpose,  ///< set by hand, so that each unit serves a purpose
  kRandom,   ///< drawn from the seed
  kOwn,      ///< set by the reader
};

/// Which steps have an input and which an output.
enum class IoPattern { kOneToOne, kOneToMany, kManyToOne, kAligned, kSummary };

struct Params : LampChoices {
  Params();

  kernels::Cell cell = kernels::Cell::lstm;
  Mat x;         ///< [2,t]
  int step = 2;  ///< the step that the figures show, from 1
  WeightSource source = WeightSource::kPurpose;
  int seed = 1;
  Mat rnn, gru, lstm;  ///< [7, g u] the reader's own weights
  Mat readout;         ///< [1,u] the weights of the output, y = h readout^T
  IoPattern pattern = IoPattern::kSummary;

  Real radius = Real(0.9);  ///< rho
  int length = 60;          ///< steps of the long sequence
  Real input = Real(0.05);  ///< standard deviation of the long sequence's inputs
  Real keep_bias = 4;       ///< bias of the gates that keep, f of the LSTM and z of the GRU; the LSTM's i has -keep_bias
  Real clip = 1;            ///< the length to which longer gradients are clipped

  Mat& own(kernels::Cell c) { return c == kernels::Cell::rnn ? rnn : c == kernels::Cell::gru ? gru : lstm; }
  const Mat& own(kernels::Cell c) const { return c == kernels::Cell::rnn ? rnn : c == kernels::Cell::gru ? gru : lstm; }

  static params::Table<Params> table();
};

/// Makes sure that the step shown exists.
void settle(const Params& before, Params& after);

}  // namespace attn::lessons::recurrent
