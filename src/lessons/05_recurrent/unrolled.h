// What the figures of patterns and of directions are made from: a recurrent network unrolled in time, with a column for each step.
#pragma once

#include <string_view>

#include "canvas/canvas.h"
#include "lessons/05_recurrent/cell_parts.h"

namespace attn::lessons::recurrent {

/// The place of `count` columns from `first` on, in a band of `steps` columns.
canvas::Rect span_of(canvas::Rect band, int first, int count, int steps);

/// The middle part of a step's column, which leaves room for the arrows between the steps.
canvas::Rect box_of(canvas::Rect band, int step, int steps);

/// A box for the state h [u,t] of every step, with an arrow from each to the next, or to the previous one if `backward`.
void draw_states(canvas::Canvas& canvas, canvas::Rect band, std::string_view id, const Mat& h, bool backward, std::string_view label);

/// The inputs x of `count` steps from `first` on, in a band of `steps` columns. The hand drags them, which changes `edited`.
void draw_inputs(canvas::Canvas& canvas, canvas::Rect band, const Mat& x, int first, int count, int steps, Mat* edited);

/// Draws the letter of a band on its left.
void draw_side_label(canvas::Canvas& canvas, canvas::Rect band, const Letter& letter, canvas::Role role);

/// The matrix of shares(lengths), for lengths [outputs,inputs], below its title. Cells that are exactly zero, to which no path leads, are
/// hatched. `first_output` and `first_input` are the steps, from 0, of the first row and column.
void draw_influence(canvas::Canvas& canvas, canvas::Rect area, std::string_view title, std::string_view id, const Mat& lengths,
                    int first_output, int first_input);

/// The colour scale of shares and a sentence beside it. Both are cut from the foot of `area`.
void draw_share_foot(canvas::Canvas& canvas, canvas::Rect* area, std::string_view hint);

}  // namespace attn::lessons::recurrent
