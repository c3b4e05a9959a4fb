// A lesson for the tests of the app, whose model is a training::Trainee with one weight.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "course/definition.h"
#include "training/models.h"
#include "unit/training/small_trainee.h"

namespace attn::session::testing {

struct SmallParams : course::TrainingChoices {
  bool wide = false;  ///< makes another model, whose weight has another name
  Real gain = 1;      ///< has nothing to do with training

  static params::Table<SmallParams> table() {
    using P = SmallParams;
    return params::Table<P>{}
        .boolean(&P::wide, {.id = "wide", .label = "Wide", .help = "W.", .restarts_training = true})
        .number(&P::gain, {.id = "gain", .label = "Gain", .help = "G.", .min = 0, .max = 10})
        .include(course::training_table());
  }
};
struct SmallResult {
  double weight = 0;
};

class WideTrainee final : public training::Trainee {
 public:
  explicit WideTrainee(const training::Plan& plan) : small_(plan) { parameters_.add("wide", Mat::Zero(1, 2)); }
  nn::Parameters& parameters() override { return parameters_; }
  void draw(int step) override { small_.draw(step); }
  std::vector<Rng*> generators() override { return small_.generators(); }
  autodiff::Var loss(autodiff::Tape& tape, int shard) override { return small_.loss(tape, shard); }
  void rewind() override {}
  double guessing() const override { return 0; }
  std::vector<training::Score> measure(int) const override { return {{"right", "", "", 0}}; }

 private:
  training::testing::SmallTrainee small_;
  nn::Parameters parameters_;
};

inline training::Make make_for(const SmallParams& p) {
  if (!p.wide) return training::testing::make_small();
  return [](const training::Plan& plan) { return std::make_unique<WideTrainee>(plan); };
}

inline void settle(const SmallParams&, SmallParams&) {}

inline SmallResult compute(const SmallParams& p, const training::Models& models, const compute::Backend&) {
  return {p.wide ? 0 : training::testing::small_of(models.trainer).weight()};
}

inline std::string describe(const SmallParams&, const SmallResult&) { return {}; }

inline const course::Lesson& small_lesson() {
  using P = SmallParams;
  using R = SmallResult;
  static const course::Lesson lesson = course::define<P, R, training::Models>({
      .about = {"small", "A small model", "For tests."},
      .results = {{"weight", "Weight", [](const P&, const R& r) { return course::scalar(r.weight); }}},
      .figures = {{"first", "First", {"gain"}, 1.3f, [](canvas::Canvas&, const P&, const R&, P&) {}},
                  {"training", "Training", {"learning-rate"}, 1.3f}},
      .exercises = {},
      .training = course::trained<P>({.make = make_for, .shipped = [](const P&) -> const training::Recipe* { return nullptr; }}),
  });
  return lesson;
}

}  // namespace attn::session::testing
