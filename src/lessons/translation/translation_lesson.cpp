#include "lessons/translation/translation_lesson.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.h"
#include "base/text.h"
#include "lessons/translation/shipped.h"

namespace attn::lessons::translation {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

const tasks::PairTask& task_of(std::string_view name) {
  const tasks::PairTask* task = tasks::find_pair_task(name);
  CHECK(task != nullptr, "no task ", name);
  return *task;
}

const ShippedModel* shipped(const TranslationSetup& setup) {
  models::Seq2SeqSettings settings = setup.settings;
  settings.source_words = settings.target_words = 0;  // a row leaves them to its task
  return find_shipped(setup.task, settings);
}

LengthStudy study_of(const tasks::PairTask& task) { return {task, task.shortest, task.longest_tested, kStudyExamples}; }

int longest_trained(const Translator& translator) {
  return translator.plan().longest > 0 ? translator.plan().longest : translator.task().longest;
}

}  // namespace

TrainingPlan live_plan(const TranslationSetup& setup) {
  TrainingPlan plan;
  plan.learning_rate = setup.learning_rate;
  plan.seed = static_cast<std::uint64_t>(setup.seed);
  return plan;
}

std::shared_ptr<TranslationState> start(const TranslationSetup& setup) {
  const tasks::PairTask& task = task_of(setup.task);
  return std::shared_ptr<TranslationState>(
      new TranslationState{Translator(task, setup.settings, live_plan(setup)), study_of(task), 0, false, {}, nullptr});
}

bool has_weights(const TranslationSetup& setup) { return shipped(setup) != nullptr; }

std::string weights_name(const TranslationSetup& setup) {
  const ShippedModel* row = setup.shipped ? shipped(setup) : nullptr;
  return row ? std::string(row->name) : std::string();
}

std::string load(TranslationState& state, std::string_view bytes) {
  const std::string why = state.translator.load(bytes);
  if (!why.empty()) return why;
  state.loaded = true;
  state.checks.clear();
  state.study.restart();
  state.study_steps = state.translator.steps();
  return {};
}

std::string load_rival(TranslationState& state, std::string_view name, std::string_view bytes) {
  const ShippedModel* row = find_shipped(name);
  if (!row) return "There is no shipped model called " + std::string(name) + ".";
  const tasks::PairTask& task = task_of(row->task);
  std::unique_ptr<TranslationRival> rival(
      new TranslationRival{std::string(name), Translator(task, row->settings, row->plan), study_of(task)});
  const std::string why = rival->translator.load(bytes);
  if (why.empty()) state.rival = std::move(rival);
  return why;
}

void step(TranslationState& state) {
  state.translator.step();
  const int steps = state.translator.steps();
  if (steps % kCheckEvery != 0 || state.translator.diverged() || (!state.checks.empty() && state.checks.back().step == steps)) return;
  state.checks.push_back({steps, measure(state.translator.model(), state.translator.task(), kCheckExamples).accuracy()});
}

bool measure(TranslationState& state) {
  if (state.translator.diverged()) return false;
  if (state.study_steps != state.translator.steps()) {
    state.study.restart();
    state.study_steps = state.translator.steps();
  }
  if (!state.study.finished()) {
    state.study.advance(state.translator.model());
  } else if (state.rival && !state.rival->study.finished()) {
    state.rival->study.advance(state.rival->translator.model());
  }
  return !state.study.finished() || (state.rival && !state.rival->study.finished());
}

bool converged(const TranslationState& state) {
  const auto& checks = state.checks;
  return checks.size() >= 3 && std::all_of(checks.end() - 3, checks.end(), [](const HeldOutCheck& c) { return c.accuracy == 1; });
}

std::string divergence(const TranslationState& state) {
  if (!state.translator.diverged()) return {};
  const std::vector<float>& losses = state.translator.losses();
  const double last = losses.empty() ? kUnknown : static_cast<double>(losses.back());
  const std::string end = std::isfinite(last) ? "stands at " + rounded(last, 3) : std::string("is not a number any more");
  return "Training diverged: after step " + std::to_string(state.translator.steps()) + " the loss " + end + ". At a learning rate of " +
         rounded(static_cast<double>(state.translator.plan().learning_rate), 3) +
         " each step throws the weights further than the slope reaches. Set a smaller rate, such as 0.003, and begin again.";
}

bool measured(const TranslationState& state) { return state.study.finished() && state.study_steps == state.translator.steps(); }

