// A trainee whose weights and batches come from the seed of its plan. They have generators of their own, so that the batches can begin anew
// while the weights stay. A batch is cut into shards of neighbouring examples.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "training/trainee.h"
#include "training/trainer.h"

namespace attn::training {

/// Independent generators from one seed. Their order must stay, because the shipped checkpoints were made with it.
struct Generators {
  explicit Generators(std::uint64_t seed) : Generators(Rng(seed)) {}

  Rng weights, examples, dropout;

 private:
  explicit Generators(Rng base) : weights(base.split()), examples(base.split()), dropout(base.split()) {}
};

inline constexpr int kLeastExamples = 4;  ///< of a shard, since small products are slow

class SeededTrainee : public Trainee {
 public:
  void rewind() override { random_ = Generators(seed_); }
  std::vector<Rng*> generators() override { return {&random_.examples, &random_.dropout}; }
  int shards() const override { return std::clamp(batch_ / kLeastExamples, 1, shards_); }

 protected:
  explicit SeededTrainee(const Plan& plan) : batch_(plan.batch), shards_(plan.shards), seed_(plan.seed), random_(plan.seed) {}
  int batch() const { return batch_; }  ///< the plan's batch size, in examples or whatever the trainee counts
  Generators& random() { return random_; }
  int first_of(int shard) const { return shard * batch_ / shards(); }  ///< the shard's first example; of shards(), the batch's end
  int count_of(int shard) const { return first_of(shard + 1) - first_of(shard); }

 private:
  int batch_, shards_;
  std::uint64_t seed_;
  Generators random_;
};

}  // namespace attn::training
