// A trainee at its training: tape, optimiser, plan, curves, and when it has converged or diverged. The state of every trained lesson, and
// what attention-train runs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "nn/optimiser.h"
#include "training/runs.h"
#include "training/trainee.h"

namespace attn::training {

using nn::Method;

/// How a model is trained. Gradient norms are those of all parameters together.
struct Plan {
  int batch = 32;
  Method method = Method::adam;
  Real learning_rate = Real(0.003);
  int warm_up = 50;           ///< steps over which the rate rises
  bool inverse_root = false;  ///< after that it falls as 1 / sqrt(step)
  int decay_from = 0;         ///< step from which the rate falls as a cosine, to nothing at `decay_to`
  int decay_to = 0;           ///< not after `decay_from`: the rate never falls
  Real weight_decay = 0;      ///< of AdamW, and 0 with any other method
  Real clip = 1;              ///< largest gradient norm; 0: as it is
  std::uint64_t seed = 1;     ///< of weights and of examples
  int check_every = 0;        ///< steps between two held-out checks; 0: none is made
  int check_examples = 32;
};

/// Makes a trainee with fresh weights from the plan's seed, for its batches of the plan's size.
using Make = std::function<std::unique_ptr<Trainee>(const Plan& plan)>;

inline constexpr int kRecentSteps = 20;  ///< that a loss is the mean of, for one batch says little

/// A held-out check on the way: the first score of Trainee::measure().
struct Check {
  int step = 0;
  double value = 0;
};

/// Training so far, as figures and results take it.
struct Curves {
  Mat losses = Mat(0, 2);  ///< [k,2] step, from 1, and the mean loss of the kRecentSteps steps up to it; the last row is the last step's
  Mat gradient_norms = Mat(0, 2);  ///< [k,2] the same of the norm before clipping
  Mat checks = Mat(0, 2);          ///< [c,2] step and value
  double guessing = 0, clip = 0;
  int check_examples = 0;
  Wording wording;
  std::string note;  ///< what the weights are, or why training ended
  Book runs;         ///< to be seen beside it
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

/// The state of a trained lesson: the model in training, and shipped ones that only stand beside it, by their names.
struct Models {
  Trainer trainer;
  std::map<std::string, Trainer, std::less<>> beside = {};
  Book runs = {};  ///< earlier trainings, for the figure alone
};

}  // namespace attn::training
