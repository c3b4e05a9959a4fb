#include "lessons/05_recurrent/lamp_study.h"

#include <cmath>

#include "base/text.h"

namespace attn::lessons::recurrent {

double LampStudy::off(const LampChoices& p, Memory memory, int step) const {
  return std::abs(static_cast<double>(answers(memory, step) - p.lamps(0, p.kept - 1)));
}

LampStudy study_lamps(const LampChoices& p, const LampPair& pair, autodiff::MakeEngine engine) {
  LampStudy study;
  const Mat x = lamp_inputs(p.lamps, p.kept);
  study.answers = Mat(2, kLamps);
  for (const Memory memory : kMemories) {
    const LampLearner& learner = pair.learner(memory);
    study.reading[memory] = read_forward(learner.cell(), x, learner.weights());
    study.readout[memory] = learner.readout();
    study.answers.row(memory) = learner.answer(x, engine).transpose();
  }
  study.recalled = pair.recalled();
  study.trained_steps = pair.trained_steps();
  study.trouble = pair.halt().sentence;
  return study;
}

}  // namespace attn::lessons::recurrent
