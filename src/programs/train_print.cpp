#include "programs/train_print.h"

#include <algorithm>
#include <variant>

#include "base/json.h"
#include "base/text.h"
#include "course/lesson.h"
#include "training/recipe.h"

namespace attn::programs {
namespace {

constexpr std::size_t kColumn = 28;  ///< the column where the text after a name begins

std::string line(std::string_view name, const std::string& rest) {
  std::string text = "  " + std::string(name);
  text.resize(std::max(text.size() + 2, kColumn), ' ');
  return text + rest + "\n";
}

}  // namespace

std::string list_models() {
  std::string text = "Models\n";
  for (const training::Recipe& recipe : course::recipes().rows)
    text += line(recipe.name, std::to_string(recipe.steps) + " steps; " + recipe.summary);
  text += "\nTasks\n";
  for (const training::Task& task : course::recipes().tasks) text += line(task.name, std::string(task.help));
  return text;
}

std::string list_json() {
  const auto model = [](const training::Recipe& recipe) {
    std::vector<std::pair<std::string_view, std::string>> settings;
    for (const auto& [id, setting] : recipe.settings)
      settings.emplace_back(id, std::visit([](const auto& value) { return json::value(value); }, setting));
    return json::object({{"name", json::string(recipe.name)},
                         {"task", json::string(recipe.task)},
                         {"steps", json::number(recipe.steps)},
                         {"seed", json::number(static_cast<double>(recipe.plan.seed))},
                         {"lesson", json::string(recipe.lesson)},
                         {"query", json::string(recipe.query)},
                         {"beside", json::string(recipe.beside)},
                         {"settings", json::object(settings)}});
  };
  const auto task = [](const training::Task& row) { return json::string(row.name); };
  return json::object({{"models", json::list(course::recipes().rows, model)}, {"tasks", json::list(course::recipes().tasks, task)}}) + "\n";
}

}  // namespace attn::programs
