// What the first figure shows: two networks that read the same row of lamps, what each answers at every step, and how often it is right on
// rows that it has never seen.
#pragma once

#include <array>

#include "lessons/05_recurrent/lamp_models.h"
#include "lessons/05_recurrent/study.h"

namespace attn::course {
template <class P, class R>
struct ResultSpec;
}

namespace attn::lessons::recurrent {

struct Result;

struct LampStudy {
  std::array<Reading, 2> reading;  ///< by Memory; Reading::influence is empty
  std::array<Mat, 2> readout;      ///< [u+1,1] LampLearner::readout()
  Mat answers;                     ///< [2,t] after each step
  Mat recalled;                    ///< [2,t] LampPair::recalled()
  int trained_steps = 0;
  std::string trouble;  ///< why training broke off; empty if it did not

  /// How far the answer after a step, from 0, is from the lamp that has to be remembered.
  double off(const LampChoices& p, Memory memory, int step) const;
};
/// The networks' answers are computed on the tapes of `engine`.
LampStudy study_lamps(const LampChoices& p, const LampPair& pair, autodiff::MakeEngine engine);

std::vector<course::ResultSpec<Params, Result>> lamp_results();
/// Says what the figure shows.
std::string describe_lamps(const Params& p, const Result& r);

}  // namespace attn::lessons::recurrent
