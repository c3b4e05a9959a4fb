#include "session/step_backend.h"

#include <algorithm>

#include "base/clock.h"
#include "base/text.h"
#include "compute/probe.h"
#include "training/trainee.h"
#include "training/trainer.h"

namespace attn::session {
namespace {

constexpr double kNoticedMs = 4;  ///< of the CPU for a step: below that nothing is tried
constexpr double kClearly = 0.9;  ///< of the CPU's time
constexpr int kTries = 4;         ///< of which the first has the GPU's programs made

/// Looks for the device each time, since the context may have been lost or restored.
std::unique_ptr<autodiff::Engine> gpu_engine() {
  std::string why_not;
  const compute::Backend* gl = compute::webgl(&why_not);
  return gl ? gl->engine() : nullptr;
}

/// Whether a GPU, the only one that a program has, is so slow that it need not be tried.
bool is_hopeless() {
  static const bool known = [] {
    std::string why_not;
    const compute::Backend* gl = compute::webgl(&why_not);
    return !gl || compute::probe(*gl) > compute::kHopeless;
  }();
  return known;
}

std::string ms(double x) { return rounded(x, 2) + " ms"; }

}  // namespace

StepBackend::StepBackend() : make_(gpu_engine) {}

bool StepBackend::suits(course::Model* model) {
  if (!model) return false;
  const std::vector<training::Trainer*> all = model->trainers();
  return !all.empty() && std::all_of(all.begin(), all.end(), [](training::Trainer* one) { return one->trainee().suits_engine(); });
}

bool StepBackend::faster() const { return gpu_ms_ >= 0 && cpu_ms_ >= 0 && tries_ >= kTries && gpu_ms_ < kClearly * cpu_ms_; }

bool StepBackend::wants_try(course::Model* model) const {
  return gpu_ && !chosen_ && !failed_ && tries_ < kTries && cpu_ms_ > kNoticedMs && suits(model);
}

void StepBackend::step(course::Model& model, bool alone) {
  const bool gpu = on_gpu(&model);
  const std::vector<training::Trainer*> all = model.trainers();
  for (training::Trainer* one : all) one->set_engine(gpu ? make_ : nullptr);
  const double start = milliseconds();
  model.step();
  const double taken = milliseconds() - start;
  if (!gpu) {
    if (alone) note_cpu(taken);
    return;
  }
  failed_ = std::any_of(all.begin(), all.end(), [](training::Trainer* one) { return !one->engine_computed(); });
  if (!failed_) gpu_ms_ = gpu_ms_ < 0 ? taken : std::min(gpu_ms_, taken);
}

void StepBackend::try_gpu(course::Model& model) {
  if (make_ == gpu_engine && is_hopeless()) {
    tries_ = kTries;
    return;
  }
  const double start = milliseconds();
  for (training::Trainer* one : model.trainers()) failed_ = failed_ || !one->rehearse(make_);
  const double taken = milliseconds() - start;
  if (++tries_ == 1) return;
  gpu_ms_ = gpu_ms_ < 0 ? taken : std::min(gpu_ms_, taken);
}

std::string StepBackend::sentence(course::Model* model) const {
  if (!suits(model) || (cpu_ms_ < 0 && gpu_ms_ < 0)) return {};
  if (on_gpu(model) && chosen_) return "Training runs on the GPU, as chosen" + (gpu_ms_ < 0 ? "." : ": " + ms(gpu_ms_) + " a step.");
  const std::string here = std::string("Training runs on the ") + (on_gpu(model) ? "GPU" : "CPU");
  if (failed_ && gpu_) return here + ", since the GPU failed to compute a step.";
  if (gpu_ms_ < 0 || cpu_ms_ < 0 || tries_ < kTries) return here + ".";
  return here + ": a step takes the CPU " + ms(cpu_ms_) + ", the GPU " + ms(gpu_ms_) + ".";
}

}  // namespace attn::session
