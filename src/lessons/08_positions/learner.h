// The encoder of a Transformer, in training on an order task, and at how many places it is right.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/transformer.h"
#include "tasks/order.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::positions {

/// Right answers among held-out sentences of one length.
struct PlaceCount {
  int length = 0;
  int right = 0, places = 0;     ///< how many places are right, of how many
  int whole = 0, sentences = 0;  ///< how many sentences are right at every place, of how many
  double share() const { return places ? static_cast<double>(right) / places : 0; }
  double whole_share() const { return sentences ? static_cast<double>(whole) / sentences : 0; }
  void add(const PlaceCount& other);
};

constexpr int kStudied = 64;  ///< sentences of each length in the study for the reader

class OrderLearner final : public training::SeededTrainee {
 public:
  /// The task is one of tasks::order_tasks() and gives the vocabularies. The plan's seed determines the first weights and the examples.
  OrderLearner(const tasks::PairTask& task, models::TransformerSettings settings, const training::Plan& plan);

  const tasks::PairTask& task() const { return task_; }
  const models::Transformer& model() const { return model_; }
  /// Counts by length, from the task's shortest on. Lengths that the study has not reached yet have no sentences.
  const std::vector<PlaceCount>& study_counts() const { return study_; }

  const PairBatch& drawn() const { return drawn_; }

  nn::Parameters& parameters() override { return model_.parameters(); }
  void draw(int step) override;
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
  /// The loss of knowing the letters but not their places: ln n in a sentence of n letters, as a mean over all places of the lengths that
  /// training draws.
  double guessing() const override;
  double hopeless() const override;
  /// "places-right" and "exact-match"
  std::vector<training::Score> measure(int examples) const override;
  bool study() override;
  void forget_study() override;
  std::vector<training::Metric> found() const override;
  training::Wording wording() const override;
  std::map<std::string, std::string> metadata() const override { return {{"task", std::string(task_.name)}}; }

 private:
  const tasks::PairTask& task_;
  models::Transformer model_;
  PairBatch drawn_;
  std::vector<PlaceCount> study_;
  size_t studied_ = 0;  ///< how many lengths the study has done
};

/// Counts over `each` held-out sentences of one length, which are always the same. With length 0, lengths are drawn as in training.
PlaceCount count_places(const models::Transformer& model, const tasks::PairTask& task, int length, int each);

/// The learner that a trainer of this lesson trains.
inline const OrderLearner& learner_of(const training::Trainer& trainer) { return static_cast<const OrderLearner&>(trainer.trainee()); }

}  // namespace attn::lessons::positions
