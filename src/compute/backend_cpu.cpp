#include "base/later.h"
#include "compute/backend.h"

namespace attn::compute {
namespace {

/// Makes a backend's function of a kernel.
template <auto kKernel>
struct Counted;
template <class Result, class... Arguments, Result (*kKernel)(Arguments...)>
struct Counted<kKernel> {
  static Result call(Arguments... arguments) {
    ++calls().on_cpu;
    return kKernel(arguments...);
  }
};

/// The CPU computes a tape's operations without one; a network counts as one call.
std::unique_ptr<autodiff::Engine> no_engine() {
  ++calls().on_cpu;
  return nullptr;
}

kernels::MultiHead multi_head_attention(In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask) {
  return kernels::multi_head_attention(q, k, v, weights, heads, mask);
}

}  // namespace

Calls& calls() {
  static Calls& only = *new Calls;  // never destroyed, because objects that are destroyed at the program's end may still compute
  return only;
}

const Backend& cpu() {
  static constexpr Backend kBackend = {.name = "cpu",
                                       .attention = Counted<kernels::attention>::call,
                                       .multi_head_attention = Counted<multi_head_attention>::call,
                                       .feed_forward = Counted<kernels::feed_forward>::call,
                                       .nadaraya_watson = Counted<kernels::nadaraya_watson>::call,
                                       .nadaraya_watson_output = Counted<kernels::nadaraya_watson_output>::call,
                                       .engine = no_engine};
  return kBackend;
}

Chosen choose(std::string_view preference) {
  if (preference != "gl") return {&cpu(), {}};
  if (!is_here(webgl)) return {&cpu(), "what the GPU needs is on its way"};
  std::string why_not;
  if (const Backend* gl = webgl(&why_not)) return {gl, {}};
  return {&cpu(), why_not};
}

}  // namespace attn::compute
