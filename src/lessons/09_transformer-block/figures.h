// The pictures of a block, each as course::FigureSpec::draw. What the hand does is written to `edit`.
#pragma once

#include "canvas/canvas.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

/// The data flow from tokens to output with the stage that is opened (regions `token[i]`, `stage[k]`), or with a second block beside it.
void draw_block(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// W_q cut into the heads' own matrices, and the output as the sum of what each head puts in through its rows of W_o. Pressing a head
/// (region `head[h]`) shows it, a press on `cut` takes it out.
void draw_heads(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// softmax(Q K^T / sqrt(d)) V, letter by letter (regions `symbol[k]`), over its matrices.
void draw_formula(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// The size of the stream and of the gradient in a stack of blocks, cells of the results `stream` and `gradient` as points.
void draw_stream(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::transformer_block
