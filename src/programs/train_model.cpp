#include "programs/train_model.h"

#include <algorithm>
#include <csignal>
#include <cstdio>

#include "base/check.h"
#include "programs/files.h"
#include "programs/train_progress.h"

namespace attn::programs {
namespace {

constexpr int kMeasurements = 20;       ///< while training
constexpr int kMeasuredOnTheWay = 100;  ///< examples each

volatile std::sig_atomic_t interrupt = 0;

void take_interrupt(int signal) {
  interrupt = 1;
  std::signal(signal, SIG_DFL);
}

int complain(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return kFailed;
}

/// Writes unfinished weights, where a file is named and a step was made.
int end_interrupted(const lessons::translation::ShippedModel& row, int steps, const std::string& file, const std::string& weights) {
  const bool write = !file.empty() && steps > 0;
  if (write)
    if (const std::string error = write_file(file, weights); !error.empty()) return complain(error);
  const std::string kept = write ? "the weights are in " + file : "nothing is written of it";
  std::printf("Interrupted at step %d of %d of %s; %s.\n", steps, row.steps, std::string(row.name).c_str(), kept.c_str());
  return kInterrupted;
}

}  // namespace

void catch_interrupts() { std::signal(SIGINT, take_interrupt); }
bool interrupted() { return interrupt; }

lessons::translation::ShippedModel with_steps(lessons::translation::ShippedModel row, int steps) {
  const double stretch = static_cast<double>(steps) / row.steps;
  row.plan.decay_from = static_cast<int>(row.plan.decay_from * stretch);
  row.plan.decay_to = static_cast<int>(row.plan.decay_to * stretch);
  row.steps = steps;
  return row;
}

std::string measured_text(const lessons::translation::LengthStudy::Point& point) {
  std::string text = "exact match " + percent_text(point.accuracy()) + " (held-out, " + std::to_string(point.total) + " sources)";
  if (point.content) text += ", largest weight on the right word " + percent_text(static_cast<double>(point.aligned) / point.content);
  return text;
}

int train_model(const lessons::translation::ShippedModel& row, const std::string& file, bool keep_partial) {
  if (const std::string error = check_writable(file); !error.empty()) return complain(error);
  const tasks::PairTask* task = tasks::find_pair_task(row.task);
  CHECK(task, "train_model: no task ", row.task);
  lessons::translation::Translator translator(*task, row.settings, row.plan);
  Progress progress(std::string(row.name), row.steps);
  const int every = std::max(1, row.steps / kMeasurements);
  while (translator.steps() < row.steps && !interrupted()) {
    translator.step();
    if (translator.diverged())
      return complain("\nThe training diverged at step " + std::to_string(translator.steps()) + "; nothing is written.");
    if (translator.steps() % every == 0)
      progress.set_held_out(lessons::translation::measure(translator.model(), *task, kMeasuredOnTheWay).accuracy());
    progress.step(translator.steps(), translator.loss());
  }
  progress.finish();

  const std::string weights = translator.save(true);
  if (interrupted()) return end_interrupted(row, translator.steps(), keep_partial ? file : "", weights);
  if (const std::string error = write_file(file, weights); !error.empty()) return complain(error);
  // What was written is what is measured: 16 bits a number.
  if (const std::string error = translator.load(weights); !error.empty()) return complain(error);
  const auto point = lessons::translation::measure(translator.model(), *task, kMeasured);
  std::printf("%s: %s; %zu bytes in %s\n", std::string(row.name).c_str(), measured_text(point).c_str(), weights.size(), file.c_str());
  return kDone;
}

}  // namespace attn::programs
