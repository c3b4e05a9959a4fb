#include "lessons/10_transformer/trainee.h"

#include <array>
#include <memory>
#include <string>

#include "base/check.h"
#include "base/text.h"
#include "lessons/translation/show_task.h"
#include "models/transformer_decoding.h"

namespace attn::lessons::transformer {
namespace {

struct Shipped {
  std::string_view name, task;
  int heads, steps;
  double exact;  ///< the share of exact matches that the model has to reach
};
constexpr std::array<Shipped, 5> kShipped{{
    {"grammar-transformer-1", "grammar", 1, 8000, 0.99},
    {"grammar-transformer-2", "grammar", 2, 8000, 0.99},
    {"grammar-transformer-4", "grammar", 4, 8000, 0.99},
    {"grammar-transformer-8", "grammar", 8, 8000, 0.99},
    {"dates-transformer", "dates", 4, 5000, 0.995},
}};

const tasks::PairTask& task_called(std::string_view name) {
  const tasks::PairTask* task = tasks::find_pair_task(name);
  CHECK(task, "no task ", name);
  return *task;
}

models::TransformerSettings with_vocabularies(const tasks::PairTask& task, models::TransformerSettings settings) {
  settings.source_words = task.source.size();
  settings.target_words = task.target.size();
  return settings;
}

training::Recipe make_recipe(const Shipped& row) {
  const models::TransformerSettings s = settings_of(row.heads);
  const std::string heads = std::to_string(row.heads);
  training::Plan plan;
  plan.learning_rate = row.task == "dates" ? Real(0.003) : Real(0.004);
  plan.warm_up = 400;
  plan.decay_from = row.steps / 3, plan.decay_to = row.steps;
  return {.name = row.name,
          .task = row.task,
          .make = make_trainee(row.task, row.heads),
          .plan = plan,
          .steps = row.steps,
          .lesson = "transformer",
          .query = "task=" + std::string(row.task) + "&heads=" + heads,
          .summary = counted(row.heads, "head") + ", width " + std::to_string(s.d_model) + ", " + std::to_string(s.encoder_layers) +
                     " layers each, pre-norm",
          .settings = {{"heads", static_cast<double>(row.heads)},
                       {"d-model", static_cast<double>(s.d_model)},
                       {"d-ff", static_cast<double>(s.d_ff)},
                       {"layers", static_cast<double>(s.encoder_layers)}},
          .requirements = {{.score = "exact-match", .value = row.exact}}};
}

training::Recipes make_recipes() {
  training::Recipes out;
  for (const Shipped& row : kShipped) {
    const tasks::PairTask& task = task_called(row.task);
    if (!out.find_task(row.task))
      out.tasks.push_back({task.name, task.help, [&task](int count) { return translation::show_task(task, count); }});
    out.rows.push_back(make_recipe(row));
  }
  return out;
}

}  // namespace

models::TransformerSettings settings_of(int heads) {
  models::TransformerSettings s;
  s.d_model = 32, s.d_ff = 64, s.heads = heads;
  return s;
}

TransformerTrainee::TransformerTrainee(const tasks::PairTask& task, const models::TransformerSettings& settings, const training::Plan& plan)
    : PairTrainee(task, plan, {}), model_(with_vocabularies(task, settings), random().weights) {}

autodiff::Var TransformerTrainee::loss_of(autodiff::Tape& tape, const models::PairBatch& batch, Rng*) {
  return model_.loss(tape, batch, {});
}

std::vector<Tokens> TransformerTrainee::speak(const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) const {
  if (alignments) alignments->assign(sources.size(), Mat());
  return models::translate_all(model_, sources, max_length);
}

training::Make make_trainee(std::string_view task, int heads) {
  return [&task = task_called(task), settings = settings_of(heads)](const training::Plan& plan) {
    return std::make_unique<TransformerTrainee>(task, settings, plan);
  };
}

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* find_recipe(std::string_view task, int heads) {
  for (const Shipped& row : kShipped)
    if (row.task == task && row.heads == heads) return recipes().find(row.name);
  return nullptr;
}

}  // namespace attn::lessons::transformer
