#include "models/sequence_lstm.h"

namespace attn::models {

std::string check_settings(const SequenceLstmSettings& s) {
  if (s.inputs < 1 || s.outputs < 1) return "there is nothing to read or to answer";
  if (s.units < 1) return "the LSTM has at least 1 unit";
  if (s.depth < 1 || s.depth > nn::kDeepestStack) return "the depth is 1 to 8";
  return "";
}

SequenceLstm::SequenceLstm(const SequenceLstmSettings& settings, Rng& rng) : settings_(settings) {
  const SequenceLstmSettings& s = settings_;
  CHECK(check_settings(s).empty(), "SequenceLstm: ", check_settings(s));
  recurrent_ =
      nn::Recurrent(parameters_, "lstm", {.cell = kernels::Cell::lstm, .inputs = s.inputs, .units = s.units, .depth = s.depth}, rng);
  bits_ = nn::Linear(parameters_, "bits", s.units, s.outputs, rng);
}

autodiff::Var SequenceLstm::logits(autodiff::Tape& tape, In inputs, Index count) const {
  return bits_(tape, recurrent_(tape, tape.constant(inputs), count).output);
}

Mat SequenceLstm::states(In inputs) const {
  autodiff::Tape tape;
  tape.set_recording(false);
  return recurrent_(tape, tape.constant(inputs), 1).output.value();
}

}  // namespace attn::models
