// The results that the course promises, measured on held-out examples with the shipped weights: what `attention-train --evaluate` prints.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "training/recipe.h"
#include "training/trainee.h"

namespace attn::training {

struct EvaluationRow {
  std::string name;    ///< of the recipe, or what is trained from scratch
  std::string metric;  ///< "exact match, lengths 2 to 12"
  std::string score;   ///< the score's name, as the lesson that shows the recipe calls it
  std::string versus;  ///< the recipe that it is compared with; empty without one
  double value = 0;
  double required = 0;   ///< the least value; NaN: only reported
  bool percent = true;   ///< `value` and `required` are fractions; false: they are in the unit that the metric names
  bool at_most = false;  ///< `required` is the most
  bool below = false;    ///< `value` is how far it stands below `versus`; else above
  bool passed = true;
  std::string problem;  ///< why there is no value: weights that are missing or refused
  // Of what is trained from scratch; `value` is then the seconds that it took.
  std::string lesson;  ///< the slug of the lesson where a reader would, else empty
  std::string query;   ///< and the address's query that brings the reader to the first weights
  double reach = 0;    ///< what `score` has to come to
};

struct EvaluationOptions {
  Effort effort;
  bool from_scratch = true;  ///< also trains anew what promises that
  /// Says after each model how far it is, 0 to 1; may be empty.
  std::function<void(double progress, const std::string& name)> progress;
};

/// A row for each score of each recipe, then one for each comparison of two (none where either could not be measured), then what is trained
/// from scratch. `read` gives the content of assets/weights/<name>.safetensors, empty where there is none.
std::vector<EvaluationRow> evaluate(const Recipes& recipes, const std::function<std::string(std::string_view name)>& read,
                                    const EvaluationOptions& options = {});

}  // namespace attn::training
