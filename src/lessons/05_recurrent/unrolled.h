// A recurrent network unrolled in time, a column for each step: what the pictures of patterns and of directions are made from.
#pragma once

#include <string_view>

#include "canvas/canvas.h"
#include "lessons/05_recurrent/cell_parts.h"

namespace attn::lessons::recurrent {

/// Columns `first` ... of `count` in a band of `steps` columns.
canvas::Rect span_of(canvas::Rect band, int first, int count, int steps);

/// The middle part of a step's column, which leaves room for the arrows between the steps.
canvas::Rect box_of(canvas::Rect band, int step, int steps);

/// State boxes of every step with an arrow from each to the next, `backward` to the one before.
void draw_states(canvas::Canvas& canvas, canvas::Rect band, std::string_view id, const Mat& h, bool backward, std::string_view label);

/// The inputs x of `count` steps from `first` on, to drag, in a band of `steps` columns.
void draw_inputs(canvas::Canvas& canvas, canvas::Rect band, const Mat& x, int first, int count, int steps, Mat* edited);

/// The letter of a band, left of it.
void draw_side_label(canvas::Canvas& canvas, canvas::Rect band, const Letter& letter, canvas::Role role);

/// The shares that `lengths` [outputs,inputs] are of their rows as a matrix under its title. Cells that are exactly zero are hatched, as
/// wherever no path leads. `first_output` and `first_input` are the steps, from 0, of the first row and column.
void draw_influence(canvas::Canvas& canvas, canvas::Rect area, std::string_view title, std::string_view id, const Mat& lengths,
                    int first_output, int first_input);

/// The scale of shares and a sentence beside it, cut from the foot of `area`.
void draw_share_foot(canvas::Canvas& canvas, canvas::Rect* area, std::string_view hint);

}  // namespace attn::lessons::recurrent
