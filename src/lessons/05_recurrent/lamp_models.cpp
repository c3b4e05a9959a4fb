#include "lessons/05_recurrent/lamp_models.h"

#include <limits>
#include <string>

#include "base/text.h"

namespace attn::lessons::recurrent {
namespace {

constexpr std::uint64_t kSeed = 12;  ///< of the shipped weights
constexpr int kCheckEvery = 20;      ///< steps of training between two measurements
constexpr std::string_view kTask = "lamp";

training::Make make_learner(Memory memory) {
  return [cell = cell_of(memory)](const training::Plan& plan) { return std::make_unique<LampLearner>(cell, plan); };
}

training::Trainer fresh(Memory memory) {
  training::Trainer trainer(make_learner(memory), lamp_plan(kSeed));
  trainer.record();
  return trainer;
}

training::Recipe make_recipe(Memory memory) {
  training::Recipe recipe{.name = recipe_name(memory),
                          .task = kTask,
                          .make = make_learner(memory),
                          .plan = lamp_plan(kSeed),
                          .steps = kLampSteps,
                          .lesson = "recurrent",
                          .query = "figure=lamp",
                          .summary = memory == kPlain ? "a plain recurrent network" : "a network with gates (a GRU)"};
  recipe.settings = {{"cell", std::string(memory == kPlain ? "rnn" : "gru")}, {"units", static_cast<double>(kLampUnits)}};
  recipe.requirements = {memory == kPlain ? training::Requirement{.score = "recalled", .value = 0.5, .at_most = true}
                                          : training::Requirement{.score = "recalled", .value = 0.98}};
  if (memory == kGated) recipe.recorded = {{"seeds_tried", 24}, {"seeds_failed", 0}};
  if (memory == kPlain) recipe.beside = "recalled-plain";
  return recipe;
}

std::string show_task(int count) {
  std::string text;
  Rng rng(1);
  for (int i = 0; i < count; ++i) {
    const int kept = 1 + static_cast<int>(rng.below(kLamps));
    for (int t = 1; t <= kLamps; ++t) text.append(t == kept ? "*" : " ").append(fixed(rng.uniform(), 2)).append(t < kLamps ? " " : "\n");
  }
  return text + "The marked lamp is to be remembered. Held-out rows are drawn in the same way from another seed.\n";
}

}  // namespace

training::Plan lamp_plan(std::uint64_t seed) {
  training::Plan plan;
  plan.batch = 32;
  plan.learning_rate = Real(0.01);
  plan.warm_up = 20;
  plan.decay_from = kLampSteps / 2, plan.decay_to = kLampSteps;
  plan.seed = seed;
  return plan;
}

std::string_view recipe_name(Memory memory) { return memory == kPlain ? "lamp-plain" : "lamp-gated"; }

const training::Recipes& lamp_recipes() {
  static const training::Recipes all = [] {
    training::Recipes out;
    out.tasks.push_back({kTask, "The brightness of one lamp, to be remembered while others flash.", show_task});
    for (const Memory memory : kMemories) out.rows.push_back(make_recipe(memory));
    return out;
  }();
  return all;
}

LampPair::LampPair()
    : trainers_{fresh(kPlain), fresh(kGated)}, recalled_(Mat::Constant(2, kLamps, std::numeric_limits<Real>::quiet_NaN())) {}

const LampLearner& LampPair::learner(Memory memory) const { return static_cast<const LampLearner&>(of(memory).trainee()); }

int LampPair::trained_steps() const { return of(kGated).loaded() && of(kPlain).loaded() ? kLampSteps + shown_steps() : shown_steps(); }

std::string LampPair::load(Memory memory, std::string_view bytes) {
  measured_at_[memory] = -1;
  return of(memory).load(bytes);
}

void LampPair::measure(Memory memory) {
  const std::vector<int> right = learner(memory).recalled(kLampRows);
  for (int t = 0; t < kLamps; ++t) recalled_(memory, t) = static_cast<Real>(right[static_cast<size_t>(t)]) / kLampRows;
  measured_at_[memory] = shown_steps();
}

bool LampPair::measure() {
  for (const Memory memory : kMemories)
    if (measured_at_[memory] != shown_steps()) return measure(memory), memory == kPlain;
  return false;
}

void LampPair::after_steps() {
  for (const Memory memory : kMemories)
    if (steps() / kCheckEvery != measured_at_[memory] / kCheckEvery) measure(memory);
}

void LampPair::show_frame(int frame) {
  for (const Memory memory : kMemories) of(memory).show_frame(frame);
}

training::HaltReason LampPair::halt() const {
  for (const Memory memory : kMemories)
    if (of(memory).diverged()) return {training::Halt::kDiverged, of(memory).ending()};
  return {};
}

std::vector<training::Metric> LampPair::metrics() const {
  std::vector<training::Metric> out = {{"step", static_cast<double>(shown_steps())},
                                       {"loss", static_cast<double>(of(kGated).loss())},
                                       {"loss-plain", static_cast<double>(of(kPlain).loss())}};
  for (const Memory memory : kMemories)
    if (measured_at_[memory] >= 0)
      out.push_back({memory == kPlain ? "recalled-plain" : "recalled", static_cast<double>(recalled_(memory, kLamps - 1))});
  return out;
}

}  // namespace attn::lessons::recurrent
