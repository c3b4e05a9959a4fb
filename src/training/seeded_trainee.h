// A trainee whose weights and batches come from the seed of its plan. They have generators of their own, so that the batches can begin anew
// while the weights stay.
#pragma once

#include <cstdint>

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

class SeededTrainee : public Trainee {
 public:
  void rewind() override { random_ = Generators(seed_); }

 protected:
  explicit SeededTrainee(const Plan& plan) : batch_(plan.batch), seed_(plan.seed), random_(plan.seed) {}
  int batch() const { return batch_; }  ///< the plan's batch size, in examples or whatever the trainee counts
  Generators& random() { return random_; }

 private:
  int batch_;
  std::uint64_t seed_;
  Generators random_;
};

}  // namespace attn::training
