// What several figures of this lesson draw alike.
#pragma once

#include "canvas/canvas.h"
#include "charts/cell_matrix.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

/// The weights of the head shown, cells `weights[i,j]`. Refers to `r`.
charts::CellMatrix weights_matrix(const Params& p, const Result& r);

/// The weights of head `h` (from 0) as a small heat map without numbers. Pressing it, the region `head[h]`, shows that head. Its frame is
/// drawn in `frame` while the head is neither shown nor under the hand.
void draw_head_tile(canvas::Canvas& canvas, canvas::Rect tile, const Params& p, const Result& r, int h, canvas::Role frame, float rounding,
                    Params& edit);

}  // namespace attn::lessons::self_attention
