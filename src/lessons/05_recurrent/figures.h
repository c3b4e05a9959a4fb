// The pictures of a recurrent cell: one step as data flow, its weights, gates over time, gradients over long distances, which inputs reach
// which outputs, and the same sequence read in both directions. What the hand does goes to `edit`.
#pragma once

#include "canvas/canvas.h"
#include "lessons/05_recurrent/results.h"

namespace attn::lessons::recurrent {

/// The sequence with its steps to choose (regions `at[i]`), and one step as data flow.
void draw_step(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// What the step reads times its weights, and the two rows of sums. Weights that the hand changed are the reader's own.
void draw_weights(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Every gate and state as a heat map over time; pressing a column chooses its step.
void draw_gates(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Length of the gradient over the distance in time on a logarithmic scale, against rho^k with a handle `radius`, and below it the length
/// of the whole gradient before and after clipping, with a handle `clip`.
void draw_gradient(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// The network unrolled in time as far as the pattern has it, and the matrix `influence[output,input]`.
void draw_patterns(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// States of both directions above and below the inputs, and who reaches whom in each.
void draw_directions(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::recurrent
