// The weights of one head on the text, large, and how a head looks that is cut.
#pragma once

#include "canvas/canvas.h"
#include "lessons/11_language-models/study.h"

namespace attn::lessons::language_models {

/// Draws the weights of a head, counted from 0, as cells `head-weights[i,j]` of the whole matrix. Returns how many of the last tokens it
/// shows.
int draw_large_head(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, int layer, int head);

/// Draws over a head that is cut: makes it pale and strikes it through.
void strike_head(canvas::Canvas& canvas, canvas::Rect r, float word_size);

}  // namespace attn::lessons::language_models
