// What several figures of this lesson draw alike.
#pragma once

#include "canvas/canvas.h"
#include "charts/cell_matrix.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

/// The weights of the head shown, as cells `weights[i,j]`. The matrix refers to `r`, which has to outlive it.
charts::CellMatrix weights_matrix(const Params& p, const Result& r);

/// The weights of head `h` (from 0) as a small heat map without numbers. Pressing it, the region `head[h]`, shows that head. Its border has
/// the colour of `frame` unless the head is the one shown or under the hand; then it has the accent colour.
void draw_head_tile(canvas::Canvas& canvas, canvas::Rect tile, const Params& p, const Result& r, int h, canvas::Role frame, float rounding,
                    Params& edit);

}  // namespace attn::lessons::self_attention
