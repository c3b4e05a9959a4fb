// The block drawn as a flow from top to bottom: the residual stream on the left, and on the right what is added to it. The first two
// stations are drawn only where there is room.
//
//     embeddings ------.
//                   positions
//     sum  <-----------'
//      |  `-----------.
//      |      (norm) attention
//     add  <----------'
//     (norm)
//      |  `-----------.
//      |      (norm) feed-forward
//     add  <----------'
//     (norm)
#pragma once

#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

/// A matrix of the block that has a place in the flow.
struct Station {
  Stage stage;                   ///< the stage that opens when the station is pressed
  bool branch = false;           ///< it stands on the right
  bool sum = false;              ///< a branch comes back here
  std::string_view result;       ///< the result that holds its numbers; for the block beside, "other-" stands before that
  std::string_view name, brief;  ///< `brief` is used where there is little room
  const Mat& values;
};

/// The stations from top to bottom. If `all`, embeddings and positions are stations, too.
std::vector<Station> stations_of(const Result& r, const Block& block, bool all);

/// Draws the flow of `block` into `area`. A press on a station opens its stage and follows the token of the row that was pressed. If `ask`,
/// every cell is a region under its result's name; otherwise each station is one region `stage[k]`. `other` marks the block beside.
void draw_flow(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, const Block& block, bool other, bool ask,
               Params& edit);

}  // namespace attn::lessons::transformer_block
