#include "lessons/09_transformer-block/sorter.h"

#include <algorithm>
#include <cmath>

#include "autodiff/ops.h"
#include "models/transformer_decoding.h"
#include "training/pair_shard.h"

namespace attn::lessons::transformer_block {
namespace {

constexpr std::uint64_t kHeldOutSeed = 9901;  ///< seed of the sentences on which the model is measured

models::TransformerSettings completed(models::TransformerSettings settings, const tasks::PairTask& task) {
  settings.shape = models::TransformerShape::encoder;
  settings.source_words = task.source.size(), settings.target_words = task.target.size();
  return settings;
}

}  // namespace

Sorter::Sorter(const tasks::PairTask& task, models::TransformerSettings settings, const training::Plan& plan)
    : SeededTrainee(plan), task_(task), model_(completed(settings, task), random().weights) {}

void Sorter::draw(int) { drawn_ = tasks::draw_batch(task_, tasks::Split::kTraining, 0, batch(), random().examples); }

autodiff::Var Sorter::loss(autodiff::Tape& tape, int shard) {
  const auto [pairs, share] = training::shard_of(drawn_, first_of(shard), count_of(shard), 0);
  return autodiff::scale(model_.loss(tape, pairs, {}), share);
}

double Sorter::guessing() const { return std::log(task_.target.size()); }

std::vector<training::Score> Sorter::measure(int examples) const {
  Rng rng(kHeldOutSeed);
  const PairBatch held_out = tasks::draw_batch(task_, tasks::Split::kHeldOut, 0, examples, rng);
  const std::vector<Tokens> said = models::translate_all(model_, held_out.sources);
  int right = 0, places = 0, whole = 0;
  for (size_t s = 0; s < said.size(); ++s) {
    for (size_t t = 0; t < held_out.targets[s].size(); ++t) right += said[s][t] == held_out.targets[s][t], ++places;
    whole += said[s] == held_out.targets[s];
  }
  return {{"places-right", "held_out_places", "places right", static_cast<double>(right) / std::max(places, 1)},
          {"exact-match", "held_out_exact", "sentences right at every place", static_cast<double>(whole) / std::max(examples, 1)}};
}

training::Wording Sorter::wording() const {
  return {.example = "sentence",
          .right = "right, of all their places",
          .loss = "nats a place",
          .loss_note = "Mean of -ln p of the right letter over the places of a batch"};
}

std::map<std::string, std::string> Sorter::metadata() const { return {{"task", std::string(task_.name)}}; }

}  // namespace attn::lessons::transformer_block
