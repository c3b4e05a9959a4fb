#include "training/recipe.h"

#include <algorithm>

namespace attn::training {
namespace {

template <class T>
const T* named(const std::vector<T>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [name](const T& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

Recipe with_steps(Recipe recipe, int steps) {
  const double stretch = static_cast<double>(steps) / recipe.steps;
  recipe.plan.decay_from = static_cast<int>(recipe.plan.decay_from * stretch);
  recipe.plan.decay_to = static_cast<int>(recipe.plan.decay_to * stretch);
  recipe.steps = steps;
  return recipe;
}

const Recipe* Recipes::find(std::string_view name) const { return named(rows, name); }
const Task* Recipes::find_task(std::string_view name) const { return named(tasks, name); }

void Recipes::add(const Recipes& more) {
  for (const Task& task : more.tasks)
    if (!find_task(task.name)) tasks.push_back(task);
  for (const Recipe& row : more.rows)
    if (!find(row.name)) rows.push_back(row);
}

}  // namespace attn::training
