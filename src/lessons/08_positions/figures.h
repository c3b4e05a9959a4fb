// The pictures of positions, each as course::FigureSpec::draw. What the hand does is written to `edit`.
#pragma once

#include "canvas/canvas.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

/// The sinusoidal encoding as clock hands (regions `hand[k]`, to be turned), each above its two cells `encoding[0,c]`, and all positions as
/// the cells `waves[c,p]` with a handle `position`.
void draw_hands(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Dot products of all pairs of positions (cells `similarity[i,j]`, to be dragged over) beside the same over the offset, with the handles
/// `query-at`, `key-at`, `pair` and `offset`.
void draw_similarity(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// The score of two words at all places, for each of the four kinds; handles as above, and `shift` for both words further on.
void draw_kinds(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// An order task: a sentence of letters (regions `letter[t]`, to be dragged), what the model and the one beside it answer at each place
/// (`answers[t,0]`, `rival-answers[t,0]`), the heads' weights (`head[h]` to choose from, `attention[i,j]`), and the places right on
/// held-out sentences by their length (`accuracy[k,0]`, `rival-accuracy[k,0]`) beside those of the best who does not know the places
/// (`chance[k,0]`).
void draw_order(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::positions
