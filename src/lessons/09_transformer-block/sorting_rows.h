// The rows themselves, as the story of the block that sorts goes on: all their numbers as strips of colours, one strip for each letter.
#pragma once

#include "canvas/canvas.h"
#include "charts/story.h"
#include "lessons/09_transformer-block/sorting_places.h"
#include "lessons/09_transformer-block/trained_block.h"

namespace attn::lessons::transformer_block {

/// The rows as they are at this moment: of those that a part changes, some are changed already. While the network is told, what goes into
/// it stands beside what comes out.
void draw_row_numbers(canvas::Canvas& canvas, const SortingPlaces& at, const charts::Story& story, const Params& p, const SortRun& run);

}  // namespace attn::lessons::transformer_block
