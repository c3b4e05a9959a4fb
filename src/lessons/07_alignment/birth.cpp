#include "lessons/07_alignment/birth.h"

#include <algorithm>

#include "lessons/translation/changed_words.h"
#include "lessons/translation/pair_trainee.h"

namespace attn::lessons::alignment {
namespace {

using translation::translator_of;

Said said_by(const training::Trainer& trainer, const Params& p, const Tokens& right) {
  const tasks::Vocabulary& words = task_of(p).target;
  models::TranslateOptions options;
  options.max_length = static_cast<int>(right.size()) + 4;
  Said out;
  std::vector<std::string> answer;
  for (const int token : models::translate(translator_of(trainer).model(), p.shown, options).tokens())
    out.words.push_back(words.name(token));
  for (const int token : right) answer.push_back(words.name(token));
  const translation::ChangedWords changed = translation::changed_words(out.words, answer);
  out.wrong = changed.count;
  for (const std::string& former : changed.former) out.right.push_back(former.empty());
  const training::Curves curves = trainer.curves();
  out.losses = curves.losses;
  if (const training::Check* last = trainer.check()) out.held_out = last->value;
  if (trainer.measured()) out.held_out = translation::pair_trainee_of(trainer).within_training().accuracy();
  return out;
}

}  // namespace

std::vector<training::Make> make_twins(const Params& p) {
  if (p.model.reach != models::AlignmentReach::global) return {};
  translation::TranslationSetup setup = setup_of(p);
  setup.settings.score = models::AlignmentScore::none;
  setup.settings.timing = models::AlignmentTiming::previous;
  setup.settings.input_feeding = setup.settings.bidirectional = false;
  return {translation::make_translator(setup)};
}

Birth study_birth(const Params& p, const translation::TranslationState& state, const tasks::Example* right) {
  Birth out;
  const models::Seq2Seq& model = translation::model_of(state);
  const tasks::Vocabulary& words = task_of(p).target;
  models::TranslateOptions options;
  options.max_length = kMostAlignmentSteps;
  Tokens target = right ? right->target : models::translate(model, p.shown, options).tokens();
  out.with = said_by(state.trainer, p, target);
  out.twin_is_shipped = state.trainer.loaded() || state.twins.empty();
  if (!out.twin_is_shipped)
    out.without = said_by(state.twins.front(), p, target);
  else if (!state.beside.empty())
    out.without = said_by(state.beside.begin()->second, p, target);
  options.forced = &target;
  out.forced = models::translate(model, p.shown, options);
  out.weights = out.forced.alignment();
  for (Index i = 0; i < out.weights.rows(); ++i) {
    const auto k = static_cast<size_t>(i);
    out.rows.push_back(k < target.size() ? words.name(target[k]) : "end");
    out.translates.push_back(right && k < right->alignment.size() ? right->alignment[k] : -1);
    if (out.translates.back() < 0) continue;
    Index most = 0;
    out.weights.row(i).maxCoeff(&most);
    ++out.words, out.found += most == out.translates.back();
  }
  const training::Curves curves = state.trainer.curves();
  out.guessing = curves.guessing, out.shown = curves.shown;
  return out;
}

}  // namespace attn::lessons::alignment
