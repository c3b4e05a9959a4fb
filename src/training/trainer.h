// A trainee at its training: tape, optimiser, plan, curves, and when it has converged or diverged. Every trained lesson has one,
// and attention-train runs one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "training/curves.h"
#include "training/metric.h"
#include "training/plan.h"

namespace attn::training {

/// A held-out check on the way: the first score of Trainee::measure().
struct Check {
  int step = 0;
  double value = 0;
};

class Trainer {
 public:
  Trainer(const Make& make, const Plan& plan);
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;
  ~Trainer();

  Trainee& trainee();
  const Trainee& trainee() const;
  const Plan& plan() const;

  /// Replaces all weights by those of a checkpoint; steps() starts again at 0, the optimiser and the batches afresh. `source` is what
  /// provenance() calls them. Returns an empty string, or why the bytes were refused (then nothing has changed).
  std::string load(std::string_view safetensors, std::string source = "shipped weights");
  /// The weights as a checkpoint, 16-bit where `half`.
  std::string save(bool half) const;
  bool loaded() const;  ///< the weights come from a file, and steps count from there

  /// One optimiser step on the next batch, and a held-out check where the plan asks for one. Does nothing once diverged().
  void step();
  int steps() const;
  /// Per step: mean loss of the batch, and the gradient norm before clipping.
  const std::vector<float>& losses() const;
  const std::vector<float>& gradient_norms() const;
  const std::vector<Check>& checks() const;
  float loss() const;  ///< the last kRecentSteps steps' mean, NaN before the first

  /// Loss or weights are no finite numbers any more, or the loss stands far above guessing; nothing trains from there.
  bool diverged() const;
  /// The last three checks were right on every example.
  bool converged() const;
  /// A sentence for the reader where training has ended by itself: that it converged, or that it diverged, why, and what to try.
  std::string ending() const;

  /// A piece of the trainee's study, which begins anew when the weights have changed; returns whether there is more to do.
  bool measure();
  bool measured() const;                 ///< the study is finished, and of the present weights
  bool studies_present_weights() const;  ///< as far as the study has come

  /// {"step", n}, {"loss", ...}, {"gradient-norm", ...}, {"held-out", value of the last check}, then what the study found if measured(). A
  /// number that there is not yet is left out, but for the loss, which then is NaN.
  std::vector<Metric> metrics() const;
  Curves curves() const;
  /// "shipped weights, 120 steps on", "your own weights from a.safetensors", "from the seed, 300 steps"
  std::string provenance() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// [min(s, most), 2] of s steps' values: the step, from 1, and the mean of the kRecentSteps values up to it; the last row is of the last
/// step.
Mat thinned(const std::vector<float>& per_step, int most = 240);
/// Whether the last three checks found nothing wrong.
bool converged(const std::vector<Check>& checks);

}  // namespace attn::training
