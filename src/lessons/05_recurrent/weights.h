// The weights of the cell of four units: set by hand for one purpose a unit, drawn at random, or the reader's own. All of a cell's are one
// matrix [7, g u] (params.h).
#pragma once

#include <string_view>

#include "lessons/05_recurrent/params.h"

namespace attn::lessons::recurrent {

/// The weights that `params` name.
Mat weights_of(const Params& params);
Mat purpose_weights(kernels::Cell cell);
/// Multiples of 0.1.
Mat random_weights(kernels::Cell cell, int seed);
/// The same numbers as the kernels take them.
kernels::RecurrentWeights unstacked(In weights);

/// The parameter that holds the reader's own weights of a cell; the cells of the matrix that a figure shows are its cells.
std::string_view weights_id(kernels::Cell cell);

}  // namespace attn::lessons::recurrent
