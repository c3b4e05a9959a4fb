// The models whose weights are shipped, a named row each: attention-train remakes them from these rows, measures them against what the
// course promises of them, and writes their manifest. Lessons state the rows.
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

/// What the course promises of a score of Trainee::evaluate().
struct Requirement {
  enum class Of { kValue, kAbove, kBelow };
  std::string_view score;  ///< its name
  double value = 0;
  bool at_most = false;  ///< `value` is the most; else the least
  /// The score itself, or the points of a hundred by which it stands above or below that of the recipe `versus`, which `label` names.
  Of of = Of::kValue;
  std::string_view versus = {}, label = {};
};

/// That a model can be trained while the reader waits.
struct FromScratch {
  std::string_view name;  ///< "reversal from scratch"
  Plan plan;
  double value = 0.95;  ///< of the first score
  double seconds = 60;
};

/// A setting as JSON and as addresses spell it.
using Setting = std::variant<double, bool, std::string>;

struct Recipe {
  std::string_view name;  ///< "grammar-additive": the file assets/weights/<name>.safetensors, and MODEL on the command line
  std::string_view task;  ///< of a Task
  Make make;
  Plan plan;
  int steps = 0;
  std::string_view lesson;  ///< the slug of the lesson that shows it
  std::string query;        ///< and the address's query that brings it there
  std::string summary;      ///< what distinguishes it, in a line
  std::vector<std::pair<std::string, Setting>> settings = {};
  std::vector<Requirement> requirements = {};
  std::optional<FromScratch> from_scratch = {};
  /// Where the lesson shows it beside the model in training: the result that holds its scores, a row each, called as the score's name ends.
  std::string_view beside = {};
  /// What was recorded when it was made, as the manifest states it: {"training_seconds", 40}.
  std::vector<std::pair<std::string_view, double>> recorded = {};
};
/// The recipe with other steps, its decay stretched to them.
Recipe with_steps(Recipe recipe, int steps);

/// The recipe, where it is not null.
inline std::vector<const Recipe*> at_most_one(const Recipe* recipe) { return recipe ? std::vector{recipe} : std::vector<const Recipe*>(); }

/// What recipes are trained on, for those who want to see it.
struct Task {
  std::string_view name, help;
  /// A description, and `count` examples of each split.
  std::function<std::string(int count)> show;
};

struct Recipes {
  std::vector<Task> tasks;
  std::vector<Recipe> rows;  ///< in the order in which all are remade

  /// Null for an unknown name.
  const Recipe* find(std::string_view name) const;
  const Task* find_task(std::string_view name) const;
  /// Adds what has a new name: lessons that share models may all state them.
  void add(const Recipes& more);
};

}  // namespace attn::training
