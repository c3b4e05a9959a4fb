// The block that sorts, told in stops: what each stop says, and what moves while it is told. Letters become rows, threads go from two
// letters to the score where they meet, shares take the place of the scores, rows go through the parts, and the answer comes down.
#pragma once

#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "charts/cell_matrix.h"
#include "charts/story.h"
#include "lessons/09_transformer-block/sorting_places.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

/// A sentence for each stop, which holds for the parts that are there and for a block without its weights.
std::vector<std::string> sorting_sentences(const Params& p, const Result& r);

/// The attention of the head shown before all of it is shares: `weights` with the scores in the place of those that are not told yet.
void draw_scores(canvas::Canvas& canvas, canvas::Rect area, const charts::Story& story, const Params& p, const Result& r,
                 const charts::CellMatrix& weights);

/// What moves at this moment, above what has been told, and a frame round the parts that are being told.
void draw_sorting_motion(canvas::Canvas& canvas, const SortingPlaces& at, const charts::Story& story, const Params& p, const Result& r);

}  // namespace attn::lessons::transformer_block
