// A backend is a table of functions with the kernels' own types. It computes the same results on the CPU or by WebGL2 / OpenGL.
#pragma once

#include <string>
#include <string_view>

#include "autodiff/engine.h"
#include "base/mat.h"
#include "kernels/attention.h"
#include "kernels/feed_forward.h"
#include "kernels/multi_head.h"
#include "kernels/regression.h"

namespace attn::compute {

struct Backend {
  std::string_view name;  ///< "cpu" or "gl"
  kernels::Attention (*attention)(In q, In k, In v, const kernels::AttentionOptions& options);
  kernels::MultiHead (*multi_head_attention)(In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask);
  kernels::FeedForward (*feed_forward)(In x, In w1, In b1, In w2, In b2, kernels::Activation activation);
  kernels::Regression (*nadaraya_watson)(In x, In y, In queries, kernels::RegressionKernel kernel, Real width);
  /// The same without the weights [g,m], which need most of the work and the memory where there are many keys.
  kernels::Regression (*nadaraya_watson_output)(In x, In y, In queries, kernels::RegressionKernel kernel, Real width);
  /// For networks: makes what computes the operations of a tape. What it makes is null for the CPU.
  autodiff::MakeEngine engine;
};

/// Counts where the calls of all backends' functions were computed since the program began. A call that the GPU cannot do is computed on
/// the CPU instead, so that the result is right in any case. Reasons are a matrix without elements or beyond the GPU's texture size, too
/// little memory, and a lost context.
struct Calls {
  long on_gpu = 0;
  long on_cpu = 0;
  long fell_back = 0;   ///< how many of those on the CPU were meant for the GPU
  long brought = 0;     ///< how many values of networks came back from the GPU
  long spoiled = 0;     ///< how many networks the GPU computed wrongly, because the context was lost meanwhile or its memory was full
  std::string why_cpu;  ///< why the last of these fell back, without a full stop
};
Calls& calls();

/// The CPU's backend, which is always available.
const Backend& cpu();

/// The GPU's backend. It needs a current context of ES 3 or GL 3.3 that renders to float textures; without one it is null, with the reason
/// in `*why_not`. Call this again after the context was lost and restored. What the GPU cannot do, its functions compute on the CPU. May be
/// called only when is_here() says so (base/later.h): the pages fetch its code when the GPU is first chosen.
const Backend* webgl(std::string* why_not);

struct Chosen {
  const Backend* backend;
  std::string why_not;  ///< why the GPU is not available although it is preferred, without a full stop
};

/// Chooses the backend; this is decided nowhere else. `preference` is "cpu" or "gl".
Chosen choose(std::string_view preference);

}  // namespace attn::compute
