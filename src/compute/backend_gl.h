// The inside of the WebGL2 / OpenGL backend: one function for each kernel.
#pragma once

#include <memory>
#include <string>

#include "compute/backend.h"

namespace attn::compute {

class Device;

/// Must be called before a context in which webgl() was used is destroyed. It is not needed after a loss of the context.
void release_gl();

/// What computes the operations of a tape on the device. The device must live longer. While it lives, passes may change OpenGL's state.
std::unique_ptr<autodiff::Engine> make_gl_engine(Device& device);

/// Each function returns false, with the reason, where the GPU did not do it. `*result` must not be used then. Shapes are as in the
/// kernels.
bool attention_gl(Device& device, In q, In k, In v, const kernels::AttentionOptions& options, kernels::Attention* result, std::string* why);
bool multi_head_gl(Device& device, In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask,
                   kernels::MultiHead* result, std::string* why);
bool feed_forward_gl(Device& device, In x, In w1, In b1, In w2, In b2, kernels::Activation activation, kernels::FeedForward* result,
                     std::string* why);
bool regression_gl(Device& device, In x, In y, In queries, kernels::RegressionKernel kernel, Real width, bool with_weights,
                   kernels::Regression* result, std::string* why);

}  // namespace attn::compute
