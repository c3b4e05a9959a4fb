// The figures of the lesson.
#pragma once

#include "course/draw.h"
#include "lessons/14_visual-attention/study.h"

namespace attn::lessons::visual_attention {

using Draw = course::Draw<Params, Result>;

/// The scene, large, with things to drag (`thing[i,0]`) over the map of one word (`map[i,j]`), the caption as words to press
/// (`caption[t,0]`), and what the word could have been (`says[v,0]`). Buttons change the thing that was pressed last (`shape`, `color`,
/// `size`, `remove`), add one (`add`), bring another scene (`next`), say what the hand does (`move`, `paint`), give a word its own map back
/// (`unbend`) and draw the places of hard attention anew (`draw`).
Draw draw_tell;

/// A small picture for each word of the caption with its map (`caption[t,0]`).
Draw draw_maps;

/// Soft and hard attention at one word: their weights (`drawn[i,j]`), what each place alone would say of the word (`gain[i,j]`), how likely
/// it is (`blur[i,j]`), and the noise of the gradient (`noise[i,j]`).
Draw draw_draws;

/// What soft attention, hard attention and one vector say of the scene (`told[i,0]`), and how often each is right (`right[i,j]`).
Draw draw_vector;

/// The maps with and without the doubly stochastic penalty: of one word (`two[i,j]`) and the sum over all (`received[i,j]`).
Draw draw_even;

/// The weights of one word as a row of an alignment (`weights[t,j]`), over patches (`map[i,j]`) and as the edges of a graph (`edge[j,0]`).
Draw draw_bridge;

}  // namespace attn::lessons::visual_attention
