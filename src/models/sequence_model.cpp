#include "models/sequence_model.h"

#include "autodiff/memory.h"

namespace attn::models {

autodiff::Var SequenceModel::loss(autodiff::Tape& tape, const SequenceBatch& batch) const {
  return autodiff::binary_cross_entropy(logits(tape, batch.inputs, batch.count), batch.targets, batch.mask);
}

Mat SequenceModel::answer(In inputs, Index count) const {
  autodiff::Tape tape;
  tape.set_recording(false);
  return logits(tape, inputs, count).value();
}

}  // namespace attn::models
