#include "lessons/17_neural-turing-machine/shipped.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "lessons/17_neural-turing-machine/learner.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using tasks::BitTask;
using training::Recipe;
using training::Requirement;

constexpr int kBatch = 16;
constexpr double kRivalRate = 0.003;

/// An LSTM beside a machine. Without a name it stands for none.
struct TrainedRival {
  std::string_view name = {};
  int units = 64, steps = 0;
  int seconds = 0;  ///< how long one core trained it
};

/// A task's models.
struct Trained {
  std::string_view task, name;  ///< `name` is that of the machine
  NetworkSettings machine = {};
  double rate = 0, clip = 1;   ///< learning rate and clipping of the machine
  std::uint64_t seed = 1;      ///< seed of its weights and sequences
  int steps = 0, falling = 0;  ///< from step `falling` on the rate falls, to 0 at the last step
  int seconds = 0;             ///< how long one core trained it
  int seeds = 0, failed = 0;   ///< with how many seeds the machine was trained, and with how many it missed what is required
  std::string_view failure_name = {};
  std::uint64_t failure_seed = 0;  ///< one of the seeds that failed: the machine does the task as trained, but not far beyond
  std::array<TrainedRival, 2> rivals = {};
};
constexpr std::array kRows{Trained{.task = "copy",
                                   .name = "copy-machine",
                                   .machine = {.cells = 200},
                                   .rate = 0.003,
                                   .clip = 0.1,
                                   .steps = 6000,
                                   .falling = 1500,
                                   .seconds = 29,
                                   .seeds = 4,
                                   .failed = 2,
                                   .failure_name = "copy-machine-failed",
                                   .failure_seed = 4,
                                   .rivals = {TrainedRival{.name = "copy-lstm", .steps = 20000, .seconds = 9},
                                              TrainedRival{.name = "copy-lstm-128", .units = 128, .steps = 20000, .seconds = 60}}},
                           Trained{.task = "repeat-copy",
                                   .name = "repeat-copy-machine",
                                   .machine = {.growing = 1500},
                                   .rate = 0.003,
                                   .clip = 0.3,
                                   .seed = 2,
                                   .steps = 12000,
                                   .falling = 3000,
                                   .seconds = 55,
                                   .seeds = 3,
                                   .failed = 2,
                                   .rivals = {TrainedRival{.name = "repeat-copy-lstm", .steps = 8000, .seconds = 8}}},
                           Trained{.task = "associative-recall",
                                   .name = "recall-machine",
                                   .rate = 0.003,
                                   .steps = 6000,
                                   .falling = 3000,
                                   .seconds = 13,
                                   .seeds = 4,
                                   .failed = 2,
                                   .rivals = {TrainedRival{.name = "recall-lstm", .steps = 12000, .seconds = 5}}},
                           Trained{.task = "copy-small",
                                   .name = "copy-small-machine",
                                   .machine = {.units = 64, .cells = 16, .width = 8},
                                   .rate = 0.005,
                                   .steps = 3000,
                                   .falling = 750,
                                   .seconds = 1,
                                   .rivals = {TrainedRival{.name = "copy-small-lstm", .units = 32, .steps = 3000, .seconds = 1}}}};

const Trained* row_of(const BitTask& task) {
  for (const Trained& row : kRows)
    if (row.task == task.name) return &row;
  return nullptr;
}

Requirement at_most(std::string_view score, double value) { return {.score = score, .value = value, .at_most = true}; }
/// The machine has at least `value` wrong bits fewer in a hundred sequences than the LSTM.
Requirement fewer(const Trained& row, std::string_view score, std::string_view label, double value = 1) {
  return {.score = score, .value = value, .of = Requirement::Of::kBelow, .versus = row.rivals.front().name, .label = label};
}

std::vector<Requirement> required_of_machine(const Trained& row) {
  if (row.task == "copy") return {at_most("wrong-bits-20", 0.01), at_most("wrong-bits-50", 1), at_most("wrong-bits-120", 5)};
  if (row.task == "repeat-copy")
    return {at_most("wrong-per-sequence", 1),
            fewer(row, "wrong-bits-20x10", "wrong bits of 100 sequences fewer than the LSTM, 20 vectors said 10 times"),
            fewer(row, "wrong-bits-10x20", "wrong bits of 100 sequences fewer than the LSTM, 10 vectors said 20 times")};
  if (row.task == "associative-recall")
    return {at_most("wrong-per-sequence", 1), fewer(row, "wrong-bits-12", "wrong bits of 100 sequences fewer than the LSTM, 12 items"),
            fewer(row, "wrong-bits-20", "wrong bits of 100 sequences fewer than the LSTM, 20 items")};
  return {{.score = "sequences-right", .value = 0.99}};
}

/// An LSTM has to be what the lesson says it is: as good as it gets at the lengths of training, and bad far beyond them.
std::vector<Requirement> required_of_rival(const TrainedRival& rival) {
  if (rival.name == "copy-lstm") return {{.score = "wrong-bits-50", .value = 50}};
  if (rival.name == "copy-lstm-128") return {at_most("wrong-bits-10", 2), {.score = "wrong-bits-50", .value = 50}};
  return {};
}

std::string_view network_id(Network network) {
  constexpr std::array<std::string_view, 3> kIds{"feed-forward", "lstm-controller", "lstm"};
  return kIds[static_cast<size_t>(network)];
}

std::string network_label(Network network) {
  constexpr std::array<std::string_view, 3> kLabels{"a Turing machine with a feed-forward controller",
                                                    "a Turing machine with an LSTM as its controller", "an LSTM"};
  return std::string(kLabels[static_cast<size_t>(network)]);
}

