// How long one layer of each kind takes on this machine.
#pragma once

#include <array>
#include <vector>

#include "models/layer_costs.h"

namespace attn::lessons::transformer {

constexpr int kTimedKinds = 4;  ///< how many kinds models::LayerKind has

/// n, then the microseconds of each kind.
using Timing = std::array<double, kTimedKinds + 1>;

/// The times at `width` for a few lengths n; none for trial 0. They are measured once for each `trial` and width, which takes about a third
/// of a second, and remembered. Nothing else in the lesson is not a function of its parameters.
const std::vector<Timing>& timings(int trial, int width);

}  // namespace attn::lessons::transformer
