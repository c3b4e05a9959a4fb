// The pictures of attention on a sentence, each as course::FigureSpec::draw. What the hand does is written to `edit`.
#pragma once

#include "canvas/canvas.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

/// Weights of the head shown as a heat map, all heads as small ones to choose from (regions `head[i]`), and, where there is room, as lines
/// from the tokens that ask to those that answer.
void draw_attention(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// The mask to paint (cells `mask[i,j]`; a name's region `mask-row[i]` toggles the whole row) beside the weights that it leaves.
void draw_mask(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// X, the three matrices, and Q, K, V; X and the matrices can be edited.
void draw_projections(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Q, K and V cut into heads, a heat map for each head, their outputs side by side, W_o and the output, each with its shape.
void draw_heads(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// The output of the sentence and of the shuffled one, with a line from each token to itself.
void draw_shuffle(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::self_attention
