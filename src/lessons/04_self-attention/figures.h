// The pictures of attention on a sentence.
#pragma once

#include "course/draw.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

using Draw = course::Draw<Params, Result>;

/// Weights of the head shown as a heat map, all heads as small ones to choose from (regions `head[i]`), and, where there is room, as lines
/// from the tokens that ask to those that answer.
Draw draw_attention;

/// The mask to paint (cells `mask[i,j]`; a name's region `mask-row[i]` toggles the whole row) beside the weights that it leaves.
Draw draw_mask;

/// X, the three matrices, and Q, K, V; X and the matrices can be edited.
Draw draw_projections;

/// Q, K and V cut into heads, a heat map for each head, their outputs side by side, W_o and the output, each with its shape.
Draw draw_heads;

/// The output of the sentence and of the shuffled one, with a line from each token to itself.
Draw draw_shuffle;

}  // namespace attn::lessons::self_attention
