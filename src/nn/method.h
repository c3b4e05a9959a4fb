// The ways down the slope that a plan can name: gradient descent, with momentum, Adam, AdamW.
#pragma once

namespace attn::nn {

enum class Method { sgd, momentum, adam, adamw };

}  // namespace attn::nn
