// A trained lesson made up for the tests of the app: one weight that goes to 3 by gradient steps, on a clock that only work moves.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "course/lesson.h"

namespace attn::session::testing {

/// Milliseconds that steps and measuring pretend to take.
struct WorkClock {
  inline static double now = 0;
  inline static double step_ms = 4, measure_ms = 2;
};

struct TrainedParams {
  Real rate = Real(0.1);
  Real gain = 1;
  bool shipped = false;
  int steps = 0;
};

struct TrainedState {
  double weight = 0;
  double beside = 0;  ///< of the model to compare with
  int steps = 0;
  int measured = 0;  ///< pieces
  int measured_at = -1;
  Real measured_gain = 0;
};

struct TrainedResult {
  double weight = 0;
  int steps = 0;
};

namespace detail {

constexpr int kPieces = 3;

inline std::string load(double* into, std::string_view bytes) { return text_to_number(bytes, into) ? "" : "it is no number"; }

inline bool measure(const TrainedParams& p, TrainedState& s) {
  WorkClock::now += WorkClock::measure_ms;
  if (s.measured_at != s.steps || s.measured_gain != p.gain) s.measured = 0, s.measured_at = s.steps, s.measured_gain = p.gain;
  if (s.measured < kPieces) ++s.measured;
  return s.measured < kPieces;
}

inline course::HaltReason halt(const TrainedParams&, const TrainedState& s) {
  if (!(std::abs(s.weight) < 1e6)) return {course::Halt::kDiverged, "The weight ran away; try a smaller rate."};
  if (std::abs(s.weight - 3) < 0.01) return {course::Halt::kConverged, "It has arrived."};
  return {};
}

inline course::TrainingSpec<TrainedParams, TrainedState> training() {
  using P = TrainedParams;
  using S = TrainedState;
  return {.start = [](const P&) { return std::make_shared<S>(); },
          .weights = [](const P& p) { return std::string(p.shipped ? "tiny" : ""); },
          .load = [](const P&, S& s, std::string_view bytes) { return load(&s.weight, bytes); },
          .more_weights = [](const P& p) { return p.shipped ? std::vector<std::string>{"rival"} : std::vector<std::string>{}; },
          .load_more = [](const P&, S& s, std::string_view, std::string_view bytes) { return load(&s.beside, bytes); },
          .step =
              [](const P& p, S& s) {
                WorkClock::now += WorkClock::step_ms;
                s.weight -= static_cast<double>(p.rate) * (s.weight - 3);
                ++s.steps;
              },
          .steps = [](const S& s) { return s.steps; },
          .measure = measure,
          .halt = halt,
          .metrics =
              [](const P&, const S& s) {
                return std::vector<course::Metric>{
                    {"step", double(s.steps)}, {"loss", (s.weight - 3) * (s.weight - 3)}, {"measured", double(s.measured)}};
              }};
}

}  // namespace detail

inline const course::Lesson& trained_sample() {
  using P = TrainedParams;
  using R = TrainedResult;
  static const course::Lesson lesson = course::define<P, R, TrainedState>({
      .about = {"trained-sample", "A trained sample", "For tests."},
      .params = params::Table<P>{}
                    .number(&P::rate, {.id = "rate", .label = "Rate", .help = "R.", .min = 0, .max = 10, .restarts_training = true})
                    .number(&P::gain, {.id = "gain", .label = "Gain", .help = "G.", .min = 0, .max = 10})
                    .boolean(&P::shipped, {.id = "shipped", .label = "Shipped", .help = "S.", .restarts_training = true})
                    .integer(&P::steps, {.id = "steps", .label = "Steps", .help = "N.", .min = 0, .max = 200, .step = 1}),
      .settle = nullptr,
      .compute =
          [](const P& p, const TrainedState& s, const compute::Backend&) {
            return R{s.weight * static_cast<double>(p.gain), s.steps};
          },
      .results = {{"weight", "weight", [](const P&, const R& r) { return course::scalar(r.weight); }}},
      .figures = {{"only", "Only", {"rate"}, 1.4f, [](canvas::Canvas&, const P&, const R&, P&) {}},
                  {"plain", "Plain", {"rate"}, 1.4f, [](canvas::Canvas&, const P&, const R&, P&) {}, false}},
      .describe = [](const P&, const R& r) { return "The weight after " + std::to_string(r.steps) + " steps."; },
      .exercises = {},
      .training = detail::training(),
  });
  return lesson;
}

}  // namespace attn::session::testing
