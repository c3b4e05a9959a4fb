#include "lessons/08_positions/shipped.h"

#include <array>
#include <string>

#include "lessons/08_positions/learner.h"
#include "lessons/translation/show_task.h"

namespace attn::lessons::positions {
namespace {

using models::PositionKind;
using training::Requirement;

constexpr std::array kKindsOfModels{PositionKind::none, PositionKind::sinusoidal, PositionKind::learned, PositionKind::relative,
                                    PositionKind::rotary};

std::string name_of(const tasks::PairTask& task, PositionKind kind) { return std::string(task.name) + "-" + std::string(kind_id(kind)); }

/// What a model has to achieve. Without positions hardly a place in ten can be right. Relative positions, with a number for each offset up
/// to 8, tell which letter stands before another, but not at which place a letter stands.
std::vector<Requirement> required(const tasks::PairTask& task, PositionKind kind) {
  if (kind == PositionKind::none) return {{.score = "places-right", .value = 0.12, .at_most = true}};
  if (kind == PositionKind::relative && task.name == "in-order") return {{.score = "places-right", .value = 0.6, .at_most = true}};
  return {{.score = "exact-match", .value = 0.99}};
}

training::Recipe make_recipe(const tasks::PairTask& task, PositionKind kind) {
  const bool before = task.name == "before";
  training::Recipe recipe;
  recipe.task = task.name;
  recipe.make = make_learner(task, kind);
  recipe.steps = before ? 1500 : 8000;
  recipe.plan.learning_rate = Real(0.005);
  recipe.plan.decay_from = recipe.steps / 3;
  recipe.plan.decay_to = recipe.steps;
  recipe.lesson = "positions";
  recipe.query = "task=" + std::string(task.name) + "&positions=" + std::string(kind_id(kind));
  recipe.summary = kind == PositionKind::none ? "no positions" : std::string(kind_id(kind)) + " positions";
  const models::TransformerSettings settings = settings_of(task, kind);
  recipe.settings = {{"positions", std::string(kind_id(kind))},
                     {"d_model", static_cast<double>(settings.d_model)},
                     {"heads", static_cast<double>(settings.heads)},
                     {"layers", static_cast<double>(settings.encoder_layers)}};
  recipe.requirements = required(task, kind);
  if (before && kind == PositionKind::sinusoidal)
    recipe.from_scratch = {
        .name = "the letter before from scratch", .plan = {.learning_rate = Real(0.005), .seed = 7}, .value = 0.99, .seconds = 20};
  return recipe;
}

training::Recipes make_recipes() {
  // Recipes refer to their names by views, so the names are kept here.
  static std::vector<std::string> names;
  for (const tasks::PairTask& task : tasks::order_tasks())
    for (const PositionKind kind : kKindsOfModels) names.push_back(name_of(task, kind));
  training::Recipes out;
  size_t at = 0;
  for (const tasks::PairTask& task : tasks::order_tasks()) {
    out.tasks.push_back({task.name, task.help, [&task](int count) { return translation::show_task(task, count); }});
    for (const PositionKind kind : kKindsOfModels) {
      out.rows.push_back(make_recipe(task, kind));
      out.rows.back().name = names[at++];
    }
  }
  return out;
}

}  // namespace

models::TransformerSettings settings_of(const tasks::PairTask& task, PositionKind kind) {
  const bool before = task.name == "before";
  models::TransformerSettings s;
  s.shape = models::TransformerShape::encoder;
  s.d_model = 32, s.d_ff = 64;
  s.heads = before ? 2 : 4;
  s.encoder_layers = before ? 1 : 2;
  s.positions = kind;
  s.max_length = task.longest;
  return s;
}

int head_count(const tasks::PairTask& task) {
  const models::TransformerSettings s = settings_of(task, PositionKind::none);
  return s.heads * s.encoder_layers;
}

training::Make make_learner(const tasks::PairTask& task, PositionKind kind) {
  return [&task, kind](const training::Plan& plan) { return std::make_unique<OrderLearner>(task, settings_of(task, kind), plan); };
}

std::string_view kind_id(PositionKind kind) {
  constexpr std::array<std::string_view, 5> kIds{"none", "sinusoidal", "learned", "relative", "rotary"};
  return kIds[static_cast<size_t>(kind)];
}

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* shipped_model(const tasks::PairTask& task, PositionKind kind) { return recipes().find(name_of(task, kind)); }

}  // namespace attn::lessons::positions
