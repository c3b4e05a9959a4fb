// The picture of one attention query: keys and the query on one plane, values and the output on another, the weights as columns.
//
// The larger a weight, the thicker its line; the hull of the values is shaded. Query, keys and values can be dragged (regions `query`,
// `key[i]`, `value[i]`). A double click on the plane of the keys adds a pair there, and one on a key removes its pair; the buttons `add`
// and `remove` append a pair and remove the last one.
#pragma once

#include "canvas/canvas.h"
#include "lessons/01_pooling/study.h"

namespace attn::lessons::pooling {

void draw_pairs(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit);

}  // namespace attn::lessons::pooling
