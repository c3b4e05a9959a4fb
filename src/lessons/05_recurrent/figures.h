// The figures: a lamp to be remembered by two networks; and of a recurrent cell one step as data flow, its weights, gates over time,
// gradients over long distances, which inputs reach which outputs, and the same sequence read in both directions.
#pragma once

#include "course/draw.h"
#include "lessons/05_recurrent/results.h"

namespace attn::lessons::recurrent {

using Draw = course::Draw<Params, Result>;

/// The lamps, which can be switched and dragged, with a handle `kept` below the one that has to be remembered. Below them, for each
/// network, its answer after every step and its state.
Draw draw_lamps;

/// The sequence, from which a step is chosen (regions `at[i]`), and that step as data flow.
Draw draw_step;

/// What the step reads, the weights by which that is multiplied, and the two rows of sums. Once the hand changes a weight, all weights are
/// the reader's own.
Draw draw_weights;

/// Every gate and state as a heat map over time; pressing a column chooses its step.
Draw draw_gates;

/// The length of the gradient against the distance in time, on a logarithmic scale, beside the line rho^k with a handle `radius`. Below it
/// the length of the whole gradient before and after clipping, with a handle `clip`.
Draw draw_gradient;

/// The network unrolled in time, with the inputs and outputs that the pattern has, and the matrix `influence[output,input]`.
Draw draw_patterns;

/// The states of both directions above and below the inputs, and which input reaches which output in each direction.
Draw draw_directions;

}  // namespace attn::lessons::recurrent
