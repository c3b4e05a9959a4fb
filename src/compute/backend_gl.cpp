#include "compute/backend_gl.h"

#include <memory>

#include "compute/gl_device.h"

namespace attn::compute {
namespace {

// The device is global, because the functions of a Backend have no argument for it.
std::unique_ptr<Device>& the_device() {
  static auto& only = *new std::unique_ptr<Device>;  // never destroyed, because at the program's end the context may be gone
  return only;
}

// Runs `on_gpu(device, &result, &why)` or, where that is not possible, `on_cpu()`.
template <class Result, class OnGpu, class OnCpu>
Result run(OnGpu on_gpu, OnCpu on_cpu) {
  Device* const device = the_device().get();
  std::string why = "the graphics context was lost";
  if (device != nullptr && device->usable()) {
    Result result;
    if (on_gpu(*device, &result, &why)) {
      ++calls().on_gpu;
      return result;
    }
  }
  ++calls().fell_back;
  calls().why_cpu = why;
  return on_cpu();
}

kernels::Attention attention(In q, In k, In v, const kernels::AttentionOptions& options) {
  return run<kernels::Attention>(
      [&](Device& device, kernels::Attention* result, std::string* why) { return attention_gl(device, q, k, v, options, result, why); },
      [&] { return cpu().attention(q, k, v, options); });
}

kernels::MultiHead multi_head_attention(In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask) {
  return run<kernels::MultiHead>([&](Device& device, kernels::MultiHead* result,
                                     std::string* why) { return multi_head_gl(device, q, k, v, weights, heads, mask, result, why); },
                                 [&] { return cpu().multi_head_attention(q, k, v, weights, heads, mask); });
}

kernels::FeedForward feed_forward(In x, In w1, In b1, In w2, In b2, kernels::Activation activation) {
  return run<kernels::FeedForward>([&](Device& device, kernels::FeedForward* result,
                                       std::string* why) { return feed_forward_gl(device, x, w1, b1, w2, b2, activation, result, why); },
                                   [&] { return cpu().feed_forward(x, w1, b1, w2, b2, activation); });
}

template <bool kWithWeights>
kernels::Regression nadaraya_watson(In x, In y, In queries, kernels::RegressionKernel kernel, Real width) {
  return run<kernels::Regression>(
      [&](Device& device, kernels::Regression* result, std::string* why) {
        return regression_gl(device, x, y, queries, kernel, width, kWithWeights, result, why);
      },
      [&] { return (kWithWeights ? cpu().nadaraya_watson : cpu().nadaraya_watson_output)(x, y, queries, kernel, width); });
}

std::unique_ptr<autodiff::Engine> engine() {
  Device* const device = the_device().get();
  if (device != nullptr && device->usable()) return make_gl_engine(*device);
  ++calls().fell_back;
  calls().why_cpu = "the graphics context was lost";
  return cpu().engine();
}

constexpr Backend kBackend = {.name = "gl",
                              .attention = attention,
                              .multi_head_attention = multi_head_attention,
                              .feed_forward = feed_forward,
                              .nadaraya_watson = nadaraya_watson<true>,
                              .nadaraya_watson_output = nadaraya_watson<false>,
                              .engine = engine};

}  // namespace

void release_gl() { the_device().reset(); }

const Backend* webgl(std::string* why_not) {
  std::unique_ptr<Device>& device = the_device();
  if (device && device->alive()) return &kBackend;
  if (device) device->abandon();
  device = Device::create(why_not);
  return device ? &kBackend : nullptr;
}

}  // namespace attn::compute
