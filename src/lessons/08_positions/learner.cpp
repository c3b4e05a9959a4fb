#include "lessons/08_positions/learner.h"

#include <cmath>
#include <utility>

#include "autodiff/ops.h"
#include "models/transformer_decoding.h"
#include "training/pair_shard.h"

namespace attn::lessons::positions {
namespace {

constexpr std::uint64_t kHeldOutSeed = 8801;  ///< seed of the sentences on which models are measured

models::TransformerSettings of_task(const tasks::PairTask& task, models::TransformerSettings settings) {
  settings.source_words = task.source.size(), settings.target_words = task.target.size();
  return settings;
}

/// The mean of ln n over all places, if training draws all lengths n equally often.
double mean_log_length(const tasks::PairTask& task) {
  double sum = 0, places = 0;
  for (int n = task.shortest; n <= task.longest; ++n) sum += n * std::log(1 / tasks::best_without_places(n)), places += n;
  return sum / places;
}

std::vector<PlaceCount> nothing_counted(const tasks::PairTask& task) {
  std::vector<PlaceCount> counts;
  for (int n = task.shortest; n <= task.longest; ++n) counts.push_back({.length = n});
  return counts;
}

}  // namespace

void PlaceCount::add(const PlaceCount& other) {
  right += other.right, places += other.places, whole += other.whole, sentences += other.sentences;
}

OrderLearner::OrderLearner(const tasks::PairTask& task, models::TransformerSettings settings, const training::Plan& plan)
    : SeededTrainee(plan), task_(task), model_(of_task(task, settings), random().weights), study_(nothing_counted(task)) {}

void OrderLearner::draw(int) { drawn_ = tasks::draw_batch(task_, tasks::Split::kTraining, 0, batch(), random().examples); }

autodiff::Var OrderLearner::loss(autodiff::Tape& tape, int shard) {
  const auto [pairs, share] = training::shard_of(drawn_, first_of(shard), count_of(shard), 0);
  return autodiff::scale(model_.loss(tape, pairs, {}), share);
}

double OrderLearner::guessing() const { return mean_log_length(task_); }
double OrderLearner::hopeless() const { return 4 * std::log(task_.target.size()); }

std::vector<training::Score> OrderLearner::measure(int examples) const {
  const PlaceCount count = count_places(model_, task_, 0, examples);
  return {{"places-right", "held_out_places", "places right", count.share()},
          {"exact-match", "held_out_exact", "sentences right at every place", count.whole_share()}};
}

bool OrderLearner::study() {
  if (studied_ < study_.size()) {
    study_[studied_] = count_places(model_, task_, study_[studied_].length, kStudied);
    ++studied_;
  }
  return studied_ < study_.size();
}

void OrderLearner::forget_study() { study_ = nothing_counted(task_), studied_ = 0; }

std::vector<training::Metric> OrderLearner::found() const {
  PlaceCount all;
  for (const PlaceCount& count : study_) all.add(count);
  if (all.places == 0) return {};
  return {{"places-right", all.share()}, {"exact-match", all.whole_share()}};
}

training::Wording OrderLearner::wording() const {
  return {.example = "sentence",
          .right = "right, of all their places",
          .loss = "nats a place",
          .loss_note = "Mean of -ln p of the right letter over the places of a batch"};
}

PlaceCount count_places(const models::Transformer& model, const tasks::PairTask& task, int length, int each) {
  Rng rng(kHeldOutSeed + static_cast<std::uint64_t>(length));
  const auto [sources, targets] = tasks::draw_batch(task, tasks::Split::kHeldOut, length, each, rng);
  const std::vector<Tokens> said = models::translate_all(model, sources);
  PlaceCount count{.length = length};
  for (size_t s = 0; s < said.size(); ++s) {
    int right = 0;
    for (size_t t = 0; t < targets[s].size(); ++t) right += said[s][t] == targets[s][t];
    const auto places = static_cast<int>(targets[s].size());
    count.add({0, right, places, right == places, 1});
  }
  return count;
}

}  // namespace attn::lessons::positions
