// Trains a trainee: it has the tape, the optimiser, the plan and the curves, and it says when training has converged or diverged. Every
// trained lesson has one, and attention-train runs one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/engine.h"
#include "base/mat.h"
#include "base/packing.h"
#include "training/curves.h"
#include "training/metric.h"
#include "training/plan.h"

namespace attn::training {

/// A held-out check during training. Its value is the first score of Trainee::measure().
struct Check {
  int step = 0;
  double value = 0;
};

class Film;

class Trainer {
 public:
  Trainer(const Make& make, const Plan& plan);
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;
  ~Trainer();

  Trainee& trainee();
  const Trainee& trainee() const;
  const Plan& plan() const;

  /// Replaces all weights by those of a checkpoint. steps() starts again at 0, and so do the optimiser and the batches. `source` is what
  /// provenance() calls the weights. Returns an empty string, or why the bytes were refused; nothing has changed then.
  std::string load(std::string_view safetensors, std::string source = "shipped weights");
  /// The weights as a checkpoint, in 16-bit floats if `half`, else in 32-bit ones.
  std::string save(bool half) const;
  bool loaded() const;  ///< whether the weights came from a file, so that steps() counts from there

  /// Has step() compute gradients with an engine that `make` makes for each step, of a whole batch at once, if the trainee suits one; null:
  /// on the CPU. Weights that were trained with an engine are close to the CPU's, not the same to the last bit. A step in which the engine
  /// fails is computed on the CPU.
  void set_engine(autodiff::MakeEngine make);
  bool engine_computed() const;  ///< whether an engine computed the last step
  /// Computes the gradients of the last step's batch with such an engine and forgets them: for measuring how long that takes. Returns
  /// whether the engine did it.
  bool rehearse(autodiff::MakeEngine make);

  /// Takes one optimiser step on the next batch, then makes a held-out check where the plan asks for one. Does nothing once diverged().
  /// Where an earlier frame of the film was shown, the present weights come back first.
  void step();
  /// The same in parts, for those who take every step together (team.h): draw(), compute() of some shards, the sums of the others, and
  /// update(). Whether a shard is computed here or elsewhere, the weights are the same to the last bit.
  void draw();
  /// Draws the next batch before update(), in time that would be spent waiting; draw() then takes this one.
  void draw_ahead();
  int shards() const;
  void compute(int first, int count);
  void update();
  /// In both directions: the sums of the shards first ... first + count - 1, which the writer has computed. Shards are summed in pairs,
  /// these sums in pairs again, and so on; so each member of a team can sum what it has, and the order is always the same.
  void pack_sums(Packing& packing, int first, int count);

  /// In both directions: all that steps go on from. Who reads it keeps those frames that the writer's film would keep, or no film.
  void pack_order(Packing& packing, bool film);
  /// In both directions: where steps have led that began at `from`, with the frames kept since the last report.
  void pack_report(Packing& packing, int from);

  int steps() const;  ///< the steps that the weights have taken; where an earlier frame is shown, those up to it
  int taken() const;  ///< all steps taken
  /// For each step the mean loss of its batch, and the gradient's norm before clipping.
  const std::vector<float>& losses() const;
  const std::vector<float>& gradient_norms() const;
  const std::vector<Check>& checks() const;
  float loss() const;          ///< the mean over the kRecentSteps steps up to steps(); NaN before the first step
  const Check* check() const;  ///< the last check up to steps(); null before the first one

  /// Keeps a film of the training (film.h). It must be called before the first step. `beside`: the weights of those that are recorded
  /// beside it; all of them keep the same frames.
  void record(Index beside = 0);
  /// For those who look at all frames themselves. The present weights are not in it.
  const Film& film() const;
  /// The steps of the frames that can be shown: those of the film, and the present one. Empty before the first step, and without a film.
  std::vector<int> frames() const;
  /// Shows the model with the weights of a frame. Training is not disturbed: optimiser, batches and curves stay where they are, and step()
  /// goes on from the present. The last frame is the present.
  void show_frame(int frame);
  int shown_frame() const;  ///< -1 where there are no frames

  /// Whether the loss or the gradient is not finite any more, or the loss is above Trainee::hopeless(). Training does not recover from
  /// there. An earlier frame has not diverged.
  bool diverged() const;
  /// Whether the last three checks were right on every example.
  bool converged() const;
  /// A sentence for the reader if training has converged or diverged; after a divergence it also says why and what to try. Else empty.
  std::string ending() const;

  /// Does a piece of the trainee's study, which begins anew when the weights have changed. Returns whether there is more to do.
  bool measure();
  /// There is more to study of the same weights, because something else is asked.
  void study_on();
  bool measured() const;                 ///< whether the study is finished and is about the present weights
  bool studies_present_weights() const;  ///< whether the study, finished or not, is about the present weights

  /// {"step", n}, {"loss", ...}, {"gradient-norm", ...}, {"held-out", value of the last check}, then what the study found if measured(). A
  /// number that does not exist yet is left out; the loss is NaN instead.
  std::vector<Metric> metrics() const;
  Curves curves() const;
  /// Where the weights come from: "shipped weights, 120 steps on", "your own weights from a.safetensors", "from the seed, 300 steps".
  std::string provenance() const;

 private:
  void compute(int shard);
  bool compute_whole(autodiff::MakeEngine make);
  void sum(int row, int size);
  void pack_generators(Packing& packing);
  void pack_state(Packing& packing, int from);

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The values of s steps as a curve [min(s, most), 2]. A row is a step, counted from 1, and the mean of the kRecentSteps values up to it;
/// the last row is that of the last step.
Mat thinned(const std::vector<float>& per_step, int most = 240);
/// Whether the last three checks were right on every example.
bool converged(const std::vector<Check>& checks);

}  // namespace attn::training
