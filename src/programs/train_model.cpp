#include "programs/train_model.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>

#include "programs/files.h"
#include "programs/train_progress.h"
#include "training/models.h"
#include "training/team.h"
#include "training/threads.h"

namespace attn::programs {
namespace {

constexpr int kMeasurements = 20;       ///< how often the model is measured during training
constexpr int kMeasuredOnTheWay = 100;  ///< the examples of each of these measurements

constexpr double kReportMs = 100;

volatile std::sig_atomic_t interrupt = 0;

void take_interrupt(int signal) {
  interrupt = 1;
  std::signal(signal, SIG_DFL);
}

int complain(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return kFailed;
}

training::Threads team_of(const training::Recipe& recipe, const training::Plan& plan, int threads) {
  std::vector<std::unique_ptr<training::Model>> models;
  for (int i = 0; i < std::max(1, threads); ++i) models.push_back(std::make_unique<training::Models>(recipe.make, plan));
  return training::Threads(std::move(models));
}

/// Writes unfinished weights, if a file is named and a step was taken.
int end_interrupted(const training::Recipe& recipe, int steps, const std::string& file, const std::string& weights) {
  const bool write = !file.empty() && steps > 0;
  if (write)
    if (const std::string error = write_file(file, weights); !error.empty()) return complain(error);
  const std::string kept = write ? "the weights are in " + file : "nothing is written of it";
  std::printf("Interrupted at step %d of %d of %s; %s.\n", steps, recipe.steps, std::string(recipe.name).c_str(), kept.c_str());
  return kInterrupted;
}

}  // namespace

void catch_interrupts() { std::signal(SIGINT, take_interrupt); }
bool interrupted() { return interrupt; }

std::string measured_text(const std::vector<training::Score>& scores, const training::Wording& wording, int examples) {
  std::string text;
  for (const training::Score& score : scores) {
    const bool first = text.empty();
    text += (first ? "" : ", ") + score.label + " " + score_text(score);
    if (first) text += " (held-out, " + std::to_string(examples) + " " + std::string(wording.example) + "s)";
  }
  return text;
}

int train_model(const training::Recipe& recipe, const std::string& file, bool keep_partial, int threads) {
  if (const std::string error = check_writable(file); !error.empty()) return complain(error);
  const std::string name(recipe.name);
  training::Plan plan = recipe.plan;
  if (threads > 0) plan.shards = training::kTeamShards;
  training::Models model(recipe.make, plan);
  training::Trainer& trainer = model.trainer;
  Progress progress(name, recipe.steps);
  training::Threads team = team_of(recipe, plan, threads);
  const int every = std::max(1, recipe.steps / kMeasurements);
  team.begin(training::write_order(model, {.steps = recipe.steps}));
  int measured_at = 0;
  while (trainer.steps() < recipe.steps && !interrupted()) {
    if (const std::string report = team.report(kReportMs); report.empty() || !training::take_report(model, report, 0)) continue;
    if (trainer.diverged()) return complain("\nThe training diverged at step " + std::to_string(trainer.steps()) + "; nothing is written.");
    if (trainer.steps() / every != measured_at / every) {
      progress.set_held_out(score_text(trainer.trainee().measure(kMeasuredOnTheWay).front()));
      measured_at = trainer.steps();
    }
    progress.step(trainer.steps(), trainer.loss());
  }
  progress.finish();

  const std::string weights = trainer.save(true);
  if (interrupted()) return end_interrupted(recipe, trainer.steps(), keep_partial ? file : "", weights);
  if (const std::string error = write_file(file, weights); !error.empty()) return complain(error);
  // The weights that are measured are those that were written, with 16 bits a number.
  if (const std::string error = trainer.load(weights); !error.empty()) return complain(error);
  const training::Trainee& trainee = trainer.trainee();
  const std::string measured = measured_text(trainee.measure(kMeasured), trainee.wording(), trainee.held_out(kMeasured));
  std::printf("%s: %s; %zu bytes in %s\n", name.c_str(), measured.c_str(), weights.size(), file.c_str());
  return kDone;
}

}  // namespace attn::programs
