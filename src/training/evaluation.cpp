#include "training/evaluation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>

#include "base/text.h"
#include "training/trainer.h"

namespace attn::training {
namespace {

using Scores = std::vector<Score>;
using Of = Requirement::Of;

constexpr double kReported = std::numeric_limits<double>::quiet_NaN();
constexpr int kScratchExamples = 200, kScratchSteps = 25;  ///< held-out examples of a measurement, and steps between two

const Score* find(const Scores& scores, std::string_view name) {
  const auto found = std::find_if(scores.begin(), scores.end(), [name](const Score& score) { return score.name == name; });
  return found == scores.end() ? nullptr : &*found;
}

EvaluationRow row_of(const Recipe& recipe, std::string metric, double value) {
  EvaluationRow row;
  row.name = std::string(recipe.name);
  row.metric = std::move(metric);
  row.value = value;
  row.required = kReported;
  return row;
}

void require(EvaluationRow* row, double value, bool at_most) {
  row->required = value;
  row->at_most = at_most;
  row->passed = at_most ? row->value <= value : row->value >= value;
}

void add_scores(const Recipe& recipe, const Scores& scores, std::vector<EvaluationRow>* rows) {
  for (const Score& score : scores) {
    EvaluationRow row = row_of(recipe, score.label, score.value);
    row.score = score.name;
    row.percent = score.percent;
    for (const Requirement& requirement : recipe.requirements)
      if (requirement.of == Of::kValue && requirement.score == score.name) require(&row, requirement.value, requirement.at_most);
    rows->push_back(std::move(row));
  }
}

void add_comparisons(const Recipe& recipe, const std::map<std::string_view, Scores>& all, std::vector<EvaluationRow>* rows) {
  const auto score = [&all](std::string_view name, std::string_view of) {
    const auto found = all.find(name);
    return found == all.end() ? nullptr : find(found->second, of);
  };
  for (const Requirement& requirement : recipe.requirements) {
    if (requirement.of == Of::kValue) continue;
    const Score *own = score(recipe.name, requirement.score), *other = score(requirement.versus, requirement.score);
    if (!own || !other) continue;
    const bool below = requirement.of == Of::kBelow;
    EvaluationRow row =
        row_of(recipe, std::string(requirement.label), 100 * (below ? other->value - own->value : own->value - other->value));
    row.score = std::string(requirement.score);
    row.versus = std::string(requirement.versus);
    row.percent = false;
    row.below = below;
    require(&row, requirement.value, requirement.at_most);
    rows->push_back(std::move(row));
  }
}

EvaluationRow failure(const Recipe& recipe, std::string problem) {
  EvaluationRow row = row_of(recipe, "weights", kReported);
  row.required = 0;
  row.passed = false;
  row.problem = std::move(problem);
  return row;
}

/// Trains from random weights, as a reader would, until the score is reached or the time is over.
EvaluationRow from_scratch(const Recipe& recipe) {
  const FromScratch& wanted = *recipe.from_scratch;
  Trainer trainer(recipe.make, wanted.plan);
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Score reached;
  while (seconds() < wanted.seconds && reached.value < wanted.value) {
    for (int i = 0; i < kScratchSteps; ++i) trainer.step();
    reached = trainer.trainee().measure(kScratchExamples).front();
  }
  EvaluationRow row = row_of(recipe, "seconds to " + fixed(100 * wanted.value, 0) + " % " + reached.label, seconds());
  row.name = std::string(wanted.name);
  row.score = reached.name;
  row.percent = false;
  row.lesson = std::string(recipe.lesson);
  row.query = recipe.query + "&weights=seed";
  row.reach = wanted.value;
  require(&row, wanted.seconds, true);
  row.passed = row.passed && reached.value >= wanted.value;
  return row;
}

}  // namespace

std::vector<EvaluationRow> evaluate(const Recipes& recipes, const std::function<std::string(std::string_view name)>& read,
                                    const EvaluationOptions& options) {
  std::vector<EvaluationRow> rows;
  std::map<std::string_view, Scores> all;
  double done = 0;
  for (const Recipe& recipe : recipes.rows) {
    Trainer trainer(recipe.make, recipe.plan);
    const std::string bytes = read(recipe.name);
    const std::string why = bytes.empty() ? "there is no such file" : trainer.load(bytes);
    if (why.empty()) {
      const Scores& scores = all[recipe.name] = trainer.trainee().evaluate(options.effort);
      add_scores(recipe, scores, &rows);
    } else {
      rows.push_back(failure(recipe, why));
    }
    if (options.progress) options.progress(++done / static_cast<double>(recipes.rows.size()), std::string(recipe.name));
  }
  for (const Recipe& recipe : recipes.rows) add_comparisons(recipe, all, &rows);
  for (const Recipe& recipe : recipes.rows)
    if (options.from_scratch && recipe.from_scratch) rows.push_back(from_scratch(recipe));
  return rows;
}

}  // namespace attn::training
