#include "lessons/14_visual-attention/shipped.h"

#include <memory>
#include <string>

#include "base/later.h"
#include "lessons/14_visual-attention/learner.h"

namespace attn::lessons::visual_attention {
namespace {

using training::Requirement;

struct Shipped {
  std::string_view name, id, summary;
  std::vector<Requirement> requirements = {};
};

/// In the order of Network.
std::vector<Shipped> all_shipped() {
  return {{"scenes-soft",
           "soft",
           "a captioner with soft attention",
           {{.score = "captions-right", .value = 0.97}, {.score = "nouns-within", .value = 0.9}}},
          {"scenes-hard", "hard", "one that draws the place it looks at", {{.score = "captions-right", .value = 0.9}}},
          {"scenes-vector", "vector", "one that is given a single vector", {{.score = "captions-right-3", .value = 0.5, .at_most = true}}},
          {"scenes-remembers", "remembers", "one whose LSTM hears what it saw", {{.score = "nouns-within", .value = 0.5, .at_most = true}}},
          {"scenes-even", "even", "one that is made to look at all places alike"}};
}

std::string show_scenes(int count) {
  std::string text;
  for (const auto split : {tasks::Split::kTraining, tasks::Split::kHeldOut}) {
    Rng rng(1);
    text += split == tasks::Split::kTraining ? "\nTraining\n" : "\nHeld out\n";
    for (int i = 0; i < count; ++i)
      text += "  " + tasks::caption_text(tasks::caption_of(tasks::draw_scene(split, 1 + i % tasks::kMostTold, rng).things)) + "\n";
  }
  return text;
}

training::Recipe make_recipe(Network network, const Shipped& shipped) {
  training::Recipe recipe;
  recipe.name = shipped.name, recipe.task = "scenes";
  recipe.make = make_learner(network);
  recipe.steps = 9000;
  recipe.plan.batch = 32;
  recipe.plan.learning_rate = Real(0.004);
  recipe.plan.warm_up = 100, recipe.plan.decay_from = 100, recipe.plan.decay_to = recipe.steps;
  recipe.lesson = "visual-attention";
  recipe.query = "network=" + std::string(shipped.id);
  recipe.summary = shipped.summary;
  const std::unique_ptr<training::Trainee> made = recipe.make(recipe.plan);
  const models::CaptionerSettings s = captioner_settings(network);
  recipe.settings = {{"weights", static_cast<double>(made->parameters().count())},
                     {"units", static_cast<double>(s.units)},
                     {"width", static_cast<double>(s.width)},
                     {"places", static_cast<double>(s.places())}};
  recipe.requirements = shipped.requirements;
  return recipe;
}

training::Recipes make_recipes() {
  training::Recipes out;
  out.tasks = {{"scenes", "scenes of one to three coloured things, told in words", later<show_scenes>}};
  const std::vector<Shipped> all = all_shipped();
  for (const Network network : kAllNetworks) out.rows.push_back(make_recipe(network, all[static_cast<std::size_t>(network)]));
  return out;
}

}  // namespace

training::Make make_learner(Network network) {
  return [network](const training::Plan& plan) { return std::make_unique<CaptionLearner>(network, plan); };
}

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* shipped_model(Network network) { return &recipes().rows[static_cast<std::size_t>(network)]; }

}  // namespace attn::lessons::visual_attention
