// Loss against scale: little models of stories, from four thousand weights to close to a million, each trained from random weights, and the
// curve through what they came to (Kaplan et al. 2020, "Scaling Laws for Neural Language Models"; with a floor as in Hoffmann et al. 2022,
// "Training Compute-Optimal Large Language Models", equation 2).
//
//   L(x) = floor + factor x^-exponent
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "models/gpt.h"

namespace attn::lessons::language_models {

/// What of a model is varied while all else stays.
enum class Scale { weights, stories, steps };
inline constexpr std::array<Scale, 3> kScales{Scale::weights, Scale::stories, Scale::steps};
inline constexpr std::array<std::string_view, 3> kScaleNames{"weights", "different stories", "steps"};

struct ScaleRun {
  int layers = 2, width = 32, heads = 4;
  int stories = 0;  ///< different ones that it learned from, again and again; 0: every story was a new one
  int steps = 2000;
  double loss = 0;  ///< nats a token on held-out stories, the lowest of kScaleChecks checks at even distances
  bool operator==(const ScaleRun&) const = default;
};
inline constexpr int kScaleBatch = 16, kScaleChecks = 16, kScaleSteps = 2000;
models::GptSettings settings_of(const ScaleRun& run);

/// The models of a picture, x rising.
std::span<const ScaleRun> scale_runs(Scale scale);
/// Its x: weights, different stories, or steps.
double scale_of(const ScaleRun& run, Scale scale);
/// The learning rate of a width: narrow models take larger steps.
double scale_rate(int width);
/// Trains a model as those of the table were trained, which takes seconds to minutes, and returns its loss.
double train_scale_run(const ScaleRun& run);

struct ScaleFit {
  double floor = 0, factor = 0, exponent = 0;
  double at(double x) const;
};
/// The curve through losses `y` at `x`, at least three, with the least squared error of ln L. The floor is not negative.
ScaleFit fit_scale(std::span<const double> x, std::span<const double> y);

}  // namespace attn::lessons::language_models
