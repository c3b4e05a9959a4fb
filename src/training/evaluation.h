// Measures the results that the course promises, on held-out examples with the shipped weights. `attention-train --evaluate` prints them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "training/recipe.h"
#include "training/trainee.h"

namespace attn::training {

struct EvaluationRow {
  std::string name;    ///< the recipe's name, or FromScratch::name
  std::string metric;  ///< "exact match, lengths 2 to 12"
  std::string score;   ///< the score's name in the lesson that shows the recipe
  std::string versus;  ///< the recipe that it is compared with; empty where it is compared with none
  double value = 0;
  double required = 0;   ///< the smallest value that passes; NaN where the value is only reported
  bool percent = true;   ///< `value` and `required` are fractions; false: they are in the unit that the metric names
  bool at_most = false;  ///< `required` is the largest value that passes
  bool below = false;    ///< `value` says how far the score is below that of `versus`; false: how far above
  bool passed = true;
  std::string problem;  ///< why there is no value: the weights are missing or were refused
  // The rest is set for a training from scratch only. `value` is then the seconds that it took.
  std::string lesson;  ///< the slug of the lesson in which a reader can do the same
  std::string query;   ///< the query that opens this lesson with untrained weights
  double reach = 0;    ///< the value that `score` has to reach
};

struct EvaluationOptions {
  Effort effort;
  bool from_scratch = true;  ///< also trains the models that state Recipe::from_scratch
  /// Is called after each model with the part of the work that is done, 0 to 1. May be empty.
  std::function<void(double progress, const std::string& name)> progress;
};

/// Returns a row for each score of each recipe, then a row for each comparison of two recipes, then a row for each training from scratch. A
/// comparison is left out where one of its two recipes could not be measured. `read` returns the content of
/// assets/weights/<name>.safetensors, or an empty string where there is no such file.
std::vector<EvaluationRow> evaluate(const Recipes& recipes, const std::function<std::string(std::string_view name)>& read,
                                    const EvaluationOptions& options = {});

}  // namespace attn::training
