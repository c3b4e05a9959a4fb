#include "lessons/11_language-models/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "base/check.h"
#include "lessons/11_language-models/learner.h"
#include "lessons/11_language-models/scale_runs.h"
#include "training/trainer.h"

namespace attn::lessons::language_models {
namespace {

constexpr std::uint64_t kFewStoriesSeed = 2020;
constexpr int kScaleWindows = 256;

/// Some stories, of which training sees no others.
class FewStories final : public Corpus {
 public:
  FewStories(int count, int context) {
    Rng rng(kFewStoriesSeed);
    for (int i = 0; i < count; ++i) few_.push_back(all_->draw(tasks::Split::kTraining, context, rng));
  }
  int vocabulary() const override { return all_->vocabulary(); }
  std::string name(int token) const override { return all_->name(token); }
  std::string write(const Tokens& tokens) const override { return all_->write(tokens); }
  std::string read(std::string_view text, Tokens* tokens) const override { return all_->read(text, tokens); }
  Tokens draw(tasks::Split split, int context, Rng& rng) const override {
    return split == tasks::Split::kTraining ? few_[rng.below(few_.size())] : all_->draw(split, context, rng);
  }
  int end() const override { return all_->end(); }
  std::string sample() const override { return all_->sample(); }

 private:
  std::shared_ptr<const Corpus> all_ = story_corpus();
  std::vector<Tokens> few_;
};

/// The squared error of ln L where the exponent is given, and the best floor and factor for it: L is linear in both.
double fit_with(double exponent, std::span<const double> x, std::span<const double> y, ScaleFit* fit) {
  double w = 0, wu = 0, wuu = 0, wy = 0, wuy = 0;  // sums with the weight 1 / y^2, so that errors are relative
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = std::pow(x[i], -exponent), weight = 1 / (y[i] * y[i]);
    w += weight, wu += weight * u, wuu += weight * u * u, wy += weight * y[i], wuy += weight * u * y[i];
  }
  const double determinant = w * wuu - wu * wu;
  double floor = (wuu * wy - wu * wuy) / determinant, factor = (w * wuy - wu * wy) / determinant;
  if (!(floor >= 0)) floor = 0, factor = wuy / wuu;
  *fit = {floor, factor, exponent};
  double error = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double off = std::log(std::max(1e-12, fit->at(x[i])) / y[i]);
    error += off * off;
  }
  return error;
}

}  // namespace

models::GptSettings settings_of(const ScaleRun& run) {
  return {
      .vocabulary = story_corpus()->vocabulary(), .width = run.width, .layers = run.layers, .heads = run.heads, .hidden = 4 * run.width};
}

std::span<const ScaleRun> scale_runs(Scale scale) {
  if (scale == Scale::stories) return kStoriesRuns;
  return scale == Scale::steps ? std::span<const ScaleRun>(kStepsRuns) : std::span<const ScaleRun>(kWeightsRuns);
}

double scale_of(const ScaleRun& run, Scale scale) {
  if (scale == Scale::weights) return static_cast<double>(models::count_weights(settings_of(run)));
  return scale == Scale::stories ? run.stories : run.steps;
}

double scale_rate(int width) { return 0.003 * std::sqrt(128.0 / width); }

double train_scale_run(const ScaleRun& run) {
  const models::GptSettings settings = settings_of(run);
  std::shared_ptr<const Corpus> corpus = story_corpus();
  if (run.stories > 0) corpus = std::make_shared<FewStories>(run.stories, settings.context);
  training::Plan plan;
  plan.batch = kScaleBatch;
  plan.learning_rate = static_cast<Real>(scale_rate(run.width));
  plan.warm_up = std::min(100, run.steps / 5);
  plan.decay_from = run.steps / 2, plan.decay_to = run.steps;
  training::Trainer trainer([&](const training::Plan& of) { return std::make_unique<LanguageLearner>(corpus, settings, of); }, plan);
  double lowest = std::numeric_limits<double>::infinity();
  for (int step = 1; step <= run.steps; ++step) {
    trainer.step();
    if (step % std::max(1, run.steps / kScaleChecks) != 0 && step != run.steps) continue;
    for (const training::Score& score : trainer.trainee().measure(kScaleWindows))
      if (score.name == "held-out-loss") lowest = std::min(lowest, score.value);
  }
  return lowest;
}

double ScaleFit::at(double x) const { return floor + factor * std::pow(x, -exponent); }

ScaleFit fit_scale(std::span<const double> x, std::span<const double> y) {
  CHECK(x.size() == y.size() && x.size() >= 3, "fit_scale: ", x.size(), " and ", y.size(), " numbers");
  double from = 0.02, to = 4;  // exponents
  constexpr int kTried = 60;
  ScaleFit best, tried;
  double least = std::numeric_limits<double>::infinity();
  for (int closer = 0; closer < 4; ++closer) {
    const double step = std::pow(to / from, 1.0 / kTried);
    for (int i = 0; i <= kTried; ++i) {
      const double error = fit_with(from * std::pow(step, i), x, y, &tried);
      if (error < least) least = error, best = tried;
    }
    from = best.exponent / step, to = best.exponent * step;
  }
  return best;
}

}  // namespace attn::lessons::language_models
