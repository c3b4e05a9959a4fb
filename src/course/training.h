// What the frame gives a lesson whose model is a training::Trainee: the parameters of training, and how the app trains, measures and
// compares it. Its curves, their explanations and the figure `training` come by themselves (course/lesson.h).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "course/lesson.h"

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

/// A trained lesson's models. `P` derives from TrainingChoices.
template <class P>
struct Trained {
  training::Make (*make)(const P&);  ///< of the one in training
  /// The shipped model of these settings, wanted or not, or null where there is none.
  const training::Recipe* (*shipped)(const P&);
  /// The shipped models that stand beside it. May be null.
  std::vector<const training::Recipe*> (*beside)(const P&) = nullptr;
};

/// Loads `bytes` into a model of the recipe beside the one in training. Empty, or why not; then nothing has changed.
std::string load_beside(training::Models& models, const training::Recipe& recipe, std::string_view bytes);
/// A piece of measuring, of the model in training first; returns whether there is more to do.
bool measure(training::Models& models);
HaltReason halt(const training::Trainer& trainer);

template <class P>
TrainingSpec<P, training::Models> trained(const Trained<P>& lesson) {
  using training::Models;
  const auto beside = [f = lesson.beside](const P& p) { return f ? f(p) : std::vector<const training::Recipe*>(); };
  return {
      .start = [make = lesson.make](const P& p) { return std::make_shared<Models>(Models{training::Trainer(make(p), live_plan(p))}); },
      .weights =
          [shipped = lesson.shipped](const P& p) {
            const training::Recipe* recipe = p.weights == TrainingChoices::Weights::shipped ? shipped(p) : nullptr;
            return recipe ? std::string(recipe->name) : std::string();
          },
      .load = [](const P&, Models& models, std::string_view bytes) { return models.trainer.load(bytes); },
      .more_weights =
          [beside](const P& p) {
            std::vector<std::string> names;
            for (const training::Recipe* recipe : beside(p)) names.emplace_back(recipe->name);
            return names;
          },
      .load_more =
          [beside](const P& p, Models& models, std::string_view name, std::string_view bytes) {
            for (const training::Recipe* recipe : beside(p))
              if (recipe->name == name) return load_beside(models, *recipe, bytes);
            return "No model called " + std::string(name) + " stands beside this one.";
          },
      .step = [](const P&, Models& models) { models.trainer.step(); },
      .steps = [](const Models& models) { return models.trainer.steps(); },
      .measure = [](const P&, Models& models) { return measure(models); },
      .halt = [](const P&, const Models& models) { return halt(models.trainer); },
      .metrics = [](const P&, const Models& models) { return models.trainer.metrics(); },
      .curves = [](const Models& models) { return models.trainer.curves(); },
      .show_runs = [](Models& models, const training::Book& runs) { models.runs = runs; },
      .save = [](const Models& models) { return models.trainer.save(false); },
      .open = [](const P&, Models& models,
                 const training::OwnWeights& own) { return models.trainer.load(own.bytes, "your own weights from " + own.file); },
  };
}

}  // namespace attn::course
