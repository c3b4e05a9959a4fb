// The picture of one attention query: keys and the query on one plane, values and the output on another, the weights as columns.
//
// Lines are as thick as the weights; the hull of the values is shaded. Query, keys and values are dragged (regions `query`, `key[i]`,
// `value[i]`), `add` appends a pair, `remove` takes the last one away, a double click on a key its pair.
#pragma once

#include "canvas/canvas.h"
#include "lessons/01_pooling/study.h"

namespace attn::lessons::pooling {

void draw_pairs(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit);

}  // namespace attn::lessons::pooling
