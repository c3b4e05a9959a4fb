// A trained lesson for the tests of the app: one weight goes to 3 by gradient steps, and the clock advances only by work.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "course/definition.h"
#include "training/recipe.h"

namespace attn::session::testing {

/// The milliseconds that steps and measuring pretend to take.
struct WorkClock {
  inline static double now = 0;
  inline static double step_ms = 4, measure_ms = 2;
};

struct TrainedParams {
  Real rate = Real(0.1);
  Real gain = 1;
  bool shipped = false;
  int steps = 0;

  static params::Table<TrainedParams> table() {
    using P = TrainedParams;
    return params::Table<P>{}
        .number(&P::rate, {.id = "rate", .label = "Rate", .help = "R.", .min = 0, .max = 10, .restarts_training = true})
        .number(&P::gain, {.id = "gain", .label = "Gain", .help = "G.", .min = 0, .max = 10})
        .boolean(&P::shipped, {.id = "shipped", .label = "Shipped", .help = "S.", .restarts_training = true})
        .integer(&P::steps, {.id = "steps", .label = "Steps", .help = "N.", .min = 0, .max = 200, .step = 1});
  }
};

struct TrainedResult {
  double weight = 0;
  int steps = 0;
};

class TrainedModel final : public course::Model {
 public:
  static constexpr int kPieces = 3;  ///< in how many pieces it is measured

  explicit TrainedModel(const TrainedParams& p) : rate_(static_cast<double>(p.rate)) {}
  double weight() const { return weight_; }

  std::string load(std::string_view bytes) override { return load(bytes, &weight_); }
  std::string load_beside(const training::Recipe&, std::string_view bytes) override { return load(bytes, &beside_); }
  void step() override {
    WorkClock::now += WorkClock::step_ms;
    weight_ -= rate_ * (weight_ - 3);
    ++steps_;
    measured_ = 0;
  }
  int steps() const override { return steps_; }
  bool measure() override {
    WorkClock::now += WorkClock::measure_ms;
    if (measured_ < kPieces) ++measured_;
    return measured_ < kPieces;
  }
  course::HaltReason halt() const override {
    if (!(std::abs(weight_) < 1e6)) return {course::Halt::kDiverged, "The weight ran away; try a smaller rate."};
    if (std::abs(weight_ - 3) < 0.01) return {course::Halt::kConverged, "It has arrived."};
    return {};
  }
  std::vector<course::Metric> metrics() const override {
    return {{"step", double(steps_)}, {"loss", (weight_ - 3) * (weight_ - 3)}, {"measured", double(measured_)}};
  }

 private:
  static std::string load(std::string_view bytes, double* into) { return text_to_number(bytes, into) ? "" : "it is no number"; }

  double rate_;
  double weight_ = 0;
  double beside_ = 0;  ///< the weight of the model beside it
  int steps_ = 0;
  int measured_ = 0;  ///< pieces
};

/// The shipped models.
inline const training::Recipe& recipe(std::string_view name) {
  static const std::map<std::string_view, training::Recipe> all = [] {
    std::map<std::string_view, training::Recipe> made;
    for (const std::string_view one : {"tiny", "rival"}) made[one].name = one, made[one].steps = 1200;
    return made;
  }();
  return all.at(name);
}

inline void settle(const TrainedParams&, TrainedParams&) {}

inline TrainedResult compute(const TrainedParams& p, const TrainedModel& model, const compute::Backend&) {
  return {model.weight() * static_cast<double>(p.gain), model.steps()};
}

inline std::string describe(const TrainedParams&, const TrainedResult& r) {
  return "The weight after " + std::to_string(r.steps) + " steps.";
}

inline const course::Lesson& trained_sample() {
  using P = TrainedParams;
  using R = TrainedResult;
  static const course::Lesson lesson = course::define<P, R, TrainedModel>({
      .about = {"trained-sample", "A trained sample", "For tests."},
      .results = {{"weight", "weight", [](const P&, const R& r) { return course::scalar(r.weight); }}},
      .figures = {{"only", "Only", {"rate"}, 1.4f, [](canvas::Canvas&, const P&, const R&, P&) {}},
                  {"plain", "Plain", {"rate"}, 1.4f, [](canvas::Canvas&, const P&, const R&, P&) {}, false}},
      .exercises = {},
      .training = {.start = [](const P& p) { return std::make_unique<TrainedModel>(p); },
                   .weights = [](const P& p) { return p.shipped ? &recipe("tiny") : nullptr; },
                   .beside = [](const P& p) { return training::at_most_one(p.shipped ? &recipe("rival") : nullptr); }},
  });
  return lesson;
}

}  // namespace attn::session::testing
