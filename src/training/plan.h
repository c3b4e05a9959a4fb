// How a model is to be trained, and the function that makes it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/mat.h"
#include "nn/method.h"

namespace attn::training {

class Trainee;
using nn::Method;

/// Of a batch that a team may have, for as many members. More of them are too small to be computed fast.
inline constexpr int kTeamShards = 4;

/// The settings of a training. A gradient's norm is that of all parameters taken together.
struct Plan {
  int batch = 32;
  int shards = 1;  ///< at most so many, and so many members of a team at most, have a part of a batch; 1: no batch is cut (trainee.h)
  Method method = Method::adam;
  Real learning_rate = Real(0.003);
  int warm_up = 50;           ///< the number of steps over which the rate rises
  bool inverse_root = false;  ///< after the warm-up the rate falls as 1 / sqrt(step)
  int decay_from = 0;         ///< the step from which the rate falls as a cosine, until it is 0 at `decay_to`
  int decay_to = 0;           ///< where it is not larger than `decay_from`, there is no such decay
  Real weight_decay = 0;      ///< for AdamW; 0 with any other method
  Real clip = 1;              ///< the largest gradient norm; 0: gradients are not clipped
  std::uint64_t seed = 1;     ///< for the weights and the examples
  int check_every = 0;        ///< the number of steps between two held-out checks; 0: there are no checks
  int check_examples = 32;
};

/// Makes a trainee whose initial weights come from the plan's seed, and whose batches have the plan's size.
using Make = std::function<std::unique_ptr<Trainee>(const Plan& plan)>;

}  // namespace attn::training
