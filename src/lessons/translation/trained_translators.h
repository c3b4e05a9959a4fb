// How the lessons on translation train: the tasks that can be chosen, and the models in the form that course::define wants.
#pragma once

#include <string>
#include <vector>

#include "course/definition.h"
#include "lessons/translation/shipped.h"
#include "lessons/translation/translation_lesson.h"

namespace attn::lessons::translation {

/// The tasks in the order of tasks::pair_tasks().
inline std::vector<params::Choice> tasks_to_choose() {
  std::vector<params::Choice> out;
  for (const tasks::PairTask& task : tasks::pair_tasks()) out.push_back({task.name, task.label});
  return out;
}

/// `P` derives from TrainingChoices and has a setup_of() in its namespace. `rival` gives the name of the shipped model that stands beside
/// the one in training; the name is empty for none. `twins` is that of course::Trained.
template <class P, std::string (*rival)(const P&)>
course::Training<P> translation_training(std::vector<training::Make> (*twins)(const P&) = nullptr) {
  return course::trained<P>({.make = [](const P& p) { return make_translator(setup_of(p)); },
                             .shipped =
                                 [](const P& p) {
                                   const TranslationSetup setup = setup_of(p);
                                   return recipe_of(find_shipped(setup.task, setup.settings));
                                 },
                             .beside = [](const P& p) { return training::at_most_one(recipe_of(find_shipped(rival(p)))); },
                             .twins = twins});
}

}  // namespace attn::lessons::translation
