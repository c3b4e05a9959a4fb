// The pictures of an alignment between two sequences. What the hand does goes to `edit`, a copy of the parameters.
#pragma once

#include <vector>

#include "canvas/canvas.h"
#include "lessons/07_alignment/study.h"

namespace attn::course {
template <class P, class R>
struct FigureSpec;
}

namespace attn::lessons::alignment {

std::vector<course::FigureSpec<Params, Result>> figures();

/// The alignment matrix (cells `alignment[i,j]`; a press chooses the row), lines from words to words (regions `output[i,0]`), and the
/// chosen row as columns whose tops can be dragged (regions `weights[0,j]`); `override-reset` undoes that.
void draw_alignment(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// One decoder step: which state is scored, what the weights make of the annotations, and where the context goes. The way that the other
/// timing would take is drawn dashed; the regions `timing-previous` and `timing-current` change it.
void draw_flow(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Annotations, the same times their weights, and their sum; the halves of a bidirectional encoder apart.
void draw_context(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// The step's weights over the positions, with the window, its centre and the Gaussian of local attention, beside a softmax over all.
void draw_window(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Exact matches against the source's length, with attention and without.
void draw_length(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::alignment
