#include "session/step_backend.h"

#include <algorithm>

#include "base/clock.h"
#include "base/text.h"
#include "compute/probe.h"
#include "training/trainee.h"
#include "training/trainer.h"

namespace attn::session {
namespace {

constexpr int kTries = 4;  ///< of which the first has the GPU's programs made

/// Looks for the device each time, since the context may have been lost or restored.
std::unique_ptr<autodiff::Engine> gpu_engine() {
  std::string why_not;
  const compute::Backend* gl = compute::webgl(&why_not);
  return gl ? gl->engine() : nullptr;
}

/// Whether a GPU, the only one that a program has, is so slow that it need not be tried.
bool is_hopeless() {
  static double ratio = 0;
  std::string why_not;
  if (const compute::Backend* gl = compute::webgl(&why_not); gl && ratio == 0) ratio = compute::probe(*gl);
  return ratio == 0 || ratio > compute::kHopeless;
}

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
  const bool gpu = on_gpu(model), both = cpu_ms_ >= 0 && gpu_ms_ >= 0;
  std::string said = std::string("Training runs on the ") + (gpu ? "GPU" : "CPU");
  if (gpu && chosen_)
    said += ", as chosen";
  else if (!gpu && gpu_ && failed_)
    said += ", since the GPU failed";
  else if (gpu_ && both)
    said += gpu || cpu_ms_ <= gpu_ms_ ? ", which is faster here" : ", since the GPU is hardly faster here";
  if ((gpu ? gpu_ms_ : cpu_ms_) < 0) return said + ".";
  const auto ms = [](const char* who, double x) { return std::string("the ") + who + " " + rounded(x, 2) + " ms"; };
  said += ": a step takes ";
  if (cpu_ms_ >= 0) said += ms("CPU", cpu_ms_);
  if (both) said += ", ";
  if (gpu_ms_ >= 0) said += ms("GPU", gpu_ms_);
  return said + ".";
}

}  // namespace attn::session
