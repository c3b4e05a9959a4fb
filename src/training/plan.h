// How a model is to be trained, and what makes one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/mat.h"
#include "nn/method.h"

namespace attn::training {

class Trainee;
using nn::Method;

/// How a model is trained. Gradient norms are those of all parameters together.
struct Plan {
  int batch = 32;
  Method method = Method::adam;
  Real learning_rate = Real(0.003);
  int warm_up = 50;           ///< steps over which the rate rises
  bool inverse_root = false;  ///< after that it falls as 1 / sqrt(step)
  int decay_from = 0;         ///< step from which the rate falls as a cosine, to nothing at `decay_to`
  int decay_to = 0;           ///< not after `decay_from`: the rate never falls
  Real weight_decay = 0;      ///< of AdamW, and 0 with any other method
  Real clip = 1;              ///< largest gradient norm; 0: as it is
  std::uint64_t seed = 1;     ///< of weights and of examples
  int check_every = 0;        ///< steps between two held-out checks; 0: none is made
  int check_examples = 32;
};

/// Makes a trainee with fresh weights from the plan's seed, for its batches of the plan's size.
using Make = std::function<std::unique_ptr<Trainee>(const Plan& plan)>;

}  // namespace attn::training
