// What computes the steps that a model takes here: the CPU or, of models whose gradients it has, the GPU. The reader chooses, or a trial
// while it trains: the GPU computes gradients of steps that the CPU takes, and is taken where it is faster.
#pragma once

#include <string>

#include "compute/backend.h"
#include "course/lesson.h"

namespace attn::session {

inline constexpr double kNoticedMs = 4;  ///< of the CPU, for a picture or a step: below that no GPU makes a difference that a reader sees
inline constexpr double kClearly = 0.9;  ///< of the CPU's time: the GPU has to be faster by more than what a measurement is off

class StepBackend {
 public:
  using MakeEngine = decltype(compute::Backend::engine);
  StepBackend();
  /// With something else for a GPU.
  explicit StepBackend(MakeEngine make) : make_(make) {}

  /// Whether the GPU may compute steps, and whether the reader has chosen it.
  void allow(bool gpu, bool chosen) {
    failed_ = failed_ && gpu_ && gpu;  // it may have come back
    gpu_ = gpu, chosen_ = chosen;
  }
  /// The model begins anew.
  void restart() { cpu_ms_ = gpu_ms_ = -1, tries_ = 0, failed_ = false; }

  /// Whether the GPU takes the steps of the model, which may be null.
  bool on_gpu(course::Model* model) const { return gpu_ && suits(model) && (chosen_ || faster()) && !failed_; }
  /// Takes one. `alone`: there is no team that would be faster than the CPU is here.
  void step(course::Model& model, bool alone);
  /// A step of the CPU, here or in a team, took so long.
  void note_cpu(double ms) { cpu_ms_ = cpu_ms_ < 0 ? ms : 0.8 * cpu_ms_ + 0.2 * ms; }

  /// Whether a trial would be of use and is not over.
  bool wants_try(course::Model* model) const;
  /// A part of the trial, of one step. The GPU's code is here.
  void try_gpu(course::Model& model);

  /// What computes the steps, and why; empty where no step was taken, or no choice matters.
  std::string sentence(course::Model* model) const;

 private:
  static bool suits(course::Model* model);
  bool faster() const;

  MakeEngine make_;
  bool gpu_ = false, chosen_ = false;
  bool failed_ = false;               ///< the GPU did not do what was asked of it
  double cpu_ms_ = -1, gpu_ms_ = -1;  ///< of a step; negative: not measured
  int tries_ = 0;
};

}  // namespace attn::session
