// How attention weights change with the temperature: one line per key over a logarithmic axis, the effective number of keys above them,
// and a handle at the present temperature (region `temperature`).
#pragma once

#include "canvas/canvas.h"
#include "lessons/01_pooling/study.h"

namespace attn::lessons::pooling {

void draw_temperature(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit);

}  // namespace attn::lessons::pooling
