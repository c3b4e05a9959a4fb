#include "lessons/07_alignment/study.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/softmax.h"
#include "lessons/translation/changed_words.h"

namespace attn::lessons::alignment {
namespace {

constexpr size_t kCandidates = 5;

using models::AlignmentReach;

std::vector<models::AlignmentOverride> overrides_of(const Params& p) {
  std::vector<models::AlignmentOverride> all;
  for (Index e = 0; e < p.overrides.rows(); ++e)
    all.push_back({static_cast<int>(p.overrides(e, 0)) - 1, p.overrides.block(e, 1, 1, p.overrides.cols() - 1)});
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

std::vector<std::string> said(const tasks::Vocabulary& words, const models::Translation& translation) {
  std::vector<std::string> all;
  for (const models::DecoderStep& step : translation.steps) all.push_back(shown_name(words, step.token));
  return all;
}

void translate_source(const Params& p, const models::Seq2Seq& model, autodiff::MakeEngine engine, Result* r) {
  const tasks::Vocabulary& words = r->task->target;
  models::TranslateOptions options;
  options.engine = engine;
  options.max_length = std::min(kMostAlignmentSteps, 2 * static_cast<int>(p.shown.size()) + 6);
  options.overrides = overrides_of(p);
  r->translation = models::translate(model, p.shown, options);
  r->sentence.source = names(r->task->source, r->translation.encoding.tokens);
  r->sentence.output = r->sentence.alone = said(words, r->translation);
  for (const models::DecoderStep& step : r->translation.steps) r->sentence.input.push_back(shown_name(words, step.input));
  r->sentence.overridden.resize(r->sentence.output.size());
  for (const models::AlignmentOverride& o : options.overrides)
    if (o.step < static_cast<int>(r->sentence.output.size())) r->sentence.overridden[static_cast<size_t>(o.step)] = true;
  if (!options.overrides.empty()) {
    options.overrides.clear();
    r->sentence.alone = said(words, models::translate(model, p.shown, options));
  }
  translation::ChangedWords changed = translation::changed_words(r->sentence.output, r->sentence.alone);
  r->sentence.changed = changed.count, r->sentence.former = std::move(changed.former);
}

void look_at_step(const Params& p, const models::Seq2Seq& model, Result* r) {
  const auto& steps = r->translation.steps;
  const auto& encoding = r->translation.encoding;
  r->weights = r->translation.alignment();
  r->step = std::clamp(p.row, 1, static_cast<int>(steps.size())) - 1;
  const models::DecoderStep& now = step_of(*r);
  const Mat& last = r->step > 0 ? steps[static_cast<size_t>(r->step) - 1].state : encoding.bridge;
  r->at.before = last.bottomRows(1);
  r->at.state = now.state.bottomRows(1);
  r->at.weighted = now.weights.row(0).transpose().asDiagonal() * encoding.annotations;
  r->at.score_terms = models::score_terms(model, encoding, now);
  r->at.scores = r->at.score_terms.left.cwiseProduct(r->at.score_terms.right).rowwise().sum().transpose();
  r->at.softmax = kernels::softmax_rows(r->at.scores);
  if (p.model.reach == AlignmentReach::local_p) r->at.centre_terms = models::centre_terms(model, now);
  r->centres.resize(static_cast<Index>(steps.size()), 1);
  for (size_t i = 0; i < steps.size(); ++i) {
    Real mean = 0;
    for (Index j = 0; j < steps[i].weights.cols(); ++j) mean += steps[i].weights(0, j) * static_cast<Real>(j);
    r->centres(static_cast<Index>(i), 0) = p.model.reach == AlignmentReach::global ? mean : steps[i].centre;
  }
  r->at.candidates.resize(static_cast<size_t>(now.probabilities.cols()));
  std::iota(r->at.candidates.begin(), r->at.candidates.end(), 0);
  const size_t count = std::min(kCandidates, r->at.candidates.size());
  std::partial_sort(r->at.candidates.begin(), r->at.candidates.begin() + static_cast<std::ptrdiff_t>(count), r->at.candidates.end(),
                    [&now](int a, int b) { return now.probabilities(0, a) > now.probabilities(0, b); });
  r->at.candidates.resize(count);
}

}  // namespace

const models::DecoderStep& step_of(const Result& r) { return r.translation.steps[static_cast<size_t>(r.step)]; }

Result compute(const Params& p, const State& state, const compute::Backend& backend) {
  Result r;
  r.task = &task_of(p);
  r.refusal = p.refusal;
  r.shipped = translation::has_weights(setup_of(p));
  translate_source(p, translation::model_of(state), backend.engine, &r);
  look_at_step(p, translation::model_of(state), &r);
  r.numbers = translation::numbers_of(state);
  r.trained = r.numbers.loaded || r.numbers.steps > 0;
  r.sentence.solved = r.task->solve(*r.task, p.shown, &r.sentence.answer);
  r.sentence.right = r.sentence.solved && r.sentence.answer.target == r.translation.tokens();
  r.birth = study_birth(p, state, r.sentence.solved ? &r.sentence.answer : nullptr);
  return r;
}

}  // namespace attn::lessons::alignment
