#include "lessons/translation/translator.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "nn/adam.h"
#include "nn/checkpoint.h"

namespace attn::lessons::translation {
namespace {

models::Seq2SeqSettings with_vocabularies(const tasks::PairTask& task, models::Seq2SeqSettings settings) {
  settings.source_words = task.source.size();
  settings.target_words = task.target.size();
  return settings;
}

/// The generators of weights, examples and dropout, from one seed.
struct Generators {
  explicit Generators(std::uint64_t seed) : base(seed), weights(base.split()), examples(base.split()), dropout(base.split()) {}
  Rng base, weights, examples, dropout;
};

models::PairBatch draw_batch(const tasks::PairTask& task, const TrainingPlan& plan, Rng& rng) {
  models::PairBatch batch;
  for (int i = 0; i < plan.batch; ++i) {
    const int lengths = plan.longest - task.shortest + 1;
    const int length = plan.longest > 0 ? task.shortest + static_cast<int>(rng.below(static_cast<std::uint64_t>(std::max(1, lengths)))) : 0;
    tasks::Example example = task.draw(task, tasks::Split::kTraining, length, rng);
    batch.sources.push_back(std::move(example.source));
    batch.targets.push_back(std::move(example.target));
  }
  return batch;
}

}  // namespace

struct Translator::Parts {
  Parts(const tasks::PairTask& task, const models::Seq2SeqSettings& settings, const TrainingPlan& plan)
      : task(task), plan(plan), random(plan.seed), model(with_vocabularies(task, settings), random.weights) {
    start_over();
  }
  void start_over() {
    optimiser = nn::Adam(model.parameters(), {.weight_decay = plan.weight_decay});
    random = Generators(plan.seed);
    losses.clear();
    norms.clear();
    steps = 0;
    diverged = false;
  }

  const tasks::PairTask& task;
  TrainingPlan plan;
  Generators random;
  models::Seq2Seq model;
  nn::Adam optimiser;
  autodiff::Tape tape;
  std::vector<float> losses, norms;
  int steps = 0;
  bool diverged = false;
};

Translator::Translator(const tasks::PairTask& task, models::Seq2SeqSettings settings, const TrainingPlan& plan)
    : parts_(std::make_unique<Parts>(task, settings, plan)) {}
Translator::Translator(Translator&&) noexcept = default;
Translator& Translator::operator=(Translator&&) noexcept = default;
Translator::~Translator() = default;

const tasks::PairTask& Translator::task() const { return parts_->task; }
const models::Seq2Seq& Translator::model() const { return parts_->model; }
const TrainingPlan& Translator::plan() const { return parts_->plan; }
int Translator::steps() const { return parts_->steps; }
const std::vector<float>& Translator::losses() const { return parts_->losses; }
const std::vector<float>& Translator::gradient_norms() const { return parts_->norms; }
bool Translator::diverged() const { return parts_->diverged; }

std::string Translator::load(std::string_view safetensors) {
  std::string why = nn::from_safetensors(safetensors, &parts_->model.parameters());
  if (why.empty()) parts_->start_over();
  return why;
}

std::string Translator::save(bool half) const {
  return nn::to_safetensors(parts_->model.parameters(), half ? nn::Storage::kF16 : nn::Storage::kF32,
                            {{"task", std::string(parts_->task.name)}, {"steps", std::to_string(parts_->steps)}});
}

void Translator::step() {
  Parts& p = *parts_;
  if (p.diverged) return;
  p.tape.clear();
  p.model.parameters().zero_gradients();
  const autodiff::Var loss = p.model.loss(
      p.tape, draw_batch(p.task, p.plan, p.random.examples),
      {.label_smoothing = p.plan.label_smoothing, .dropout = p.plan.dropout, .rng = p.plan.dropout > 0 ? &p.random.dropout : nullptr});
  const float value = static_cast<float>(loss.value()(0, 0));
  p.tape.backward(loss);
  const Real rate = nn::learning_rate(
      p.steps, {.rate = p.plan.learning_rate, .warm_up = p.plan.warm_up, .decay_from = p.plan.decay_from, .decay_to = p.plan.decay_to});
  p.norms.push_back(static_cast<float>(p.optimiser.step(rate, p.plan.clip)));
  p.losses.push_back(value);
  ++p.steps;
  const float limit = 4 * std::log(static_cast<float>(p.task.target.size()));
  p.diverged = !std::isfinite(value) || !std::isfinite(p.norms.back()) || !(this->loss() <= limit);
}

float Translator::loss() const {
  const std::vector<float>& all = parts_->losses;
  if (all.empty()) return std::numeric_limits<float>::quiet_NaN();
  const std::size_t count = std::min(std::size_t{kRecentSteps}, all.size());
  double sum = 0;
  for (std::size_t i = all.size() - count; i < all.size(); ++i) sum += static_cast<double>(all[i]);
  return static_cast<float>(sum / static_cast<double>(count));
}

}  // namespace attn::lessons::translation
