// The pictures of a block.
#pragma once

#include "course/draw.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

using Draw = course::Draw<Params, Result>;

/// The data flow from tokens to output with the stage that is opened (regions `token[i]`, `stage[k]`), or with a second block beside it.
Draw draw_block;

/// W_q cut into the heads' own matrices, and the output as the sum of what each head puts in through its rows of W_o. Pressing a head
/// (region `head[h]`) shows it, a press on `cut` takes it out.
Draw draw_heads;

/// softmax(Q K^T / sqrt(d)) V, letter by letter (regions `symbol[k]`), over its matrices.
Draw draw_formula;

/// The size of the stream and of the gradient in a stack of blocks, cells of the results `stream` and `gradient` as points.
Draw draw_stream;

}  // namespace attn::lessons::transformer_block
