#include "recipes/alignment_lesson.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "kernels/softmax.h"
#include "recipes/shipped.h"

namespace attn::recipes {
namespace {

constexpr size_t kCandidates = 5;

const tasks::PairTask& task_of(const AlignmentChoices& c) { return tasks::pair_tasks()[static_cast<size_t>(c.task)]; }

Tokens sample_of(const tasks::PairTask& task) {
  Tokens tokens;
  const std::string why = task.read(task, task.sample, &tokens);
  CHECK(why.empty(), "the sample of ", task.name, ": ", why);
  return tokens;
}

/// Whether the source was meant for the task of the last picture.
bool is_of_former_task(const AlignmentChoices& c) {
  const tasks::PairTask& former = tasks::pair_tasks()[static_cast<size_t>(c.shown_task)];
  Tokens tokens;
  return c.shown_task != c.task && former.read(former, c.source, &tokens).empty();
}

void read_source(AlignmentChoices& c) {
  const tasks::PairTask& task = task_of(c);
  Tokens tokens;
  c.refusal = task.read(task, c.source, &tokens);
  if (c.refusal.empty() && tokens.empty()) c.refusal = "There is no word yet.";
  if (c.refusal.empty() && static_cast<int>(tokens.size()) >= kMostAlignmentSteps)
    c.refusal = "At most " + std::to_string(kMostAlignmentSteps - 1) + " tokens, please.";
  if (!c.refusal.empty() && (c.source.empty() || is_of_former_task(c))) c.source = task.sample, tokens = sample_of(task), c.refusal.clear();
  if (c.refusal.empty())
    c.shown = tokens;
  else if (c.shown.empty() || c.shown_task != c.task)
    c.shown = sample_of(task);
  c.shown_task = c.task;
}

void settle_overrides(AlignmentChoices& c) {
  const auto positions = static_cast<Index>(c.shown.size()) + 1;
  Mat kept(0, positions + 1);
  if (c.overrides.cols() == positions + 1)
    for (Index e = 0; e < c.overrides.rows(); ++e) {
      const Mat weights = c.overrides.block(e, 1, 1, positions).cwiseMax(Real(0));
      const auto step = static_cast<int>(std::round(c.overrides(e, 0)));
      if (step < 1 || step > kMostAlignmentSteps || !(weights.sum() > Real(1e-3))) continue;
      const Real sum = weights.sum();
      set_override(&kept, step, std::abs(sum - 1) < Real(1e-4) ? weights : Mat(weights / sum));
    }
  c.overrides = kept.rows() > 0 ? kept : Mat(0, 2);
}

std::vector<models::AlignmentOverride> overrides_of(const AlignmentChoices& c) {
  std::vector<models::AlignmentOverride> all;
  for (Index e = 0; e < c.overrides.rows(); ++e)
    all.push_back({static_cast<int>(c.overrides(e, 0)) - 1, c.overrides.block(e, 1, 1, c.overrides.cols() - 1)});
  return all;
}

std::string shown_name(const tasks::Vocabulary& words, int token) {
  return token == kEndToken ? "end" : token == kStartToken ? "start" : words.name(token);
}

std::vector<std::string> names(const tasks::Vocabulary& words, const Tokens& tokens) {
  std::vector<std::string> all;
  for (const int token : tokens) all.push_back(shown_name(words, token));
  return all;
}

Tokens said(const models::Translation& translation) {
  Tokens tokens;
  for (const models::DecoderStep& step : translation.steps) tokens.push_back(step.token);
  return tokens;
}

void translate_source(const AlignmentChoices& c, const models::Seq2Seq& model, AlignmentView* v) {
  const tasks::Vocabulary& words = v->task->target;
  models::TranslateOptions options;
  options.max_length = std::min(kMostAlignmentSteps, 2 * static_cast<int>(c.shown.size()) + 6);
  options.overrides = overrides_of(c);
  v->translation = models::translate(model, c.shown, options);
  const Tokens tokens = said(v->translation);
  v->source = names(v->task->source, v->translation.encoding.tokens);
  v->output = names(words, tokens);
  for (const models::DecoderStep& step : v->translation.steps) v->input.push_back(shown_name(words, step.input));
  v->former.resize(tokens.size()), v->overridden.resize(tokens.size());
  for (const models::AlignmentOverride& o : options.overrides)
    if (o.step < static_cast<int>(tokens.size())) v->overridden[static_cast<size_t>(o.step)] = true;
  if (options.overrides.empty()) return;
  options.overrides.clear();
  const Tokens own = said(models::translate(model, c.shown, options));
  for (size_t i = 0; i < tokens.size(); ++i)
    if (i >= own.size() || own[i] != tokens[i]) v->former[i] = i < own.size() ? shown_name(words, own[i]) : "nothing";
}

void look_at_step(const AlignmentChoices& c, const models::Seq2Seq& model, AlignmentView* v) {
  const auto& steps = v->translation.steps;
  const auto& encoding = v->translation.encoding;
  v->weights = v->translation.alignment();
  v->step = std::clamp(c.row, 1, static_cast<int>(steps.size())) - 1;
  const models::DecoderStep& now = steps[static_cast<size_t>(v->step)];
  const Mat& last = v->step > 0 ? steps[static_cast<size_t>(v->step) - 1].state : encoding.bridge;
  v->before = last.bottomRows(1);
  v->weighted = now.weights.row(0).transpose().asDiagonal() * encoding.annotations;
  v->score_terms = models::score_terms(model, encoding, now);
  v->scores = v->score_terms.left.cwiseProduct(v->score_terms.right).rowwise().sum().transpose();
  v->softmax = kernels::softmax_rows(v->scores);
  if (c.reach == models::AlignmentReach::local_p) v->centre_terms = models::centre_terms(model, now);
  v->centres.resize(static_cast<Index>(steps.size()), 1);
  for (size_t i = 0; i < steps.size(); ++i) {
    Real mean = 0;
    for (Index j = 0; j < steps[i].weights.cols(); ++j) mean += steps[i].weights(0, j) * static_cast<Real>(j);
    v->centres(static_cast<Index>(i), 0) = c.reach == models::AlignmentReach::global ? mean : steps[i].centre;
  }
  v->candidates.resize(static_cast<size_t>(now.probabilities.cols()));
  std::iota(v->candidates.begin(), v->candidates.end(), 0);
  const size_t count = std::min(kCandidates, v->candidates.size());
  std::partial_sort(v->candidates.begin(), v->candidates.begin() + static_cast<std::ptrdiff_t>(count), v->candidates.end(),
                    [&now](int a, int b) { return now.probabilities(0, a) > now.probabilities(0, b); });
  v->candidates.resize(count);
}

}  // namespace

void settle(AlignmentChoices& choices) {
  read_source(choices);
  if (choices.timing == models::AlignmentTiming::previous) choices.input_feeding = false;
  settle_overrides(choices);
}

void take_design(AlignmentChoices& c, bool previous) {
  c.timing = previous ? models::AlignmentTiming::previous : models::AlignmentTiming::current;
  if (previous)
    c.score = AlignmentChoices::Score::additive, c.reach = models::AlignmentReach::global;
  else if (c.score == AlignmentChoices::Score::additive)
    c.score = AlignmentChoices::Score::general;
}

TranslationSetup setup_of(const AlignmentChoices& c) {
  TranslationSetup setup;
  setup.task = task_of(c).name;
  if (const ShippedModel* row = find_shipped(std::string(setup.task) + "-additive")) setup.settings = row->settings;
  models::Seq2SeqSettings& s = setup.settings;
  s.score = static_cast<models::AlignmentScore>(static_cast<int>(c.score) + static_cast<int>(models::AlignmentScore::additive));
  s.timing = c.timing;
  s.input_feeding = c.input_feeding;
  s.reach = c.reach;
  s.window = c.reach == models::AlignmentReach::global ? models::Seq2SeqSettings().window : c.window;
  s.bidirectional = c.bidirectional;
  setup.learning_rate = c.learning_rate, setup.seed = c.seed;
  setup.shipped = c.weights == TrainingChoices::Weights::shipped;
  return setup;
}

std::string rival_name(const AlignmentChoices& c) {
  const std::string name = std::string(task_of(c).name) + "-none";
  return find_shipped(name) ? name : std::string();
}

AlignmentView view(const AlignmentChoices& c, const TranslationState& state) {
  AlignmentView v;
  v.task = &task_of(c);
  v.refusal = c.refusal;
  v.shipped = has_weights(setup_of(c));
  translate_source(c, state.translator.model(), &v);
  look_at_step(c, state.translator.model(), &v);
  v.numbers = numbers_of(state);
  v.trained = v.numbers.loaded || v.numbers.steps > 0;
  v.solved = v.task->solve(*v.task, c.shown, &v.answer);
  v.right = v.solved && v.answer.target == v.translation.tokens();
  return v;
}

void set_override(Mat* overrides, int step, In row) {
  CHECK(row.rows() == 1, "set_override: ", row.rows(), " rows");
  if (overrides->cols() != row.cols() + 1) *overrides = Mat(0, row.cols() + 1);
  Index at = overrides->rows();
  for (Index e = 0; e < overrides->rows(); ++e)
    if (static_cast<int>((*overrides)(e, 0)) == step) at = e;
  if (at == overrides->rows()) overrides->conservativeResize(at + 1, Eigen::NoChange);
  (*overrides)(at, 0) = static_cast<Real>(step);
  overrides->block(at, 1, 1, row.cols()) = row;
}

}  // namespace attn::recipes
