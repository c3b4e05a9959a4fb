// What the course gives a lesson whose model is a training::Trainee: the parameters of training, and the model that is made from them. The
// curves, their explanations and the figure `training` are added without being asked for (course/definition.h).
#pragma once

#include <memory>
#include <vector>

#include "params/params.h"
#include "training/model.h"
#include "training/plan.h"

namespace attn::course {

/// A lesson's parameters derive from these and include training_table().
struct TrainingChoices {
  enum class Weights { shipped, seed } weights = Weights::shipped;  ///< what training begins with; random where none are shipped
  training::Method optimiser = training::Method::adam;
  Real learning_rate = Real(0.003);
  /// The rate is constant from the first step, or after a warm-up it is constant, falls as 1 / sqrt(step), or falls as half a cosine.
  enum class Schedule { constant, warm_up, inverse_root, cosine } schedule = Schedule::warm_up;
  int warm_up = 50;    ///< steps over which the rate rises; the constant schedule ignores it
  int horizon = 2000;  ///< the step at which a cosine ends at a rate of 0
  int batch = 32;
  int seed = 1;
  int steps = 0;
};
/// Rows for the members above: `weights`, `optimiser`, `learning-rate`, `schedule`, `warm-up`, `horizon`, `batch`, `seed`, `steps`. A
/// lesson whose batches have another size sets `batch` in the constructor of its parameters.
const params::Table<TrainingChoices>& training_table();
/// The plan by which the model of an open lesson is trained. It has a held-out check every 25 steps.
training::Plan live_plan(const TrainingChoices& choices);

/// A fresh training::Models of these choices.
std::unique_ptr<training::Model> start_model(const training::Make& make, const TrainingChoices& choices,
                                             const std::vector<training::Make>& twins = {});

}  // namespace attn::course
