// One stage of the block opened: what goes in, what happens to it, what comes out, with numbers.
#pragma once

#include "canvas/canvas.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

/// Draws the stage params.stage of the block (not of the one beside) into `area`. Pressing a row follows its token, pressing a head shows
/// it, dragging an embedding changes it.
void draw_stage(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::transformer_block
