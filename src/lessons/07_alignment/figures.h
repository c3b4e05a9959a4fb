// The pictures of an alignment between two sequences.
#pragma once

#include <vector>

#include "course/draw.h"
#include "lessons/07_alignment/study.h"

namespace attn::course {
template <class P, class R>
struct FigureSpec;
}

namespace attn::lessons::alignment {

std::vector<course::FigureSpec<Params, Result>> figures();

using Draw = course::Draw<Params, Result>;

/// The alignment matrix (cells `alignment[i,j]`; a press chooses the row), lines from words to words (regions `output[i,0]`), and the
/// chosen row as columns whose tops can be dragged (regions `weights[0,j]`); `override-reset` undoes that.
Draw draw_alignment;

/// One decoder step: which state is scored, what the weights make of the annotations, and where the context goes. The way that the other
/// timing would take is drawn dashed; the regions `timing-previous` and `timing-current` change it.
Draw draw_flow;

/// Annotations, the same times their weights, and their sum; the halves of a bidirectional encoder apart.
Draw draw_context;

/// The step's weights over the positions, with the window, its centre and the Gaussian of local attention, beside a softmax over all.
Draw draw_window;

/// Exact matches against the source's length, with attention and without.
Draw draw_length;

}  // namespace attn::lessons::alignment
