// A trainee that fits a line to points, in shards or, with an engine, all at once.
#pragma once

#include <memory>

#include "autodiff/ops.h"
#include "training/seeded_trainee.h"

namespace attn::training::testing {

class LineTrainee final : public SeededTrainee {
 public:
  explicit LineTrainee(const Plan& plan) : SeededTrainee(plan) { parameters_.add("slope", Mat::Zero(2, 1)); }
  const Mat& slope() const { return parameters_.find("slope")->value; }

  nn::Parameters& parameters() override { return parameters_; }
  void draw(int) override {
    x_ = normal_matrix(batch(), 2, random().examples);
    y_ = x_.col(0) - 2 * x_.col(1);
  }
  autodiff::Var loss(autodiff::Tape& tape, int shard) override { return loss_of(tape, first_of(shard), count_of(shard)); }
  bool suits_engine() const override { return suits; }
  autodiff::Var whole_loss(autodiff::Tape& tape) override { return loss_of(tape, 0, batch()); }
  double guessing() const override { return 5; }
  std::vector<Score> measure(int) const override { return {{"near", "near", "near", 0.0}}; }

  static inline bool suits = true;

 private:
  autodiff::Var loss_of(autodiff::Tape& tape, int first, int count) {
    nn::Parameter& slope = *parameters_.find("slope");
    const autodiff::Var said = autodiff::product(tape.constant(x_.middleRows(first, count)), tape.parameter(slope.value, &slope.gradient));
    const autodiff::Var off = autodiff::subtract(said, tape.constant(y_.middleRows(first, count)));
    return autodiff::scale(autodiff::sum(autodiff::multiply(off, off)), 1 / static_cast<Real>(batch()));
  }

  nn::Parameters parameters_;
  Mat x_, y_;
};

inline Make make_line() {
  return [](const Plan& plan) { return std::make_unique<LineTrainee>(plan); };
}
inline const Mat& slope_of(const Trainer& trainer) { return static_cast<const LineTrainee&>(trainer.trainee()).slope(); }

}  // namespace attn::training::testing
