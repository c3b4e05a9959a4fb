// A Turing machine's layers. For those who run it.
#pragma once

#include "models/turing_machine.h"
#include "nn/layers.h"
#include "nn/recurrent.h"

namespace attn::models {

struct TuringMachineLayers {
  nn::Linear feed_forward;       ///< [i + R M, u] of x_t and r_{t-1}, with Controller::feed_forward
  nn::RecurrentLayer recurrent;  ///< likewise, with Controller::lstm
  nn::Linear heads;              ///< [u,P], columns as in kernels::MemoryShape
  nn::Linear bits;               ///< [u + R M, o]
  /// Null where they are not learned: [M,N], logits [R + W, N], [1, R M] before its tanh.
  nn::Parameter *first_memory = nullptr, *first_weights = nullptr, *first_reads = nullptr;
};

}  // namespace attn::models
