// The weights of the cell of four units: set by hand so that each unit serves a purpose, drawn at random, or the reader's own. All weights
// of a cell are one matrix [7, g u] (params.h).
#pragma once

#include <string_view>

#include "lessons/05_recurrent/params.h"

namespace attn::lessons::recurrent {

/// The weights that `params` ask for.
Mat weights_of(const Params& params);
Mat purpose_weights(kernels::Cell cell);
/// Normal numbers, rounded to multiples of 0.1, with biases of 0.
Mat random_weights(kernels::Cell cell, int seed);
/// The same numbers as the kernels take them.
kernels::RecurrentWeights unstacked(In weights);

/// The parameter that holds the reader's own weights of a cell. Figures use its id for the cells of the weights in use, too.
std::string_view weights_id(kernels::Cell cell);

}  // namespace attn::lessons::recurrent
