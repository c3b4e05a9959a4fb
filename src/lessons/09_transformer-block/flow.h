// The block drawn as a flow from top to bottom: the residual stream on the left, what is added to it on the right.
//
//     embeddings ------.
//                   positions
//     sum  <-----------'           the first two only where there is room
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
  Stage stage;                   ///< what opens when it is pressed
  bool branch = false;           ///< on the right
  bool sum = false;              ///< where a branch comes back
  std::string_view result;       ///< its numbers are this result's, or with "other-" before it those of the block beside
  std::string_view name, brief;  ///< brief: where there is little room
  const Mat& values;
};

/// From top to bottom. `all`: with embeddings and positions apart.
std::vector<Station> stations_of(const Result& r, const Block& block, bool all);

/// Draws it into `area`. A press on a station opens its stage and follows the token of that row. `ask`: every cell is a region under its
/// result's name; else a station is one region `stage[k]`. `other`: this is the block beside.
void draw_flow(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, const Block& block, bool other, bool ask,
               Params& edit);

}  // namespace attn::lessons::transformer_block
