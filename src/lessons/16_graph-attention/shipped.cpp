#include "lessons/16_graph-attention/shipped.h"

#include <array>
#include <memory>
#include <string>

#include "base/later.h"
#include "lessons/16_graph-attention/learner.h"

namespace attn::lessons::graph_attention {
namespace {

using models::GraphLayerKind;
using training::Requirement;

constexpr std::array kKinds{GraphLayerKind::convolution, GraphLayerKind::learned_convolution, GraphLayerKind::attention,
                            GraphLayerKind::attention_v2};

/// A learned convolution has a number for each edge, so it is shipped only for tasks with one graph.
bool is_shipped(const tasks::GraphTask& task, GraphLayerKind kind) { return kind != GraphLayerKind::learned_convolution || task.one_graph; }

/// A training that takes place while the reader waits, and the share that then has to be right.
struct Scratch {
  std::string_view recipe, name;
  double value;
};
constexpr std::array kScratch{Scratch{"karate-gcn", "the karate club by convolution from scratch", 30.0 / 32},
                              Scratch{"karate-gat", "the karate club by attention from scratch", 30.0 / 32},
                              Scratch{"noisy-gat", "noisy neighbours from scratch", 0.9},
                              Scratch{"lookup-gatv2", "the dictionary from scratch", 1},
                              Scratch{"ties-gat", "missing ties from scratch", 0.85},
                              Scratch{"molecules-gat", "molecules from scratch", 0.95},
                              Scratch{"pixels-gat", "pixels from scratch", 0.94}};
constexpr double kScratchSeconds = 10;

std::string name_of(const Choice& choice) { return std::string(choice.task->name) + "-" + std::string(kind_id(choice.kind)); }

std::string_view summary_of(GraphLayerKind kind) {
  constexpr std::array<std::string_view, models::kGraphLayerKindCount> kSummaries{
      "a convolution with fixed norms", "a convolution with a number for each tie", "attention over neighbours",
      "attention over neighbours, version 2"};
  return kSummaries[static_cast<std::size_t>(kind)];
}

std::vector<Requirement> required(const Choice& choice) {
  const std::string_view task = choice.task->name;
  if (task == "karate") return {{.score = "members-right", .value = 32}};
  if (task == "ties") return {{.score = "auc", .value = 0.85}};
  if (task == "molecules" && models::is_attention(choice.kind)) return {{.score = "graphs-right", .value = 0.95}};
  if (task == "lookup") {
    if (choice.kind == GraphLayerKind::attention_v2) return {{.score = "nodes-right", .value = 1}};
    return {{.score = "nodes-right", .value = 0.6, .at_most = true}};
  }
  if (task == "noisy" && models::is_attention(choice.kind))
    return {{.score = "nodes-right",
             .value = 15,
             .of = Requirement::Of::kAbove,
             .versus = "noisy-gcn",
             .label = "nodes right, points above the convolution"}};
  return {};
}

int steps_of(const Choice& choice) {
  if (choice.task->one_graph) return 300;
  return choice.task->name == "lookup" ? 1000 : 600;
}

training::Recipe make_recipe(const Choice& choice) {
  training::Recipe recipe;
  recipe.task = choice.task->name;
  recipe.make = make_learner(choice);
  recipe.steps = steps_of(choice);
  recipe.plan.batch = 16;
  recipe.plan.learning_rate = Real(0.01);
  recipe.plan.decay_from = recipe.steps / 2;
  recipe.plan.decay_to = recipe.steps;
  recipe.lesson = "graph-attention";
  recipe.query = "task=" + std::string(choice.task->name) + "&network=" + std::string(kind_id(choice.kind));
  recipe.summary = summary_of(choice.kind);
  const models::GraphNetworkSettings settings = settings_of(choice);
  recipe.settings = {{"network", std::string(kind_id(choice.kind))},
                     {"layers", static_cast<double>(settings.layers)},
                     {"hidden", static_cast<double>(settings.hidden)},
                     {"heads", static_cast<double>(head_count(settings, 0))}};
  recipe.requirements = required(choice);
  for (const Scratch& scratch : kScratch)
    if (scratch.recipe == name_of(choice))
      recipe.from_scratch = {.name = scratch.name,
                             .plan = {.batch = recipe.plan.batch, .learning_rate = recipe.plan.learning_rate, .seed = 7},
                             .value = scratch.value,
                             .seconds = kScratchSeconds};
  return recipe;
}

training::Recipes make_recipes() {
  // Recipes refer to their names by views, so the names are kept here.
  static std::vector<std::string> names;
  names.reserve(tasks::graph_tasks().size() * kKinds.size());
  training::Recipes out;
  for (const tasks::GraphTask& task : tasks::graph_tasks()) {
    out.tasks.push_back({task.name, task.help, [&task](int count) { return later<tasks::show_graph_task>(task, count); }});
    for (const GraphLayerKind kind : kKinds) {
      if (!is_shipped(task, kind)) continue;
      const Choice choice{.task = &task, .kind = kind, .self_loops = usual_self_loops(task)};
      out.rows.push_back(make_recipe(choice));
      out.rows.back().name = names.emplace_back(name_of(choice));
    }
  }
  return out;
}

}  // namespace

training::Make make_learner(const Choice& choice) {
  return [choice](const training::Plan& plan) { return std::make_unique<GraphLearner>(choice, plan); };
}

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* shipped_model(const Choice& choice) {
  if (choice.self_loops != usual_self_loops(*choice.task) || !choice.labels.empty() || choice.ties) return nullptr;
  return recipes().find(name_of(choice));
}

}  // namespace attn::lessons::graph_attention
