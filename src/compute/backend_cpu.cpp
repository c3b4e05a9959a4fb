#include "compute/backend.h"

namespace attn::compute {

const Backend& cpu() {
  static constexpr Backend kBackend = {
      .name = "cpu",
      .attention = kernels::attention,
      .multi_head_attention = [](In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads,
                                 const Mask* mask) { return kernels::multi_head_attention(q, k, v, weights, heads, mask); },
      .nadaraya_watson = kernels::nadaraya_watson,
      .nadaraya_watson_output = kernels::nadaraya_watson_output};
  return kBackend;
}

Chosen choose(std::string_view preference) {
  if (preference != "gl") return {&cpu(), "Computed on the CPU, as chosen."};
  std::string why_not;
  if (const Backend* gl = webgl(&why_not)) return {gl, "Computed on the GPU, as chosen."};
  return {&cpu(), "Computed on the CPU: " + why_not + "."};
}

}  // namespace attn::compute
