// The models whose weights are shipped, each a named row that a lesson states. From these rows attention-train trains the models again,
// measures them against what the course promises of them, and writes their manifest.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "training/plan.h"

namespace attn::training {

/// What the course promises about one score of Trainee::evaluate().
struct Requirement {
  enum class Of { kValue, kAbove, kBelow };
  std::string_view score;  ///< the score's name
  double value = 0;
  bool at_most = false;  ///< `value` is the largest that passes; false: the smallest
  /// What `value` is compared with: the score itself, or by how many percentage points it is above or below that of the recipe `versus`.
  /// `label` names such a difference.
  Of of = Of::kValue;
  std::string_view versus = {}, label = {};
};

/// The promise that a reader can train the model from scratch in the given time.
struct FromScratch {
  std::string_view name;  ///< "reversal from scratch"
  Plan plan;
  double value = 0.95;  ///< what the first score has to reach within `seconds`
  double seconds = 60;
};

/// The value of a setting, as it is written in JSON and in addresses.
using Setting = std::variant<double, bool, std::string>;

struct Recipe {
  std::string_view name;  ///< "grammar-additive": the file assets/weights/<name>.safetensors, and MODEL on the command line
  std::string_view task;  ///< the name of a Task
  Make make;
  Plan plan;
  int steps = 0;
  std::string_view lesson;  ///< the slug of the lesson that shows it
  std::string query;        ///< the query that opens this lesson with the model
  std::string summary;      ///< a line that says what is special about it
  std::vector<std::pair<std::string, Setting>> settings = {};
  std::vector<Requirement> requirements = {};
  std::optional<FromScratch> from_scratch = {};
  /// Where the lesson shows the model beside the one in training, this is the result that holds its scores. It has a row for each score:
  /// the one whose name the score's name ends with.
  std::string_view beside = {};
  /// Numbers for the manifest that were recorded when the weights were made: {"training_seconds", 40}.
  std::vector<std::pair<std::string_view, double>> recorded = {};
};
/// The recipe with another number of steps, over which its decay is stretched.
Recipe with_steps(Recipe recipe, int steps);

/// A list of `recipe`, or an empty list where it is null.
inline std::vector<const Recipe*> at_most_one(const Recipe* recipe) { return recipe ? std::vector{recipe} : std::vector<const Recipe*>(); }

/// What recipes are trained on. `attention-train` shows it on request.
struct Task {
  std::string_view name, help;
  /// Returns a description and `count` examples of each split.
  std::function<std::string(int count)> show;
};

struct Recipes {
  std::vector<Task> tasks;
  std::vector<Recipe> rows;  ///< in the order in which they are trained when all of them are

  /// Null for an unknown name.
  const Recipe* find(std::string_view name) const;
  const Task* find_task(std::string_view name) const;
  /// Adds the tasks and recipes whose names are new, so that several lessons may state a model that they share.
  void add(const Recipes& more);
};

}  // namespace attn::training
