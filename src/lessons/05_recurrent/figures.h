// The pictures of a recurrent cell: one step as data flow, its weights, gates over time, gradients over long distances, which inputs reach
// which outputs, and the same sequence read in both directions.
#pragma once

#include "course/draw.h"
#include "lessons/05_recurrent/results.h"

namespace attn::lessons::recurrent {

using Draw = course::Draw<Params, Result>;

/// The sequence with its steps to choose (regions `at[i]`), and one step as data flow.
Draw draw_step;

/// What the step reads times its weights, and the two rows of sums. Weights that the hand changed are the reader's own.
Draw draw_weights;

/// Every gate and state as a heat map over time; pressing a column chooses its step.
Draw draw_gates;

/// Length of the gradient over the distance in time on a logarithmic scale, against rho^k with a handle `radius`, and below it the length
/// of the whole gradient before and after clipping, with a handle `clip`.
Draw draw_gradient;

/// The network unrolled in time as far as the pattern has it, and the matrix `influence[output,input]`.
Draw draw_patterns;

/// States of both directions above and below the inputs, and who reaches whom in each.
Draw draw_directions;

}  // namespace attn::lessons::recurrent
