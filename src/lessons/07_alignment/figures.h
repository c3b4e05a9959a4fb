// The figures of an alignment between two sequences.
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

/// Where attention looks for each word of the right answer (cells `birth[i,j]`), what it says by itself and what its twin without attention
/// says, and how both learn.
Draw draw_birth;

/// The alignment matrix (cells `alignment[i,j]`; a press chooses the row), lines from words to words (regions `output[i,0]`), and the
/// chosen row as columns whose tops can be dragged (regions `weights[0,j]`). The button `override-reset` undoes what was dragged.
Draw draw_alignment;

/// One decoder step: which state is scored, what the weights make of the annotations, and where the context goes. The way that data would
/// take with the other timing is dashed. The regions `timing-previous` and `timing-current` choose the timing.
Draw draw_flow;

/// The annotations, the annotations times their weights, and the sum of those. The two halves of a bidirectional encoder's annotations are
/// set apart.
Draw draw_context;

/// The step's weights over the positions, with the window, its centre and the Gaussian of local attention, and the weights of a softmax
/// over all positions for comparison.
Draw draw_window;

/// Exact matches against the length of the source, with attention and without.
Draw draw_length;

}  // namespace attn::lessons::alignment
