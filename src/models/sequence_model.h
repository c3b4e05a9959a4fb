// What the networks that answer a sequence of bit vectors with another have in common: the Neural Turing Machine and the LSTM beside it.
//
// b batch, t steps, i inputs, o outputs. The rows of a batch are ordered by steps: step s of example e is the row s b + e.
#pragma once

#include "autodiff/tape.h"
#include "nn/parameters.h"

namespace attn::models {

/// Sequences of the same length, or padded to it. Rows beyond a sequence's end are masked and have no influence on earlier steps.
struct SequenceBatch {
  Index count = 1;  ///< b
  Mat inputs;       ///< [t b, i]
  Mat targets;      ///< [t b, o] of bits 0 and 1 (any number between will do)
  Mat mask;         ///< [t b, 1]: 1 in rows that have to be answered, 0 in all others; empty where all have to be
};

class SequenceModel {
 public:
  virtual ~SequenceModel() = default;

  nn::Parameters& parameters() { return parameters_; }
  const nn::Parameters& parameters() const { return parameters_; }
  virtual Index inputs() const = 0;
  virtual Index outputs() const = 0;

  /// inputs [t b, i] -> logits of every bit at every step [t b, o]; a logit of 0 is an even chance.
  virtual autodiff::Var logits(autodiff::Tape& tape, In inputs, Index count) const = 0;
  /// The mean binary cross-entropy [1,1] over the rows that have to be answered, in nats a bit. backward() on the tape adds to the
  /// gradients of parameters().
  autodiff::Var loss(autodiff::Tape& tape, const SequenceBatch& batch) const;
  /// The logits [t b, o] for callers that need no gradients and so no tape.
  Mat answer(In inputs, Index count) const;

 protected:
  nn::Parameters parameters_;
};

}  // namespace attn::models
