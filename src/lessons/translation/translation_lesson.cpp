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

std::unique_ptr<TranslationState> start(const TranslationSetup& setup, const TrainingChoices& choices) {
  return std::make_unique<TranslationState>(make_translator(setup), course::live_plan(choices));
}

AccuracyTable accuracy_table(const LengthStudy& study, int points) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const auto k = static_cast<Index>(study.points().size());
  AccuracyTable table{Mat(k, 1), Mat(k, 1), Mat(k, 1)};
  for (Index i = 0; i < k; ++i) {
    const LengthStudy::Point& point = study.points()[static_cast<size_t>(i)];
    table.lengths(i, 0) = static_cast<Real>(point.length);
    table.accuracy(i, 0) = static_cast<Real>(i < points && point.total > 0 ? point.accuracy() : kUnknown);
    table.totals(i, 0) = static_cast<Real>(i < points ? point.total : 0);
  }
  return table;
}

namespace {

/// At how many lengths the trainer's present weights have been measured.
int points_measured(const training::Trainer& trainer) {
  return trainer.studies_present_weights() ? pair_trainee_of(trainer).length_study().finished_points() : 0;
}

}  // namespace

TranslationNumbers numbers_of(const TranslationState& state) {
  const training::Trainer& trainer = state.trainer;
  const PairTrainee& translator = pair_trainee_of(trainer);
  TranslationNumbers out;
  out.measured = trainer.measured();
  out.points = points_measured(trainer);
  out.accuracy = accuracy_table(translator.length_study(), out.points);
  if (out.measured) out.within = translator.within_training(), out.beyond = translator.beyond_training();
  out.rival = {Mat(0, 1), Mat(0, 1), Mat(0, 1)};
  for (const auto& [name, rival] : state.beside) {
    const LengthStudy& study = pair_trainee_of(rival).length_study();
    out.rival_name = name;
    out.rival_measured = rival.measured();
    out.rival = accuracy_table(study, points_measured(rival));
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
  const std::string lengths = std::to_string(numbers.points) + " of " + std::to_string(numbers.accuracy.lengths.rows());
  return (numbers.measured     ? std::to_string(total) + " held-out sources, "
          : numbers.points > 0 ? "measuring, " + lengths + " lengths; "
                               : "measured when training pauses; ") +
         numbers.provenance;
}

}  // namespace attn::lessons::translation
