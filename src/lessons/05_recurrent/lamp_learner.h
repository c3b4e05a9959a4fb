// A small recurrent network that learns to remember how bright one lamp was, while the others go on flashing. It is asked at every step.
//
// t = kLamps steps, u units. An input has two numbers: the lamp's brightness less a half, and a flag that is 1 where the lamp is the
// one to be remembered. In half of the rows that training draws this is the first lamp, in the others any.
#pragma once

#include <string_view>
#include <vector>

#include "autodiff/engine.h"
#include "kernels/recurrent.h"
#include "lessons/05_recurrent/lamp_params.h"
#include "nn/recurrent.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::recurrent {

inline constexpr double kLampTolerance = 0.1;  ///< an answer that is off by less counts as right

/// The inputs [t,2] of a row of lamps.
Mat lamp_inputs(In lamps, int kept);

class LampLearner final : public training::SeededTrainee {
 public:
  LampLearner(kernels::Cell cell, const training::Plan& plan, int units = kLampUnits);

  kernels::Cell cell() const { return cell_; }
  kernels::RecurrentWeights weights() const;
  Mat readout() const;  ///< [u+1,1] the weights of the state's numbers in the answer, then its bias
  /// What it answers after each step [t,1] to one row of lamps, as lamp_inputs() gives it.
  Mat answer(In inputs, autodiff::MakeEngine engine) const;
  /// How many of `rows` held-out rows, whose first lamp has to be remembered, are right after each step.
  std::vector<int> recalled(int rows) const;

  nn::Parameters& parameters() override { return parameters_; }
  void draw(int step) override;
  /// So small a network is not worth a second worker.
  int shards() const override { return 1; }
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
  /// The variance of a lamp's brightness.
  double guessing() const override { return 1.0 / 12; }
  double hopeless() const override { return 0; }
  /// "recalled": the share that is right after the last step.
  std::vector<training::Score> measure(int examples) const override;
  training::Wording wording() const override;

 private:
  /// `count` rows of lamps as inputs [t b,2], with the right answer [t b,1] and where one is asked for [t b,1].
  struct Rows {
    Mat x, right, asked;
  };
  static Rows draw_rows(int count, bool first, Rng& rng);
  autodiff::Var answers(autodiff::Tape& tape, const Mat& x, int count) const;

  kernels::Cell cell_;
  nn::Parameters parameters_;
  nn::RecurrentLayer layer_;
  nn::Linear answer_;
  Rows drawn_;
};

}  // namespace attn::lessons::recurrent
