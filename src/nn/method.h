// The methods of optimisation that a plan can name: gradient descent, the same with momentum, Adam, and AdamW.
#pragma once

namespace attn::nn {

enum class Method { sgd, momentum, adam, adamw };

}  // namespace attn::nn
