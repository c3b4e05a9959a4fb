// A backend is a table of functions with the kernels' own types: the same results from the CPU or from WebGL2 / OpenGL.
#pragma once

#include <string>
#include <string_view>

#include "base/mat.h"
#include "kernels/attention.h"
#include "kernels/multi_head.h"
#include "kernels/regression.h"

namespace attn::compute {

struct Backend {
  std::string_view name;  ///< "cpu" or "gl"
  kernels::Attention (*attention)(In q, In k, In v, const kernels::AttentionOptions& options);
  kernels::MultiHead (*multi_head_attention)(In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask);
  kernels::Regression (*nadaraya_watson)(In x, In y, In queries, kernels::RegressionKernel kernel, Real width);
  /// The same without the weights [g,m], which for many keys are most of the work and of the memory.
  kernels::Regression (*nadaraya_watson_output)(In x, In y, In queries, kernels::RegressionKernel kernel, Real width);
};

/// What has become of the calls of all backends' functions since the program began. A call that the GPU cannot do (a matrix beyond its
/// texture size or without elements, memory, a lost context) is computed on the CPU instead: the result is right in any case.
struct Calls {
  long on_gpu = 0;
  long on_cpu = 0;
  long fell_back = 0;   ///< of those on the CPU: they were asked of the GPU
  std::string why_cpu;  ///< of the last such one, without a full stop
};
Calls& calls();

/// Always there.
const Backend& cpu();

/// Null, with the reason in `*why_not`, without an ES 3 / GL 3.3 context that renders to float textures. Needs a current GL context;
/// call again after the context was lost and restored. What this GPU cannot do (a matrix larger than its textures, a context that is lost
/// at the moment) its functions compute on the CPU, so that a result is always right.
const Backend* webgl(std::string* why_not);

struct Chosen {
  const Backend* backend;
  std::string why_not;  ///< where the GPU was asked for and is not to be had: why, without a full stop
};

/// The only decision point. `preference` is "cpu" or "gl".
Chosen choose(std::string_view preference);

}  // namespace attn::compute
