#include "lessons/11_language-models/tuning_learner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "autodiff/ops.h"
#include "base/check.h"
#include "models/logits.h"
#include "tasks/stories.h"

namespace attn::lessons::language_models {
namespace {

constexpr int kAskedAtOnce = 8;
constexpr std::uint64_t kLabelledSeed = 1105;  ///< of the held-out stories; those for training have the plan's seed beside it

Rng classifier_rng(const training::Plan& plan) { return Rng(plan.seed ^ 0x11ull); }

/// The same held-out stories for every learner of a context.
const LabelledTexts& held_out_texts(int context) {
  static std::optional<std::pair<int, LabelledTexts>> kept;
  if (!kept || kept->first != context) {
    Rng rng(kLabelledSeed);
    kept.emplace(context, draw_labelled(tasks::Split::kHeldOut, TuningLearner::kHeldOut, context, rng));
  }
  return kept->second;
}

}  // namespace

LabelledTexts draw_labelled(tasks::Split split, int count, int context, Rng& rng) {
  LabelledTexts out;
  while (static_cast<int>(out.texts.size()) < count) {
    tasks::LabelledStory drawn = tasks::draw_labelled_story(split, rng);
    const int label = drawn.is_girl ? 0 : 1;
    if (label != static_cast<int>(out.texts.size() % kAnswers.size())) continue;
    out.texts.push_back(enclosed(std::move(drawn.story), context));
    out.labels.push_back(label);
  }
  return out;
}

TuningLearner::TuningLearner(const models::GptSettings& settings, const training::Plan& plan, int labels, bool pretrained)
    : LanguageLearner(masked_story_corpus(), settings, plan),
      labels_(labels),
      pretrained_(pretrained),
      begun_(!pretrained),
      classifier_([&] {
        Rng rng = classifier_rng(plan);
        return models::GptClassifier(&trained(), static_cast<int>(kAnswers.size()), rng);
      }()) {
  Rng rng(plan.seed + kLabelledSeed);
  known_ = draw_labelled(tasks::Split::kTraining, labels, settings.context, rng);
}

bool TuningLearner::begin_from(const models::Gpt& from) {
  if (begun_) return false;
  CHECK(from.settings() == model().settings(), "TuningLearner: a model of other settings");
  for (const nn::Parameter& one : from.parameters()) trained().parameters().find(one.name)->value = one.value;
  forget_study();
  return begun_ = true;
}

std::optional<double> TuningLearner::right() const {
  return studied_ < kHeldOut ? std::nullopt : std::optional(static_cast<double>(right_) / kHeldOut);
}

void TuningLearner::draw(int) {
  drawn_.clear(), answers_.clear();
  for (int i = 0; i < batch(); ++i) {
    const auto k = static_cast<size_t>(random().examples.below(known_.texts.size()));
    drawn_.push_back(known_.texts[k]);
    answers_.push_back(known_.labels[k]);
  }
}

autodiff::Var TuningLearner::loss(autodiff::Tape& tape, int shard) {
  const auto first = static_cast<size_t>(first_of(shard)), count = static_cast<size_t>(count_of(shard));
  return autodiff::scale(classifier_.loss(tape, std::span(drawn_).subspan(first, count), std::span(answers_).subspan(first, count)),
                         static_cast<Real>(count) / static_cast<Real>(drawn_.size()));
}

autodiff::Var TuningLearner::whole_loss(autodiff::Tape& tape) { return classifier_.loss(tape, drawn_, answers_); }

double TuningLearner::guessing() const { return std::log(static_cast<double>(kAnswers.size())); }

int TuningLearner::count_right(int first, int count) const {
  const LabelledTexts& all = held_out_texts(model().settings().context);
  const auto from = static_cast<size_t>(first);
  const Mat logits = classifier_.logits(std::span(all.texts).subspan(from, static_cast<size_t>(count)));
  int right = 0;
  for (Index i = 0; i < logits.rows(); ++i) right += models::likeliest(logits.row(i)) == all.labels[from + static_cast<size_t>(i)];
  return right;
}

std::vector<training::Score> TuningLearner::measure(int) const {
  return {{"labels-right", "held_out_labels", "held-out stories right", static_cast<double>(count_right(0, kChecked)) / kChecked}};
}

bool TuningLearner::study() {
  if (studied_ == kHeldOut) return false;
  const int count = std::min(kAskedAtOnce, kHeldOut - studied_);
  right_ += count_right(studied_, count);
  studied_ += count;
  return studied_ < kHeldOut;
}

void TuningLearner::forget_study() {
  LanguageLearner::forget_study();
  studied_ = right_ = 0;
}

std::vector<training::Metric> TuningLearner::found() const { return {{"labels-right", *right()}}; }

std::string TuningLearner::fixed() const { return std::string(begun_ ? std::string_view() : kPretrainingIsAway); }

training::Wording TuningLearner::wording() const {
  return {.example = "text",
          .right = "right, girl or boy",
          .loss = "nats a text",
          .loss_note = "Mean of -ln p of the right label over a batch"};
}

}  // namespace attn::lessons::language_models