std::vector<std::pair<std::string, double>> metrics(const TranslationState& state) {
  const Translator& translator = state.translator;
  std::vector<std::pair<std::string, double>> out{{"step", translator.steps()}, {"loss", static_cast<double>(translator.loss())}};
  if (!translator.gradient_norms().empty()) out.emplace_back("gradient-norm", static_cast<double>(translator.gradient_norms().back()));
  if (!state.checks.empty()) out.emplace_back("held-out", state.checks.back().accuracy);
  if (!measured(state)) return out;
  const LengthStudy::Point within = within_training(state, state.study), beyond = beyond_training(state, state.study);
  if (within.total > 0) out.emplace_back("exact-match", within.accuracy());
  if (beyond.total > 0) out.emplace_back("exact-match-long", beyond.accuracy());
  return out;
}

AccuracyTable accuracy_table(const LengthStudy& study, bool measured) {
  const auto k = static_cast<Index>(study.points().size());
  AccuracyTable table{Mat(k, 1), Mat(k, 1), Mat(k, 1)};
  for (Index i = 0; i < k; ++i) {
    const LengthStudy::Point& point = study.points()[static_cast<size_t>(i)];
    table.lengths(i, 0) = static_cast<Real>(point.length);
    table.accuracy(i, 0) = static_cast<Real>(measured && point.total > 0 ? point.accuracy() : kUnknown);
    table.totals(i, 0) = static_cast<Real>(measured ? point.total : 0);
  }
  return table;
}

Mat thinned(const std::vector<float>& per_step, int most) {
  const auto s = static_cast<Index>(per_step.size()), k = std::min<Index>(s, most);
  Mat out(k, 2);
  for (Index i = 0; i < k; ++i) {
    const Index end = (i + 1) * s / k, first = std::max<Index>(0, end - kRecentSteps);
    const double sum = std::accumulate(per_step.begin() + first, per_step.begin() + end, 0.0);
    out(i, 0) = static_cast<Real>(end);
    out(i, 1) = static_cast<Real>(sum / static_cast<double>(end - first));
  }
  return out;
}

Mat check_table(const std::vector<HeldOutCheck>& checks) {
  Mat out(static_cast<Index>(checks.size()), 2);
  for (Index i = 0; i < out.rows(); ++i) {
    out(i, 0) = static_cast<Real>(checks[static_cast<size_t>(i)].step);
    out(i, 1) = static_cast<Real>(checks[static_cast<size_t>(i)].accuracy);
  }
  return out;
}

LengthStudy::Point within_training(const TranslationState& state, const LengthStudy& study) {
  return study.total(state.translator.task().shortest, longest_trained(state.translator));
}

LengthStudy::Point beyond_training(const TranslationState& state, const LengthStudy& study) {
  return study.total(longest_trained(state.translator) + 1, state.translator.task().longest_tested);
}

std::string provenance(const TranslationState& state) {
  const int steps = state.translator.steps();
  const std::string count = std::to_string(steps) + (steps == 1 ? " step" : " steps");
  if (state.loaded) return steps == 0 ? "shipped weights" : "shipped weights, " + count + " on";
  return "from the seed, " + count;
}

TranslationNumbers numbers_of(const TranslationState& state) {
  const Translator& translator = state.translator;
  TranslationNumbers out;
  out.measured = measured(state);
  out.accuracy = accuracy_table(state.study, out.measured);
  if (out.measured) out.within = within_training(state, state.study), out.beyond = beyond_training(state, state.study);
  out.rival = {Mat(0, 1), Mat(0, 1), Mat(0, 1)};
  if (state.rival) {
    const LengthStudy& study = state.rival->study;
    out.rival_name = state.rival->name;
    out.rival_measured = study.finished();
    out.rival = accuracy_table(study, out.rival_measured);
    if (out.rival_measured) out.rival_within = within_training(state, study), out.rival_beyond = beyond_training(state, study);
  }
  out.losses = thinned(translator.losses());
  out.gradient_norms = thinned(translator.gradient_norms());
  out.checks = check_table(state.checks);
  out.guessing = std::log(translator.task().target.size() - kFirstToken + 1);  // every word of the task, and the end token
  out.clip = static_cast<double>(translator.plan().clip);
  out.steps = translator.steps();
  out.loaded = state.loaded;
  out.shortest = translator.task().shortest, out.longest = longest_trained(translator);
  out.provenance = provenance(state);
  out.divergence = divergence(state);
  return out;
}

std::string study_note(const TranslationNumbers& numbers) {
  const int total = numbers.within.total + numbers.beyond.total;
  return (numbers.measured ? std::to_string(total) + " held-out sources, " : "measured when training pauses; ") + numbers.provenance;
}

}  // namespace attn::lessons::translation
