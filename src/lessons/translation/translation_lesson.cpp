#include "lessons/translation/translation_lesson.h"

#include <limits>

#include "base/check.h"
#include "lessons/translation/shipped.h"

namespace attn::lessons::translation {

bool has_weights(const TranslationSetup& setup) { return find_shipped(setup.task, setup.settings) != nullptr; }

training::Make make_translator(const TranslationSetup& setup) {
  const tasks::PairTask* task = tasks::find_pair_task(setup.task);
  CHECK(task, "no task ", setup.task);
  return make_translator(*task, setup.settings);
}

std::shared_ptr<TranslationState> start(const TranslationSetup& setup, const TrainingChoices& choices) {
  return std::make_shared<TranslationState>(TranslationState{training::Trainer(make_translator(setup), course::live_plan(choices))});
}

AccuracyTable accuracy_table(const LengthStudy& study, bool measured) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
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

TranslationNumbers numbers_of(const TranslationState& state) {
  const training::Trainer& trainer = state.trainer;
  const PairTrainee& translator = pair_trainee_of(trainer);
  TranslationNumbers out;
  out.measured = trainer.measured();
  out.accuracy = accuracy_table(translator.length_study(), out.measured);
  if (out.measured) out.within = translator.within_training(), out.beyond = translator.beyond_training();
  out.rival = {Mat(0, 1), Mat(0, 1), Mat(0, 1)};
  for (const auto& [name, rival] : state.beside) {
    const LengthStudy& study = pair_trainee_of(rival).length_study();
    out.rival_name = name;
    out.rival_measured = rival.measured();
    out.rival = accuracy_table(study, out.rival_measured);
    if (out.rival_measured)
      out.rival_within = pair_trainee_of(rival).within_training(), out.rival_beyond = pair_trainee_of(rival).beyond_training();
  }
  out.steps = trainer.steps();
  out.loaded = trainer.loaded();
  out.shortest = translator.task().shortest, out.longest = translator.longest();
  out.provenance = trainer.provenance();
  if (trainer.diverged()) out.divergence = trainer.ending();
  return out;
}

std::string study_note(const TranslationNumbers& numbers) {
  const int total = numbers.within.total + numbers.beyond.total;
  return (numbers.measured ? std::to_string(total) + " held-out sources, " : "measured when training pauses; ") + numbers.provenance;
}

}  // namespace attn::lessons::translation
