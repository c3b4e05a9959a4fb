// A recurrent cell of four units on a short sequence of the reader's own, with everything that happens inside: gates, states, which inputs
// reach which outputs, and the same sequence read from its end. t steps, u units, g gates of the cell, as in params.h.
#pragma once

#include <vector>

#include "lessons/05_recurrent/params.h"

namespace attn::lessons::recurrent {

/// One direction over a sequence, a column for each step, in the order of the sequence.
struct Reading {
  kernels::Cell cell = kernels::Cell::rnn;
  Mat h, c;                ///< [u,t]; c empty but for lstm
  Mat h_before, c_before;  ///< [u,t] what each step starts from
  Mat gates;               ///< [g u,t] after their activations
  Mat input_product;       ///< p_x [t,g u]
  Mat recurrent_product;   ///< p_h [t,g u]
  Mat influence;           ///< [t,t] length of d y_s / d x_j, y = readout h: output s in its row, input j in its column

  int units() const { return static_cast<int>(h.rows()); }
};

struct Study {
  Mat weights;                ///< [7,g u] as used
  Reading forward, backward;  ///< backward: with the same weights, from the last step to the first
  Mat both;                   ///< [t,t] influence on the sum of both outputs

  std::vector<int> inputs, outputs;  ///< of the pattern: its steps, from 0, without gaps
  int pattern_steps = 0;
  Reading pattern;        ///< where only the pattern's inputs are given; its influence is pattern_influence
  Mat pattern_y;          ///< [1,outputs]
  Mat pattern_influence;  ///< [outputs,inputs] lengths as above
};

/// `params` have been settled.
Study study(const Params& params);

/// Rows divided by their sums; a row of zeros stays.
Mat shares(In influence);

}  // namespace attn::lessons::recurrent
