// A trainee whose weights and batches come from the seed of its plan, each from generators of their own, so that the batches can begin anew
// beside weights that stay.
#pragma once

#include <cstdint>

#include "base/rng.h"
#include "training/trainee.h"
#include "training/trainer.h"

namespace attn::training {

/// Independent generators from one seed, in the order in which checkpoints were made with them.
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
  int batch() const { return batch_; }  ///< examples, or what else the trainee counts in
  Generators& random() { return random_; }

 private:
  int batch_;
  std::uint64_t seed_;
  Generators random_;
};

}  // namespace attn::training
