// What several figures of this lesson draw alike.
#pragma once

#include <string>
#include <string_view>

#include "canvas/canvas.h"
#include "lessons/13_vision-transformer/figures.h"

namespace attn::lessons::vision_transformer {

/// The largest square at the top of `r`, in the middle.
canvas::Rect square_in(canvas::Rect r);

/// Draws an image into the square `r`. Its paper has the colour of `weights` [n] (or [0,0]), of which `most` has the full colour.
void draw_image(canvas::Canvas& canvas, canvas::Rect r, const Mat& image, In weights = Mat(), Real most = 1,
                canvas::Place caller = canvas::Place::here());
/// The lines between the patches of an image.
void draw_cuts(canvas::Canvas& canvas, canvas::Rect r, int aside, float width, canvas::Place caller = canvas::Place::here());
/// A patch of an image that is drawn into `r`.
canvas::Rect patch_in(canvas::Rect r, int patch, int aside);

/// Draws bars for the probabilities [1,c] into `r`, from top to bottom, with names and percentages, or where `r` is low only the largest.
/// With `down` the bars are the regions id[i,0], else id[row,i].
void draw_bars(canvas::Canvas& canvas, canvas::Rect r, const Result& result, In probabilities, std::string_view id, int row, bool down,
               canvas::Place caller = canvas::Place::here());

/// The largest weight on a patch.
Real most_of(In weights);

/// Numbers as a row of signed colours, `limit` having the full one.
void draw_signed_row(canvas::Canvas& canvas, canvas::Rect r, In numbers, Real limit, std::string_view id, std::string_view label,
                     int chosen = -1, canvas::Place caller = canvas::Place::here());

}  // namespace attn::lessons::vision_transformer
