// A recurrent cell of four units on the reader's short sequence, with everything that happens inside: gates, states, which inputs reach
// which outputs, and the same sequence read from its end. t steps, u units, g gates of the cell, as in params.h.
#pragma once

#include <vector>

#include "lessons/05_recurrent/params.h"

namespace attn::lessons::recurrent {

/// A sequence read in one direction. Whatever the direction, steps are in the order of the sequence.
struct Reading {
  kernels::Cell cell = kernels::Cell::rnn;
  Mat h, c;                ///< [u,t]; only an LSTM has c
  Mat h_before, c_before;  ///< [u,t] the state that each step starts from
  Mat gates;               ///< [g u,t] after their activations
  Mat input_product;       ///< p_x [t,g u]
  Mat recurrent_product;   ///< p_h [t,g u]
  Mat influence;           ///< [t,t] length of d y_s / d x_j with y = readout h, in row s and column j

  int units() const { return static_cast<int>(h.rows()); }
};

struct Study {
  Mat weights;                ///< [7,g u] the weights in use
  Reading forward, backward;  ///< with the same weights, from the first step to the last and from the last to the first
  Mat both;                   ///< [t,t] influence on the sum of the two outputs

  std::vector<int> inputs, outputs;  ///< the steps at which the pattern has inputs and outputs, from 0, without gaps
  int pattern_steps = 0;
  Reading pattern;        ///< a reading of only the pattern's inputs; pattern_influence stands in place of its `influence`
  Mat pattern_y;          ///< [1,outputs]
  Mat pattern_influence;  ///< [outputs,inputs] lengths as in Reading::influence
};

/// `params` must be settled.
Study study(const Params& params);

/// A sequence x [t,i], read forward, without its influence.
Reading read_forward(kernels::Cell cell, In x, const kernels::RecurrentWeights& weights);

/// Each row divided by its sum. A row of zeros stays as it is.
Mat shares(In influence);

}  // namespace attn::lessons::recurrent
