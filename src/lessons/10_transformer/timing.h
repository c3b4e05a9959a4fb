// How long one layer of each kind takes on this machine.
#pragma once

#include <array>
#include <vector>

#include "models/layer_costs.h"

namespace attn::lessons::transformer {

constexpr int kTimedKinds = 4;  ///< of models::LayerKind

/// n, then microseconds of each kind.
using Timing = std::array<double, kTimedKinds + 1>;

/// Measured at `width` for a few lengths n once for each `trial` and width, which takes about a third of a second, and remembered; none
/// for trial 0. The one thing in the lesson that is no function of its parameters.
const std::vector<Timing>& timings(int trial, int width);

}  // namespace attn::lessons::transformer
