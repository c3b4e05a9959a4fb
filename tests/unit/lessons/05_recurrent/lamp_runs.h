// The two networks of lesson 05 that remember a lamp, trained from other seeds than the shipped ones.
#pragma once

#include <gtest/gtest.h>

#include "lessons/05_recurrent/lamp_models.h"
#include "training/trainer.h"

namespace attn {

enum Network { kPlain, kGated };

/// A network of the figure after so many steps from another seed.
inline training::Trainer trained_from(int seed, Network network, int steps = lessons::recurrent::kLampSteps) {
  const training::Recipe* recipe = lessons::recurrent::lamp_recipes().find(network == kPlain ? "lamp-plain" : "lamp-gated");
  training::Recipe longer = training::with_steps(*recipe, steps);
  longer.plan.seed = static_cast<std::uint64_t>(seed);
  training::Trainer trainer(longer.make, longer.plan);
  for (int step = 0; step < steps; ++step) trainer.step();
  return trainer;
}

/// The share of unseen rows that it recalls after twenty steps.
inline double recalled_from(int seed, Network network, int steps = lessons::recurrent::kLampSteps) {
  return trained_from(seed, network, steps).trainee().measure(lessons::recurrent::kLampRows).front().value;
}

}  // namespace attn
