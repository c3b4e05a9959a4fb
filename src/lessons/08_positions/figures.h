// The figures of positions.
#pragma once

#include "course/draw.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

using Draw = course::Draw<Params, Result>;

/// Three words that can be swapped (regions `word[i]`, the button `swap`), each above its clocks (`word-clocks[i,k]`), which the button
/// `take-clocks` takes away; the weights of two heads (`back-weights[i,j]`, `ahead-weights[i,j]`), and who bites whom by these.
Draw draw_swap;

/// The sinusoidal encoding as clock hands, which can be turned (regions `hand[k]`), each above its two cells `encoding[0,c]`; and all
/// positions as the cells `waves[c,p]` with a handle `position`.
Draw draw_hands;

/// Dot products of all pairs of positions (cells `similarity[i,j]`, on which the pair is dragged), beside dot products against the offset.
/// Handles: `query-at`, `key-at`, `pair` and `offset`.
Draw draw_similarity;

/// The score of two words at all places, for each of the four kinds. Handles: `query-at`, `key-at`, `pair`, and `shift`, which says how far
/// both words are moved.
Draw draw_kinds;

/// An order task:
/// - a sentence of letters, which can be dragged (regions `letter[t]`);
/// - what the model and the one beside it answer at each place (`answers[t,0]`, `rival-answers[t,0]`);
/// - the weights of all heads to choose from (`head[h]`), and those of the chosen head (`attention[i,j]`);
/// - the share of places that are right on held-out sentences, by their length (`accuracy[k,0]`, `rival-accuracy[k,0]`), beside the best
///   that can be done without knowing the places (`chance[k,0]`).
Draw draw_order;

}  // namespace attn::lessons::positions
