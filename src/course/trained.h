// What the course gives a lesson whose model is a training::Trainee: the parameters of training, and the model that they make. Its curves,
// their explanations and the figure `training` come by themselves (course/definition.h).
#pragma once

#include <memory>

#include "params/params.h"
#include "training/model.h"
#include "training/plan.h"

namespace attn::course {

/// A lesson's parameters derive from these and include training_table().
struct TrainingChoices {
  enum class Weights { shipped, seed } weights = Weights::shipped;  ///< to begin with; shipped where there are any
  training::Method optimiser = training::Method::adam;
  Real learning_rate = Real(0.003);
  /// Constant from the first step; after a warm-up constant, falling as 1 / sqrt(step), or falling as half a cosine.
  enum class Schedule { constant, warm_up, inverse_root, cosine } schedule = Schedule::warm_up;
  int warm_up = 50;    ///< steps, of all schedules but the constant one
  int horizon = 2000;  ///< the step at which a cosine ends at a rate of 0
  int batch = 32;
  int seed = 1;
  int steps = 0;
};
/// `weights`, `optimiser`, `learning-rate`, `schedule`, `warm-up`, `horizon`, `batch`, `seed`, `steps`. A lesson whose batches have another
/// size sets `batch` in the constructor of its parameters.
const params::Table<TrainingChoices>& training_table();
/// The plan by which readers train: with a held-out check every 25 steps.
training::Plan live_plan(const TrainingChoices& choices);

/// A fresh training::Models of these choices.
std::unique_ptr<training::Model> start_model(const training::Make& make, const TrainingChoices& choices);

}  // namespace attn::course
