// What the two lessons on translation share: the parameters of training, and how the program trains and measures their model.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "charts/loss_figure.h"
#include "course/lesson.h"
#include "lessons/translation/translation_lesson.h"

namespace attn::lessons::translation {

/// Loss, gradient norm and held-out accuracy, with a word on where the weights come from or why training ended.
inline void draw_training_of(canvas::Canvas& canvas, const TranslationNumbers& n) {
  charts::draw_training(canvas, {.losses = n.losses,
                                 .gradient_norms = n.gradient_norms,
                                 .held_out = n.checks,
                                 .guessing = n.guessing,
                                 .clip = n.clip,
                                 .note = n.divergence.empty() ? n.provenance : n.divergence});
}

/// The tasks in the order of tasks::pair_tasks().
inline std::vector<params::Choice> tasks_to_choose() {
  std::vector<params::Choice> out;
  for (const tasks::PairTask& task : tasks::pair_tasks()) out.push_back({task.name, task.label});
  return out;
}

/// `P` derives from TrainingChoices and has a setup_of() beside it; `table` with the rows weights, learning-rate, seed and steps
/// below its own.
template <class P>
params::Table<P> with_training(params::Table<P> table) {
  using Weights = TrainingChoices::Weights;
  return std::move(table)
      .choice(static_cast<Weights P::*>(&P::weights),
              {.id = "weights",
               .label = "Begin with",
               .help = "Shipped weights where there are any, or random ones.",
               .restarts_training = true},
              {{"shipped", "shipped weights"}, {"seed", "random weights"}})
      .number(&P::learning_rate, {.id = "learning-rate",
                                  .label = "Learning rate",
                                  .help = "Of Adam, after 50 steps of warm-up.",
                                  .min = 1e-5,
                                  .max = 10,
                                  .step = 1e-5,
                                  .logarithmic = true,
                                  .restarts_training = true})
      .integer(&P::seed, {.id = "seed",
                          .label = "Seed",
                          .help = "Of random weights and of the examples.",
                          .min = 0,
                          .max = 9999,
                          .step = 1,
                          .restarts_training = true})
      .integer(
          &P::steps,
          {.id = "steps", .label = "Steps", .help = "Training steps since the weights it began with.", .min = 0, .max = 100000, .step = 1});
}

/// `rival` names the shipped model beside the one in training, or is empty.
template <class P, std::string (*rival)(const P&)>
course::TrainingSpec<P, TranslationState> translation_training() {
  using State = TranslationState;
  return {
      .start = [](const P& p) { return start(setup_of(p)); },
      .weights = [](const P& p) { return weights_name(setup_of(p)); },
      .load = [](const P&, State& state, std::string_view bytes) { return load(state, bytes); },
      .more_weights =
          [](const P& p) {
            std::string name = rival(p);
            return name.empty() ? std::vector<std::string>{} : std::vector<std::string>{std::move(name)};
          },
      .load_more = [](const P&, State& state, std::string_view name, std::string_view bytes) { return load_rival(state, name, bytes); },
      .step = [](const P&, State& state) { step(state); },
      .steps = [](const State& state) { return state.translator.steps(); },
      .measure = [](const P&, State& state) { return measure(state); },
      .halt = [](const P&, const State& state) -> course::HaltReason {
        if (std::string why = divergence(state); !why.empty()) return {course::Halt::kDiverged, std::move(why)};
        if (converged(state)) return {course::Halt::kConverged, "Converged: the last three checks had every held-out source right."};
        return {};
      },
      .metrics =
          [](const P&, const State& state) {
            std::vector<course::Metric> out;
            for (const auto& [name, value] : metrics(state)) out.push_back({name, value});
            return out;
          },
  };
}

}  // namespace attn::lessons::translation