/// The part of a recipe that all models of a task share.
Recipe make_recipe(const BitTask& task, std::string_view name, const NetworkSettings& settings) {
  Recipe recipe;
  recipe.name = name;
  recipe.task = task.name;
  recipe.make = make_learner(task, settings);
  recipe.plan.batch = kBatch;
  recipe.lesson = "neural-turing-machine";
  recipe.query = "task=" + std::string(task.name);
  recipe.summary = network_label(settings.network);
  recipe.settings = {{"network", std::string(network_id(settings.network))}, {"units", static_cast<double>(settings.units)}};
  return recipe;
}

Recipe make_machine(const BitTask& task, const Trained& row) {
  Recipe recipe = make_recipe(task, row.name, row.machine);
  recipe.steps = row.steps;
  recipe.plan.learning_rate = static_cast<Real>(row.rate);
  recipe.plan.clip = static_cast<Real>(row.clip);
  recipe.plan.seed = row.seed;
  recipe.plan.decay_from = row.falling, recipe.plan.decay_to = row.steps;
  recipe.settings.emplace_back("cells", static_cast<double>(row.machine.cells));
  recipe.settings.emplace_back("width", static_cast<double>(row.machine.width));
  recipe.recorded = {{"training_seconds", row.seconds}};
  if (row.seeds > 0) {
    recipe.recorded.emplace_back("seeds_tried", row.seeds);
    recipe.recorded.emplace_back("seeds_failed", row.failed);
  }
  recipe.requirements = required_of_machine(row);
  if (row.task == "copy-small") {
    recipe.from_scratch = {.name = "a small copy from scratch",
                           .plan = {.batch = kBatch, .learning_rate = static_cast<Real>(row.rate)},
                           .value = 0.95,
                           .seconds = 30};
    recipe.query += "&batch=" + std::to_string(kBatch) + "&learning-rate=" + rounded(row.rate, 3);
  }
  return recipe;
}

Recipe make_failure(const BitTask& task, const Trained& row) {
  Recipe recipe = make_machine(task, row);
  recipe.name = row.failure_name;
  recipe.plan.seed = row.failure_seed;
  recipe.query += "&attempt=failed";
  recipe.summary += ", from a seed with which it does not go on beyond its training";
  recipe.recorded = {{"training_seconds", row.seconds}};
  recipe.requirements = {at_most("wrong-bits-20", 0.1), {.score = "wrong-bits-50", .value = 50}};
  return recipe;
}

Recipe make_rival(const BitTask& task, const TrainedRival& rival) {
  Recipe recipe = make_recipe(task, rival.name, {.network = Network::lstm, .units = rival.units});
  recipe.steps = rival.steps;
  recipe.plan.learning_rate = static_cast<Real>(kRivalRate);
  recipe.plan.decay_from = rival.steps / 4, recipe.plan.decay_to = rival.steps;
  recipe.beside = rival.units > 64 ? "large-rival-wrong" : "rival-wrong";
  recipe.recorded = {{"training_seconds", rival.seconds}};
  recipe.requirements = required_of_rival(rival);
  return recipe;
}

/// A description of the task, and examples of both splits as they are laid out.
std::string show_task(const BitTask& task, int count) {
  std::string text = std::string(task.label) + ": " + std::string(task.help) + "\n";
  text += std::to_string(task.inputs) + " inputs, " + std::to_string(task.outputs) + " outputs; sequences of " +
          std::to_string(task.shortest) + " to " + std::to_string(task.longest) + " " + std::string(task.unit) +
          "s in training, of any length in tests.\n";
  Rng rng(1);
  for (const tasks::Split split : {tasks::Split::kTraining, tasks::Split::kHeldOut}) {
    text += split == tasks::Split::kTraining ? "\nTraining\n" : "\nHeld out\n";
    for (int i = 0; i < count; ++i) text += tasks::show(task, tasks::draw_example(task, split, {}, rng)) + "\n";
  }
  return text;
}

training::Recipes make_recipes() {
  training::Recipes out;
  for (const Trained& row : kRows) {
    const BitTask& task = *tasks::find_bit_task(row.task);
    out.tasks.push_back({task.name, task.help, [&task](int count) { return show_task(task, count); }});
    out.rows.push_back(make_machine(task, row));
    if (!row.failure_name.empty()) out.rows.push_back(make_failure(task, row));
    for (const TrainedRival& rival : row.rivals)
      if (!rival.name.empty()) out.rows.push_back(make_rival(task, rival));
  }
  return out;
}

}  // namespace

NetworkSettings machine_for(const BitTask& task) {
  const Trained* row = row_of(task);
  return row ? row->machine : NetworkSettings{};
}

training::Make make_learner(const BitTask& task, const NetworkSettings& settings) {
  return [&task, settings](const training::Plan& plan) { return std::make_unique<BitLearner>(task, settings, plan); };
}

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* shipped_machine(const BitTask& task) {
  const Trained* row = row_of(task);
  return row ? recipes().find(row->name) : nullptr;
}

const training::Recipe* shipped_failure(const BitTask& task) {
  const Trained* row = row_of(task);
  return row && !row->failure_name.empty() ? recipes().find(row->failure_name) : nullptr;
}

std::vector<const training::Recipe*> shipped_rivals(const BitTask& task) {
  std::vector<const training::Recipe*> out;
  if (const Trained* row = row_of(task))
    for (const TrainedRival& rival : row->rivals)
      if (!rival.name.empty()) out.push_back(recipes().find(rival.name));
  return out;
}

}  // namespace attn::lessons::neural_turing_machine
