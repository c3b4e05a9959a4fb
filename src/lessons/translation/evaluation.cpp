#include "lessons/translation/evaluation.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <map>

#include "lessons/translation/shipped.h"

namespace attn::lessons::translation {
namespace {

constexpr double kReported = std::numeric_limits<double>::quiet_NaN();
constexpr double kScratchSeconds = 60, kScratchAccuracy = 0.95;

/// What was measured of one shipped model.
struct Measured {
  double exact = 0;    ///< on examples as training draws them
  double beyond = 0;   ///< on sources longer than training saw; NaN where the task has none
  double aligned = 0;  ///< NaN without attention
};

std::string lengths(const tasks::PairTask& task) {
  return ", lengths " + std::to_string(task.shortest) + " to " + std::to_string(task.longest);
}

/// The least held-out accuracy that the course promises of a model.
double required_accuracy(const ShippedModel& row) {
  if (row.settings.score == models::AlignmentScore::none) return kReported;
  return row.task == "dates" ? 0.99 : row.task == "grammar" ? 0.98 : kReported;
}
/// Likewise of the alignment.
double required_alignment(const ShippedModel& row) { return row.name == "grammar-additive" ? 0.95 : kReported; }

EvaluationRow result(std::string name, std::string metric, double value, double required) {
  EvaluationRow out;
  out.name = std::move(name);
  out.metric = std::move(metric);
  out.value = value;
  out.required = required;
  out.passed = std::isnan(required) || value >= required;
  return out;
}

/// A difference of two accuracies, in points of a hundred.
EvaluationRow points(std::string name, std::string metric, double difference, double required) {
  EvaluationRow out = result(std::move(name), std::move(metric), 100 * difference, required);
  out.percent = false;
  return out;
}

EvaluationRow failure(std::string name, std::string problem) {
  EvaluationRow out = result(std::move(name), "weights", kReported, 0);
  out.passed = false;
  out.problem = std::move(problem);
  return out;
}

Measured measured(const models::Seq2Seq& model, const tasks::PairTask& task, const EvaluationOptions& options) {
  const LengthStudy::Point drawn = measure(model, task, options.examples);
  Measured out;
  out.exact = drawn.accuracy();
  out.aligned = drawn.content ? static_cast<double>(drawn.aligned) / drawn.content : kReported;
  out.beyond = kReported;
  if (task.longest_tested <= task.longest) return out;
  LengthStudy study(task, task.longest + 1, task.longest_tested, options.each);
  while (study.advance(model)) {
  }
  out.beyond = study.total(task.longest + 1, task.longest_tested).accuracy();
  return out;
}

void add_rows(const ShippedModel& row, const Measured& m, const tasks::PairTask& task, std::vector<EvaluationRow>* rows) {
  const std::string name(row.name);
  rows->push_back(result(name, "exact match" + lengths(task), m.exact, required_accuracy(row)));
  if (!std::isnan(m.beyond))
    rows->push_back(result(name, "exact match, lengths " + std::to_string(task.longest + 1) + " to " + std::to_string(task.longest_tested),
                           m.beyond, kReported));
  if (!std::isnan(m.aligned)) rows->push_back(result(name, "largest weight on the right word", m.aligned, required_alignment(row)));
}

/// Results that compare two models; nothing where one of them could not be measured.
void add_comparisons(const std::map<std::string, Measured, std::less<>>& all, std::vector<EvaluationRow>* rows) {
  const auto find = [&](std::string_view name) {
    const auto found = all.find(name);
    return found == all.end() ? nullptr : &found->second;
  };
  const Measured *with = find("grammar-additive"), *local = find("grammar-local-p"), *global = find("grammar-general-feeding");
  for (const std::string_view name : {"grammar-none", "grammar-none-reversed"})
    if (const Measured* without = find(name); with && without)
      rows->push_back(
          points("grammar-additive", "points above " + std::string(name) + " on longer sources", with->beyond - without->beyond, 30));
  if (!local || !global) return;
  EvaluationRow below = points("grammar-local-p", "points below grammar-general-feeding", global->exact - local->exact, 3);
  below.at_most = true;
  below.passed = below.value <= below.required;
  rows->push_back(below);
}

/// Trains the reversal from its first weights until it passes, as a reader would.
EvaluationRow from_scratch() {
  const tasks::PairTask& task = *tasks::find_pair_task("reversal");
  const ShippedModel& row = *find_shipped("reversal-additive");
  TrainingPlan plan;
  plan.seed = 7;
  Translator translator(task, row.settings, plan);
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  double accuracy = 0;
  while (seconds() < kScratchSeconds && accuracy < kScratchAccuracy) {
    for (int i = 0; i < 25; ++i) translator.step();
    accuracy = measure(translator.model(), task, 200).accuracy();
  }
  EvaluationRow out = result("reversal from scratch", "seconds to 95 % exact match", seconds(), kScratchSeconds);
  out.percent = false;
  out.at_most = true;
  out.passed = accuracy >= kScratchAccuracy && out.value <= kScratchSeconds;
  return out;
}

}  // namespace

std::vector<EvaluationRow> evaluate(const std::function<std::string(std::string_view name)>& read, const EvaluationOptions& options) {
  std::vector<EvaluationRow> rows;
  std::map<std::string, Measured, std::less<>> all;
  double done = 0;
  for (const ShippedModel& row : shipped_models()) {
    const tasks::PairTask& task = *tasks::find_pair_task(row.task);
    Translator translator(task, row.settings, row.plan);
    const std::string bytes = read(row.name);
    const std::string why = bytes.empty() ? "there is no such file" : translator.load(bytes);
    if (why.empty()) {
      const Measured m = measured(translator.model(), task, options);
      add_rows(row, m, task, &rows);
      all.emplace(row.name, m);
    } else {
      rows.push_back(failure(std::string(row.name), why));
    }
    if (options.progress) options.progress(++done / static_cast<double>(shipped_models().size()), std::string(row.name));
  }
  add_comparisons(all, &rows);
  if (options.from_scratch) rows.push_back(from_scratch());
  return rows;
}

}  // namespace attn::lessons::translation
