// The WebGL2 / OpenGL backend from inside: one function for each kernel, and what tests and measurements want to know of it.
#pragma once

#include <string>

#include "compute/backend.h"

namespace attn::compute {

class Device;

/// What has become of the calls since the program began. A call that the GPU cannot do (a matrix beyond its texture size or without
/// elements, memory, a lost context) is computed on the CPU instead: the result is right in any case.
struct GlReport {
  long on_gpu = 0;
  long on_cpu = 0;
  std::string why_cpu;  ///< of the last such call
};
const GlReport& gl_report();

/// To be called before a context that webgl() was used in is destroyed. After a loss of the context it is not needed.
void release_gl();

/// Each returns false, with the reason, where the GPU did not do it; `*result` is then worthless. Shapes as in the kernels.
bool attention_gl(Device& device, In q, In k, In v, const kernels::AttentionOptions& options, kernels::Attention* result, std::string* why);
bool multi_head_gl(Device& device, In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask,
                   kernels::MultiHead* result, std::string* why);
bool regression_gl(Device& device, In x, In y, In queries, kernels::RegressionKernel kernel, Real width, bool with_weights,
                   kernels::Regression* result, std::string* why);

}  // namespace attn::compute
