// The pictures of a Transformer at work. What the hand does goes to `edit`, a copy of the parameters.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "lessons/10_transformer/study.h"

namespace attn::course {
template <class P, class R>
struct FigureSpec;
}

namespace attn::lessons::transformer {

std::vector<course::FigureSpec<Params, Result>> figures();

/// One head large (cells `weights[i,j]`; a press chooses the row) with the row as columns to drag (`row-weights[0,j]`), all heads small
/// with their entropies or distances (`entropy[i,h]`, `distance[i,h]`; a press chooses the head), and what both make of the output and of
/// the next word, beside the model as it was trained. `cut-head` cuts the head out or puts it back, `unbend` undoes everything.
void draw_attention(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// One step of decoding: what the next word is taken from, and which cells (layers times positions) are computed for it, with a cache and
/// without, with counts.
void draw_decoding(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// What a layer of each kind costs against length and width; `length` and `breadth` are rules to drag.
void draw_costs(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::transformer
