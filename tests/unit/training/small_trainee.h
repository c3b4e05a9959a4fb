// A trainee with one weight that has to reach a goal, which it sees through noise.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "training/trainee.h"
#include "training/trainer.h"

namespace attn::training::testing {

constexpr double kGoal = 3;

class SmallTrainee final : public Trainee {
 public:
  explicit SmallTrainee(const Plan& plan) : seed_(plan.seed), random_(plan.seed) { parameters_.add("weight", Mat::Zero(1, 1)); }
  double weight() const { return static_cast<double>(parameters_.find("weight")->value(0, 0)); }

  nn::Parameters& parameters() override { return parameters_; }
  void draw(int) override { goal_ = Real(kGoal) + Real(0.02) * static_cast<Real>(random_.normal()); }
  std::vector<Rng*> generators() override { return {&random_}; }
  autodiff::Var loss(autodiff::Tape& tape, int) override {
    nn::Parameter& weight = *parameters_.find("weight");
    const Real goal = goal_;
    autodiff::Var at = tape.parameter(weight.value, &weight.gradient), y = tape.make(1, 1);
    y.value()(0, 0) = (at.value()(0, 0) - goal) * (at.value()(0, 0) - goal);
    tape.on_backward(y, [at, y, goal] { at.gradient()(0, 0) += 2 * (at.value()(0, 0) - goal) * y.gradient()(0, 0); });
    return y;
  }
  void rewind() override { random_ = Rng(seed_); }
  double guessing() const override { return kGoal * kGoal; }
  std::vector<Score> measure(int) const override {
    return {{"right", "held_out_right", "all right", std::abs(weight() - kGoal) < 0.2 ? 1.0 : 0.0}};
  }
  bool study() override { return ++pieces_ < 2; }
  void forget_study() override { pieces_ = 0; }
  std::vector<Metric> found() const override { return {{"near", std::abs(weight() - kGoal)}}; }
  Wording wording() const override { return {.example = "trial"}; }
  std::map<std::string, std::string> metadata() const override { return {{"task", task}}; }

  std::string task = "goal";

 private:
  std::uint64_t seed_;
  Rng random_;
  Real goal_ = 0;
  nn::Parameters parameters_;
  int pieces_ = 0;
};

inline Make make_small() {
  return [](const Plan& plan) { return std::make_unique<SmallTrainee>(plan); };
}
inline const SmallTrainee& small_of(const Trainer& trainer) { return static_cast<const SmallTrainee&>(trainer.trainee()); }

}  // namespace attn::training::testing
