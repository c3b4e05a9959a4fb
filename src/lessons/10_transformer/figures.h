// The pictures of a Transformer at work.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "course/draw.h"
#include "lessons/10_transformer/study.h"

namespace attn::course {
template <class P, class R>
struct FigureSpec;
}

namespace attn::lessons::transformer {

std::vector<course::FigureSpec<Params, Result>> figures();

using Draw = course::Draw<Params, Result>;

/// One head large (cells `weights[i,j]`; a press chooses the row) with the row as columns to drag (`row-weights[0,j]`), all heads small
/// with their entropies or distances (`entropy[i,h]`, `distance[i,h]`; a press chooses the head), and what both make of the output and of
/// the next word, beside the model as it was trained. `cut-head` cuts the head out or puts it back, `unbend` undoes everything.
Draw draw_attention;

/// One step of decoding: what the next word is taken from, and which cells (layers times positions) are computed for it, with a cache and
/// without, with counts.
Draw draw_decoding;

/// What a layer of each kind costs against length and width; `length` and `breadth` are rules to drag.
Draw draw_costs;

}  // namespace attn::lessons::transformer
