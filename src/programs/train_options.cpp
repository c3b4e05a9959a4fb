#include "programs/train_options.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "course/lesson.h"
#include "training/recipe.h"

namespace attn::programs {
namespace {

using Mode = TrainOptions::Mode;

std::string names(const std::vector<std::string_view>& all) {
  std::string text;
  for (const std::string_view name : all) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

std::string model_names() {
  std::vector<std::string_view> all;
  for (const training::Recipe& recipe : course::recipes().rows) all.push_back(recipe.name);
  return names(all);
}

std::string task_names() {
  std::vector<std::string_view> all;
  for (const training::Task& task : course::recipes().tasks) all.push_back(task.name);
  return names(all);
}

/// Reads a whole number from `low` to `high`, all of which a double represents exactly.
std::string take_number(std::string_view flag, const std::string& text, double low, double high, double* value) {
  double number = 0;
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || !text_to_number(text, &number) || number < low || number > high)
    return std::string(flag) + " is a whole number from " + number_to_text(low) + " to " + number_to_text(high) + ", not \"" + text + "\".";
  *value = number;
  return {};
}

std::string set_mode(Mode mode, TrainOptions* o) {
  if (o->mode != Mode::kHelp && o->mode != mode) return "A model, --all, --manifest, --evaluate, --show and --list exclude each other.";
  o->mode = mode;
  return {};
}

std::string take_steps(const std::string& text, TrainOptions* o) {
  double value = 0;
  std::string error = take_number("--steps", text, 1, 1e7, &value);
  o->steps = static_cast<int>(value);
  return error;
}

std::string take_count(const std::string& text, TrainOptions* o) {
  double value = 0;
  std::string error = take_number("--count", text, 1, 1000, &value);
  o->count = static_cast<int>(value);
  return error;
}

std::string take_threads(const std::string& text, TrainOptions* o) {
  double value = 0;
  std::string error = take_number("--threads", text, 1, 64, &value);
  o->threads = static_cast<int>(value);
  return error;
}

std::string take_seed(const std::string& text, TrainOptions* o) {
  double value = 0;
  std::string error = take_number("--seed", text, 0, 9e15, &value);
  o->seed = static_cast<std::uint64_t>(value);
  o->has_seed = true;
  return error;
}

std::string take_out(const std::string& text, TrainOptions* o) {
  if (text.empty()) return "--out wants the name of a file, or of a folder with --all.";
  o->out = text;
  return {};
}

std::string take_task(const std::string& text, TrainOptions* o) {
  if (!course::recipes().find_task(text)) return "There is no task \"" + text + "\"; there are " + task_names() + ".";
  o->task = text;
  return set_mode(Mode::kShow, o);
}

struct Flag {
  std::string_view name, value, help;
  std::string (*take)(const std::string& value, TrainOptions* options);
};

const Flag kFlags[] = {
    {"--steps", "N", "optimiser steps in the place of the plan's; its decay is stretched to them", take_steps},
    {"--seed", "S", "seed of weights and examples in the place of the plan's", take_seed},
    {"--threads", "N", "so many train one model, each a part of every batch, as in the pages; any number gives the same weights",
     take_threads},
    {"--out", "FILE", "where the weights go (MODEL.safetensors), or the folder of weights (assets/weights)", take_out},
    {"--all", "", "remakes all shipped weights and their manifest",
     [](const std::string&, TrainOptions* o) { return set_mode(Mode::kAll, o); }},
    {"--manifest", "", "measures the shipped weights that there are and writes their manifest",
     [](const std::string&, TrainOptions* o) { return set_mode(Mode::kManifest, o); }},
    {"--evaluate", "", "measures every result that the lessons state; status 1 if one is missed",
     [](const std::string&, TrainOptions* o) { return set_mode(Mode::kEvaluate, o); }},
    {"--json", "", "prints what --evaluate or --list prints as JSON",
     [](const std::string&, TrainOptions* o) { return o->json = true, std::string(); }},
    {"--show", "TASK", "prints examples of both splits with their alignment", take_task},
    {"--count", "N", "how many examples --show prints of each split", take_count},
    {"--list", "", "prints the models and the tasks", [](const std::string&, TrainOptions* o) { return set_mode(Mode::kList, o); }},
    {"--help", "", "prints this", [](const std::string&, TrainOptions*) { return std::string(); }},
};

std::string take_model(const std::string& name, TrainOptions* o) {
  if (!course::recipes().find(name)) return "There is no model \"" + name + "\"; there are " + model_names() + ".";
  if (!o->model.empty()) return "One model at a time: " + o->model + " or " + name + "; --all makes all.";
  o->model = name;
  return set_mode(Mode::kTrain, o);
}

std::string check_together(const TrainOptions& o) {
  const bool trains = o.mode == Mode::kTrain;
  if (!trains && (o.steps || o.has_seed)) return "--steps and --seed go with one model.";
  if (!trains && o.threads) return "--threads goes with one model.";
  if (o.json && o.mode != Mode::kEvaluate && o.mode != Mode::kList) return "--json goes with --evaluate or --list.";
  if (!o.out.empty() && (o.mode == Mode::kShow || o.mode == Mode::kList))
    return "--out goes with a model, --all, --manifest or --evaluate.";
  return {};
}

}  // namespace

std::string parse_train_options(const std::vector<std::string>& arguments, TrainOptions* options) {
  bool help = arguments.empty();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    help = help || argument == "--help";
    std::string error;
    if (argument.empty() || argument[0] != '-') {
      error = take_model(argument, options);
    } else {
      const auto flag = std::find_if(std::begin(kFlags), std::end(kFlags), [&](const Flag& f) { return f.name == argument; });
      if (flag == std::end(kFlags)) return "Unknown option \"" + argument + "\".\n" + train_usage();
      if (!flag->value.empty() && i + 1 == arguments.size()) return argument + " wants " + std::string(flag->value) + ".";
      error = flag->take(flag->value.empty() ? std::string() : arguments[++i], options);
    }
    if (!error.empty()) return error;
  }
  if (help) return options->mode = Mode::kHelp, std::string();
  if (options->mode == Mode::kHelp) return "Which model? There are " + model_names() + "; --all makes all.";
  return check_together(*options);
}

std::string train_usage() {
  std::string text =
      "Usage: attention-train MODEL [--steps N] [--seed S] [--threads N] [--out FILE]\n"
      "Trains a model of the course, with its progress, and writes its weights as safetensors (16 bits a number).\n"
      "Ctrl-C saves what there is (with --all the models that are done) and ends with status 130.\n\n";
  for (const Flag& flag : kFlags) {
    std::string head = "  " + std::string(flag.name) + (flag.value.empty() ? "" : " ") + std::string(flag.value);
    head.resize(std::max<std::size_t>(head.size() + 2, 18), ' ');
    text += head + std::string(flag.help) + "\n";
  }
  return text + "\nModels: " + model_names() + "\nTasks: " + task_names() + "\n";
}

}  // namespace attn::programs
