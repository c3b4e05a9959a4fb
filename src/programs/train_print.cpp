#include "programs/train_print.h"

#include <algorithm>
#include <variant>

#include "base/text.h"
#include "course/lesson.h"

namespace attn::programs {
namespace {

constexpr std::size_t kColumn = 28;  ///< where what follows a name begins

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
  JsonWriter json;
  json.begin_object().key("models").begin_array();
  for (const training::Recipe& recipe : course::recipes().rows) {
    json.begin_object().key("name").value(recipe.name).key("task").value(recipe.task).key("steps").value(recipe.steps);
    json.key("seed").value(static_cast<double>(recipe.plan.seed)).key("lesson").value(recipe.lesson).key("query").value(recipe.query);
    json.key("settings").begin_object();
    for (const auto& [id, setting] : recipe.settings) {
      json.key(id);
      std::visit([&json](const auto& value) { json.value(value); }, setting);
    }
    json.end_object().end_object();
  }
  json.end_array().key("tasks").begin_array();
  for (const training::Task& task : course::recipes().tasks) json.value(task.name);
  return json.end_array().end_object().text() + "\n";
}

}  // namespace attn::programs
