// A sequence over time as strips, a column for each step: what goes in, what comes out, and the step shown.
#pragma once

#include <string_view>

#include "canvas/canvas.h"
#include "lessons/17_neural-turing-machine/machine.h"

namespace attn::lessons::neural_turing_machine {

/// `values`, a column for each step, with NaN at the steps before the answer.
Mat only_answer(const tasks::BitExample& e, const Mat& values);

/// The bits that a network says, with crosses where they are wrong.
void draw_answer(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, const Answer& answer, const tasks::BitExample& e,
                 std::string_view label);

/// Lets the hand paint the bits of the sequence: the first bit is turned over, and the bits that the hand moves over become like it. Marks
/// and the empty steps of the answer are the task's and cannot be painted; a press on a mark goes to its step.
void paint_input(canvas::Canvas& canvas, canvas::Rect strip, const Params& p, const tasks::BitExample& e, Params& edit);

/// The handle by which the step is set, below all strips, and a border around the column of that step.
void draw_time(canvas::Canvas& canvas, canvas::Rect line, float top, const Params& p, int steps, Params& edit);

}  // namespace attn::lessons::neural_turing_machine
