// Explanations of gradients through time for the inspector: their lengths, shares, factors, and clipping.
#pragma once

#include <string>

#include "base/mat.h"
#include "ui/expression.h"

namespace attn::ui {

/// Root of the sum of squares of a row.
Explanation explain_length(std::string title, In row, Real value);
/// lengths[j] / (lengths[0] + lengths[1] + ...).
Explanation explain_share(std::string title, In lengths, int j);
/// (last / first)^(1 / steps).
Explanation explain_rate(std::string title, Real first, Real last, int steps, Real value);
/// min(1, clip / length) length.
Explanation explain_clipped(std::string title, Real length, Real clip, Real value);

}  // namespace attn::ui
