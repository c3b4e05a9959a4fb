// The pictures of positions.
#pragma once

#include "course/draw.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

using Draw = course::Draw<Params, Result>;

/// The sinusoidal encoding as clock hands (regions `hand[k]`, to be turned), each above its two cells `encoding[0,c]`, and all positions as
/// the cells `waves[c,p]` with a handle `position`.
Draw draw_hands;

/// Dot products of all pairs of positions (cells `similarity[i,j]`, to be dragged over) beside the same over the offset, with the handles
/// `query-at`, `key-at`, `pair` and `offset`.
Draw draw_similarity;

/// The score of two words at all places, for each of the four kinds; handles as above, and `shift` for both words further on.
Draw draw_kinds;

/// An order task: a sentence of letters (regions `letter[t]`, to be dragged), what the model and the one beside it answer at each place
/// (`answers[t,0]`, `rival-answers[t,0]`), the heads' weights (`head[h]` to choose from, `attention[i,j]`), and the places right on
/// held-out sentences by their length (`accuracy[k,0]`, `rival-accuracy[k,0]`) beside those of the best who does not know the places
/// (`chance[k,0]`).
Draw draw_order;

}  // namespace attn::lessons::positions
