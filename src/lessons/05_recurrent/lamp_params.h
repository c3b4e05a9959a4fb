// What a reader may change of the first figure: twenty lamps, which of them has to be remembered, and how far the two networks that try it
// are trained.
#pragma once

#include "base/mat.h"
#include "params/params.h"

namespace attn::lessons::recurrent {

inline constexpr int kLamps = 20;        ///< one a step
inline constexpr int kLampUnits = 4;     ///< numbers in either network's state
inline constexpr int kLampSteps = 1000;  ///< steps of a whole training
inline constexpr Real kLampStep = Real(0.05);

struct LampChoices {
  LampChoices();

  Mat lamps;          ///< [1,20] how bright each lamp is, 0 to 1
  int kept = 1;       ///< the lamp to be remembered, from 1; at its step both networks are told so
  int time = kLamps;  ///< the steps that are shown
  enum class Beginning { shipped, seed } weights = Beginning::shipped;
  int steps = 0;  ///< of training

  static params::Table<LampChoices> table();
};

}  // namespace attn::lessons::recurrent
