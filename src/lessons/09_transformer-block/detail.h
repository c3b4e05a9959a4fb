// One stage of the block in detail: what goes in, what happens to it and what comes out, with numbers.
#pragma once

#include "canvas/canvas.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

/// Draws the stage `params.stage` of the reader's block into `area`. Pressing a head shows it; numbers of embeddings can be dragged.
void draw_stage(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::transformer_block
