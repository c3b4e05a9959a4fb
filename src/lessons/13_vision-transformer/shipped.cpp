#include "lessons/13_vision-transformer/shipped.h"

#include <array>
#include <memory>
#include <string>

#include "base/later.h"
#include "base/text.h"
#include "lessons/13_vision-transformer/learner.h"

namespace attn::lessons::vision_transformer {
namespace {

using training::Requirement;

struct Shipped {
  std::string_view name;
  Choice choice;
  int steps;
  std::string_view summary;
  std::vector<Requirement> requirements = {};
};

std::vector<Shipped> all_shipped() {
  const auto at_least = [](double held_out, double lettered) {
    return std::vector<Requirement>{{.score = "images-right", .value = held_out}, {.score = "lettered-right", .value = lettered}};
  };
  return {{"digits-vit", {}, 5000, "a Vision Transformer", at_least(0.97, 0.9)},
          {"digits-vit-unordered", {.network = Network::no_positions}, 5000, "the same without positions"},
          {"digits-convolution", {.network = Network::convolution}, 3000, "a convolution with as many weights"},
          {"digits-vit-4", {.patch = 4}, 5000, "patches of 4 by 4 pixels"},
          {"digits-vit-8", {.patch = 8}, 5000, "patches of 8 by 8 pixels"},
          {"digits-vit-12", {.patch = 12}, 5000, "patches of 12 by 12 pixels"},
          {"relation-vit", {.task = Task::relation}, 9000, "a Vision Transformer", {{.score = "images-right", .value = 0.97}}},
          {"relation-vit-unordered", {.task = Task::relation, .network = Network::no_positions}, 3000, "the same without positions"},
          {"relation-convolution",
           {.task = Task::relation, .network = Network::convolution},
           3000,
           "a convolution with as many weights",
           {{.score = "images-right", .value = 0.95, .at_most = true}}}};
}

std::string show(Task task, int count) {
  std::string text;
  for (const auto split : {tasks::Split::kTraining, tasks::Split::kHeldOut}) {
    Rng rng(1);
    text += split == tasks::Split::kTraining ? "\nTraining\n" : "\nHeld out\n";
    for (int i = 0; i < count; ++i) {
      const tasks::LabelledDrawing drawing = task == Task::digits ? tasks::draw_digit(split, rng) : tasks::draw_relation(split, rng);
      text += "  " + classes_of(task)[static_cast<std::size_t>(drawing.label)] + "\n";
      for (Index y = 0; y < drawing.ink.rows(); ++y) {
        text += "  ";
        for (Index x = 0; x < drawing.ink.cols(); ++x)
          text += std::string(2, " .:*#"[std::min(4, static_cast<int>(drawing.ink(y, x) * 5))]);
        text += "\n";
      }
    }
  }
  return text;
}

std::string show_digits(int count) { return show(Task::digits, count); }
std::string show_relation(int count) { return show(Task::relation, count); }

training::Recipe make_recipe(const Shipped& shipped) {
  const Choice& choice = shipped.choice;
  training::Recipe recipe;
  recipe.name = shipped.name, recipe.task = kTaskIds[static_cast<std::size_t>(choice.task)];
  recipe.make = make_learner(choice);
  recipe.steps = shipped.steps;
  recipe.plan.batch = 32;
  recipe.plan.learning_rate = Real(0.002);
  recipe.plan.warm_up = 100, recipe.plan.decay_from = 100, recipe.plan.decay_to = recipe.steps;
  recipe.lesson = "vision-transformer";
  recipe.query = "task=" + std::string(recipe.task);
  if (choice.network != Network::transformer)
    recipe.query += choice.network == Network::convolution ? "&network=convolution" : "&network=unordered";
  if (choice.patch != kUsualPatch) recipe.query += "&patch=" + std::to_string(choice.patch);
  recipe.summary = shipped.summary;
  const std::unique_ptr<training::Trainee> made = recipe.make(recipe.plan);
  recipe.settings = {{"weights", static_cast<double>(made->parameters().count())}};
  if (choice.network != Network::convolution) {
    const models::VisionSettings s = vision_settings(choice);
    recipe.settings.insert(recipe.settings.end(), {{"patch", static_cast<double>(s.patch)},
                                                   {"layers", static_cast<double>(s.layers)},
                                                   {"heads", static_cast<double>(s.heads)},
                                                   {"width", static_cast<double>(s.width)}});
  }
  recipe.requirements = shipped.requirements;
  return recipe;
}

training::Recipes make_recipes() {
  training::Recipes out;
  out.tasks = {{"digits", "digits drawn with a pen in many hands", later<show_digits>},
               {"relation", "whether a ring lies left of a cross, among other shapes", later<show_relation>}};
  for (const Shipped& shipped : all_shipped()) out.rows.push_back(make_recipe(shipped));
  return out;
}

}  // namespace

training::Make make_learner(const Choice& choice) {
  return [choice](const training::Plan& plan) { return std::make_unique<VisionLearner>(choice, plan); };
}

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* shipped_model(const Choice& choice) {
  static const std::vector<Shipped> all = all_shipped();
  for (const Shipped& shipped : all)
    if (shipped.choice == choice) return recipes().find(shipped.name);
  return nullptr;
}

}  // namespace attn::lessons::vision_transformer
