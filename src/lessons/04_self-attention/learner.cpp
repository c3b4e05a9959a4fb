#include "lessons/04_self-attention/learner.h"

#include <algorithm>
#include <cmath>

#include "lessons/translation/show_task.h"

namespace attn::lessons::self_attention {
namespace {

constexpr std::uint64_t kHeldOutSeed = 4401;  ///< seed of the sentences on which the network is measured
constexpr int kPiece = 20;                    ///< sentences of a piece of the study

models::TransformerSettings settings() {
  models::TransformerSettings s;
  s.shape = models::TransformerShape::encoder;
  s.source_words = tasks::antecedent_task().source.size();
  s.d_model = 16, s.d_ff = 32, s.heads = 4, s.encoder_layers = 1;
  s.max_length = tasks::antecedent_task().longest;
  return s;
}

tasks::Example draw_example(tasks::Split split, Rng& rng) {
  const tasks::PairTask& task = tasks::antecedent_task();
  for (;;)
    if (tasks::Example example = task.draw(task, split, 0, rng); split == tasks::Split::kTraining || tasks::is_open(example.source))
      return example;
}

/// Held-out sentences are those in which only the meaning says which noun the pronoun means.
std::vector<tasks::Example> draw_examples(tasks::Split split, int count, Rng& rng) {
  std::vector<tasks::Example> drawn;
  for (int i = 0; i < count; ++i) drawn.push_back(draw_example(split, rng));
  return drawn;
}

/// The pronouns and all words of held-out sentences, and how many of both point at their noun.
struct Counted {
  PronounCount pronouns;
  int right = 0, words = 0;
};

Counted count(const models::Pointer& model, int examples, Rng& rng) {
  Counted out;
  for (const tasks::Example& example : draw_examples(tasks::Split::kHeldOut, examples, rng)) {
    const models::PointerRun run = models::run(model, example.source);
    const int pronoun = tasks::pronoun_place(example.source);
    for (int i = 0; i < static_cast<int>(example.alignment.size()); ++i) {
      const bool right = run.place(i) == example.alignment[static_cast<size_t>(i)];
      out.right += right, ++out.words;
      if (i == pronoun) out.pronouns.right += right, ++out.pronouns.pronouns;
    }
  }
  return out;
}

training::Recipe recipe() {
  training::Recipe out;
  out.name = "antecedent";
  out.task = tasks::antecedent_task().name;
  out.make = make_learner();
  out.steps = 4000;
  out.plan.learning_rate = Real(0.008);
  out.plan.decay_from = out.steps / 3;
  out.plan.decay_to = out.steps;
  out.lesson = "self-attention";
  out.summary = "every word points at its noun";
  out.settings = {{"d_model", 16.0}, {"heads", 4.0}, {"layers", 1.0}};
  out.requirements = {{.score = "pronouns-right", .value = 0.97}};
  return out;
}

}  // namespace

Learner::Learner(const training::Plan& plan) : SeededTrainee(plan), model_(settings(), random().weights), study_examples_(kHeldOutSeed) {}

void Learner::draw(int) { drawn_ = draw_examples(tasks::Split::kTraining, batch(), random().examples); }

autodiff::Var Learner::loss(autodiff::Tape& tape, int shard) {
  std::vector<Tokens> sentences;
  std::vector<std::vector<int>> places;
  std::size_t words = 0, all = 0;
  for (int i = 0; i < batch(); ++i) {
    const tasks::Example& example = drawn_[static_cast<size_t>(i)];
    all += example.source.size();
    if (i < first_of(shard) || i >= first_of(shard + 1)) continue;
    words += example.source.size();
    sentences.push_back(example.source);
    places.push_back(example.alignment);
  }
  return autodiff::scale(model_.loss(tape, sentences, places), static_cast<Real>(words) / static_cast<Real>(all));
}

double Learner::guessing() const {
  static const double mean = [] {
    Rng rng(kHeldOutSeed);
    double sum = 0, words = 0;
    for (const tasks::Example& example : draw_examples(tasks::Split::kHeldOut, kStudied, rng)) {
      const auto n = static_cast<double>(example.source.size());
      sum += n * std::log(n), words += n;
    }
    return sum / words;
  }();
  return mean;
}

std::vector<training::Score> Learner::measure(int examples) const {
  Rng rng(kHeldOutSeed);
  const Counted all = count(model_, examples, rng);
  return {{"pronouns-right", "held_out_pronouns", "pronouns that find their noun", all.pronouns.share()},
          {"words-right", "held_out_words", "words that find their noun", static_cast<double>(all.right) / std::max(all.words, 1)}};
}

bool Learner::study() {
  const PronounCount piece = count(model_, kPiece, study_examples_).pronouns;
  study_.right += piece.right, study_.pronouns += piece.pronouns;
  return study_.pronouns < kStudied;
}

void Learner::forget_study() { study_ = {}, study_examples_ = Rng(kHeldOutSeed); }

std::vector<training::Metric> Learner::found() const { return {{"pronouns-right", study_.share()}}; }

training::Wording Learner::wording() const {
  return {.example = "sentence",
          .right = "right, as their pronoun finds its noun",
          .loss = "nats a word",
          .loss_note = "Mean of -ln of the weight on the right noun over the words of a batch"};
}

std::map<std::string, std::string> Learner::metadata() const { return {{"task", std::string(tasks::antecedent_task().name)}}; }

training::Make make_learner() {
  return [](const training::Plan& plan) { return std::make_unique<Learner>(plan); };
}

const training::Recipes& recipes() {
  static const training::Recipes all = [] {
    training::Recipes out;
    const tasks::PairTask& task = tasks::antecedent_task();
    out.tasks.push_back({task.name, task.help, [](int examples) { return translation::show_task(tasks::antecedent_task(), examples); }});
    out.rows.push_back(recipe());
    return out;
  }();
  return all;
}

const training::Recipe* shipped_model() { return &recipes().rows.front(); }

}  // namespace attn::lessons::self_attention
