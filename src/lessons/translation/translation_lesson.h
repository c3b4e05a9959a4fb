// What the lessons on encoder-decoders and on alignment share: a translator in training, its accuracy by length, and a second model to
// compare with.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mat.h"
#include "lessons/translation/translator.h"

namespace attn::lessons::translation {

/// The parameters of training, which the lessons have beside their own.
struct TrainingChoices {
  enum class Weights { shipped, seed } weights = Weights::shipped;  ///< to begin with; shipped where there are any
  Real learning_rate = Real(0.003);
  int seed = 1;
  int steps = 0;
};

/// What a lesson's parameters say about the model.
struct TranslationSetup {
  std::string_view task = "reversal";  ///< of tasks::pair_tasks()
  models::Seq2SeqSettings settings;    ///< the vocabularies' sizes are filled in from the task
  Real learning_rate = Real(0.003);
  int seed = 1;
  bool shipped = true;  ///< begins with the shipped weights, where there are any for these settings
};

/// A held-out check on the way.
struct HeldOutCheck {
  int step = 0;
  double accuracy = 0;
};

/// A second model with weights of its own that is not trained; a line to compare with.
struct TranslationRival {
  std::string name;  ///< of the shipped model
  Translator translator;
  LengthStudy study;
};

struct TranslationState {
  Translator translator;
  LengthStudy study;                        ///< of the weights after `study_steps` steps
  int study_steps = 0;                      ///< steps() when the study began
  bool loaded = false;                      ///< the weights come from a file, and steps count from there
  std::vector<HeldOutCheck> checks;         ///< every kCheckEvery steps
  std::unique_ptr<TranslationRival> rival;  ///< null until load_rival()
};

constexpr int kCheckEvery = 25;     ///< steps between two checks
constexpr int kCheckExamples = 32;  ///< held-out examples of a check
constexpr int kStudyExamples = 24;  ///< of each length

/// The plan by which the lessons train live.
TrainingPlan live_plan(const TranslationSetup& setup);

std::shared_ptr<TranslationState> start(const TranslationSetup& setup);
/// Name of the shipped weights for this setup, or empty: there are none, or the reader wants to begin from the seed.
std::string weights_name(const TranslationSetup& setup);
/// Whether weights are shipped for these settings, wanted or not.
bool has_weights(const TranslationSetup& setup);
/// Empty, or why the bytes were refused; then nothing has changed.
std::string load(TranslationState& state, std::string_view bytes);
/// Puts the shipped model called `name` beside the one in training. Empty, or why not.
std::string load_rival(TranslationState& state, std::string_view name, std::string_view bytes);
/// One optimiser step; every kCheckEvery steps a held-out check too.
void step(TranslationState& state);
/// A piece of the length study, of the model first, then of the rival; begins anew when the weights have changed. Whether more is to do.
bool measure(TranslationState& state);
/// The last three checks were right on every example.
bool converged(const TranslationState& state);
/// For the reader, empty while nothing has diverged: what happened, why, and what to try.
std::string divergence(const TranslationState& state);
/// Whether the length study is finished, and of the present weights.
bool measured(const TranslationState& state);
/// {"step", n}, {"loss", ...}, {"gradient-norm", ...}, {"held-out", accuracy}, {"exact-match", over training lengths},
/// {"exact-match-long", over longer ones}; the last two where measured(). A number that there is not yet is left out, but for the loss,
/// which then is NaN.
std::vector<std::pair<std::string, double>> metrics(const TranslationState& state);

// ---- as matrices, for results and figures ----------------------------------------------------------------------------------------------

/// [k,1] each.
struct AccuracyTable {
  Mat lengths;
  Mat accuracy;  ///< NaN where nothing was measured, and everywhere unless `measured`
  Mat totals;
};
AccuracyTable accuracy_table(const LengthStudy& study, bool measured = true);
/// [min(s, most), 2] step, from 1, and the mean of the kRecentSteps values up to it; the last row is of the last step.
Mat thinned(const std::vector<float>& per_step, int most = 240);
/// [c,2] step and accuracy.
Mat check_table(const std::vector<HeldOutCheck>& checks);
/// Exact matches over the lengths that training saw, and over longer ones.
LengthStudy::Point within_training(const TranslationState& state, const LengthStudy& study);
LengthStudy::Point beyond_training(const TranslationState& state, const LengthStudy& study);
/// "shipped weights, 120 steps on", "from the seed, 300 steps", for notes under figures.
std::string provenance(const TranslationState& state);

/// The state's numbers for a lesson's result.
struct TranslationNumbers {
  // Without numbers (NaN, or nothing of nothing) unless `measured` and `rival_measured`.
  AccuracyTable accuracy, rival;      ///< `rival` has no rows without one
  LengthStudy::Point within, beyond;  ///< of the model, over the lengths of training and over longer ones
  LengthStudy::Point rival_within, rival_beyond;
  std::string rival_name;  ///< empty without one
  bool measured = false;   ///< the study is finished, and of the present weights
  bool rival_measured = false;
  Mat losses, gradient_norms, checks;  ///< [k,2], [k,2], [c,2], as LossPicture takes them
  double guessing = 0;                 ///< ln of the number of words that can be said
  double clip = 0;
  int steps = 0;
  bool loaded = false;
  int shortest = 1, longest = 8;  ///< lengths that training draws
  std::string provenance;
  std::string divergence;
};
TranslationNumbers numbers_of(const TranslationState& state);
/// How many held-out sources were measured, or that none are yet, and what the weights are.
std::string study_note(const TranslationNumbers& numbers);

}  // namespace attn::lessons::translation
