// The baseline for the Neural Turing Machine: an LSTM that answers the same sequences with its state as the only memory.
#pragma once

#include <string>

#include "base/rng.h"
#include "models/sequence_model.h"
#include "nn/layers.h"
#include "nn/recurrent.h"

namespace attn::models {

struct SequenceLstmSettings {
  int inputs = 0, outputs = 0;
  int units = 128;  ///< in each layer
  int depth = 1;    ///< the number of layers, 1 to 8
  bool operator==(const SequenceLstmSettings&) const = default;
};

/// An empty string, or why these settings cannot be built.
std::string check_settings(const SequenceLstmSettings& settings);

class SequenceLstm : public SequenceModel {
 public:
  /// Draws initial weights from `rng`. The settings have passed check_settings().
  SequenceLstm(const SequenceLstmSettings& settings, Rng& rng);

  const SequenceLstmSettings& settings() const { return settings_; }
  Index inputs() const override { return settings_.inputs; }
  Index outputs() const override { return settings_.outputs; }
  autodiff::Var logits(autodiff::Tape& tape, In inputs, Index count) const override;
  /// inputs [t,i] of one sequence -> h of the last layer after each step [t,u].
  Mat states(In inputs) const;

 private:
  SequenceLstmSettings settings_;
  nn::Recurrent recurrent_;
  nn::Linear bits_;
};

}  // namespace attn::models
