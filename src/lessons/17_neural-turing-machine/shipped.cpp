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

/// A task's two models.
struct Row {
  std::string_view task;
  NetworkSettings machine = {}, rival = {.network = Network::lstm, .units = 64};
  double rate = 0, clip = 1;   ///< of the machine,
  std::uint64_t seed = 1;      ///< and of its weights and sequences
  int steps = 0, falling = 0;  ///< falling: the step from which the rate falls to nothing at the last
  int rival_steps = 0;
  int seconds = 0, rival_seconds = 0;  ///< that one core trained
  int seeds = 0, failed = 0;           ///< with which the machine was trained, and that did not reach what is required of it
  std::string_view machine_name = {}, rival_name = {};
};
constexpr std::array kRows{Row{.task = "copy",
                               .machine = {.cells = 200},
                               .rate = 0.003,
                               .clip = 0.1,
                               .steps = 6000,
                               .falling = 1500,
                               .rival_steps = 20000,
                               .seconds = 29,
                               .rival_seconds = 9,
                               .seeds = 4,
                               .failed = 2,
                               .machine_name = "copy-machine",
                               .rival_name = "copy-lstm"},
                           Row{.task = "repeat-copy",
                               .machine = {.growing = 1500},
                               .rate = 0.003,
                               .clip = 0.3,
                               .seed = 2,
                               .steps = 12000,
                               .falling = 3000,
                               .rival_steps = 8000,
                               .seconds = 55,
                               .rival_seconds = 8,
                               .seeds = 3,
                               .failed = 2,
                               .machine_name = "repeat-copy-machine",
                               .rival_name = "repeat-copy-lstm"},
                           Row{.task = "associative-recall",
                               .rate = 0.003,
                               .steps = 6000,
                               .falling = 3000,
                               .rival_steps = 12000,
                               .seconds = 13,
                               .rival_seconds = 5,
                               .seeds = 4,
                               .failed = 2,
                               .machine_name = "recall-machine",
                               .rival_name = "recall-lstm"},
                           Row{.task = "copy-small",
                               .machine = {.units = 64, .cells = 16, .width = 8},
                               .rival = {.network = Network::lstm, .units = 32},
                               .rate = 0.005,
                               .steps = 3000,
                               .falling = 750,
                               .rival_steps = 3000,
                               .seconds = 1,
                               .rival_seconds = 1,
                               .machine_name = "copy-small-machine",
                               .rival_name = "copy-small-lstm"}};

const Row* row_of(const BitTask& task) {
  for (const Row& row : kRows)
    if (row.task == task.name) return &row;
  return nullptr;
}

Requirement at_most(std::string_view score, double value) { return {.score = score, .value = value, .at_most = true}; }
/// `value` and more wrong bits of a hundred sequences fewer than the LSTM says.
Requirement fewer(const Row& row, std::string_view score, std::string_view label, double value = 1) {
  return {.score = score, .value = value, .of = Requirement::Of::kBelow, .versus = row.rival_name, .label = label};
}

std::vector<Requirement> required_of_machine(const Row& row) {
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

std::vector<Requirement> required_of_rival(const Row& row) {
  if (row.task == "copy") return {{.score = "wrong-bits-50", .value = 50}};
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

Recipe make_recipe(const BitTask& task, const Row& row, bool rival) {
  const NetworkSettings& settings = rival ? row.rival : row.machine;
  Recipe recipe;
  recipe.name = rival ? row.rival_name : row.machine_name;
  recipe.task = task.name;
  recipe.make = make_learner(task, settings);
  recipe.steps = rival ? row.rival_steps : row.steps;
  recipe.plan.batch = kBatch;
  recipe.plan.learning_rate = static_cast<Real>(rival ? kRivalRate : row.rate);
  recipe.plan.clip = static_cast<Real>(rival ? 1 : row.clip);
  recipe.plan.seed = rival ? 1 : row.seed;
  recipe.plan.decay_from = rival ? recipe.steps / 4 : row.falling;
  recipe.plan.decay_to = recipe.steps;
  recipe.lesson = "neural-turing-machine";
  recipe.query = "task=" + std::string(task.name);
  if (rival) recipe.beside = "rival-wrong";
  recipe.summary = network_label(settings.network);
  recipe.settings = {{"network", std::string(network_id(settings.network))}, {"units", static_cast<double>(settings.units)}};
  if (!rival) {
    recipe.settings.emplace_back("cells", static_cast<double>(settings.cells));
    recipe.settings.emplace_back("width", static_cast<double>(settings.width));
  }
  recipe.recorded = {{"training_seconds", rival ? row.rival_seconds : row.seconds}};
  if (!rival && row.seeds > 0) {
    recipe.recorded.emplace_back("seeds_tried", row.seeds);
    recipe.recorded.emplace_back("seeds_failed", row.failed);
  }
  recipe.requirements = rival ? required_of_rival(row) : required_of_machine(row);
  if (!rival && row.task == "copy-small") {
    recipe.from_scratch = {.name = "a small copy from scratch",
                           .plan = {.batch = kBatch, .learning_rate = static_cast<Real>(row.rate)},
                           .value = 0.95,
                           .seconds = 30};
    recipe.query += "&batch=" + std::to_string(kBatch) + "&learning-rate=" + rounded(row.rate, 3);
  }
  return recipe;
}

/// What the task is, and examples of both splits as they are laid out.
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
  for (const Row& row : kRows) {
    const BitTask& task = *tasks::find_bit_task(row.task);
    out.tasks.push_back({task.name, task.help, [&task](int count) { return show_task(task, count); }});
    out.rows.push_back(make_recipe(task, row, false));
    out.rows.push_back(make_recipe(task, row, true));
  }
  return out;
}

}  // namespace

NetworkSettings machine_for(const BitTask& task) {
  const Row* row = row_of(task);
  return row ? row->machine : NetworkSettings{};
}

NetworkSettings rival_for(const BitTask& task) {
  const Row* row = row_of(task);
  return row ? row->rival : NetworkSettings{.network = Network::lstm, .units = 64};
}

training::Make make_learner(const BitTask& task, const NetworkSettings& settings) {
  return [&task, settings](const training::Plan& plan) { return std::make_unique<BitLearner>(task, settings, plan); };
}

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* shipped_machine(const BitTask& task) {
  const Row* row = row_of(task);
  return row ? recipes().find(row->machine_name) : nullptr;
}

const training::Recipe* shipped_rival(const BitTask& task) {
  const Row* row = row_of(task);
  return row ? recipes().find(row->rival_name) : nullptr;
}

}  // namespace attn::lessons::neural_turing_machine
