#include "lessons/09_transformer-block/ablation.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "models/transformer_decoding.h"

namespace attn::lessons::transformer_block {
namespace {

constexpr std::uint64_t kHeldOutSeed = 9901;  ///< seed of the sentences on which the model is measured

const tasks::PairTask& task() {
  const tasks::PairTask* found = tasks::find_order_task("in-order");
  CHECK(found != nullptr, "the task in-order is gone");
  return *found;
}

models::TransformerSettings completed(models::TransformerSettings settings) {
  settings.shape = models::TransformerShape::encoder;
  settings.source_words = task().source.size(), settings.target_words = task().target.size();
  settings.d_model = kAblationWidth, settings.d_ff = kAblationHidden, settings.encoder_layers = kAblationLayers;
  return settings;
}

}  // namespace

Ablation::Ablation(models::TransformerSettings settings, const training::Plan& plan)
    : SeededTrainee(plan), task_(task()), model_(completed(settings), random().weights) {}

autodiff::Var Ablation::loss(autodiff::Tape& tape) {
  return model_.loss(tape, tasks::draw_batch(task_, tasks::Split::kTraining, 0, batch(), random().examples), {});
}

double Ablation::guessing() const { return std::log(task_.target.size()); }

std::vector<training::Score> Ablation::measure(int examples) const {
  Rng rng(kHeldOutSeed);
  const PairBatch held_out = tasks::draw_batch(task_, tasks::Split::kHeldOut, 0, examples, rng);
  const std::vector<Tokens> said = models::translate_all(model_, held_out.sources);
  int right = 0, places = 0;
  for (size_t s = 0; s < said.size(); ++s)
    for (size_t t = 0; t < held_out.targets[s].size(); ++t) right += said[s][t] == held_out.targets[s][t], ++places;
  return {{"places-right", "held_out_places", "places right", places ? static_cast<double>(right) / places : 0}};
}

training::Wording Ablation::wording() const {
  return {.example = "sentence",
          .right = "right, of all their places",
          .loss = "nats a place",
          .loss_note = "Mean of -ln p of the right letter over the places of a batch"};
}

std::map<std::string, std::string> Ablation::metadata() const { return {{"task", std::string(task_.name)}}; }

}  // namespace attn::lessons::transformer_block
