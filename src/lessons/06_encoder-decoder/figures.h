// The figures: the two networks and the vector between them, the decoder fed in two ways, the tree of a beam search, accuracy by length.
#pragma once

#include "course/draw.h"
#include "lessons/06_encoder-decoder/study.h"

namespace attn::lessons::encoder_decoder {

using Draw = course::Draw<Params, Result>;

/// The encoder's states word by word, the vector between the two networks, the decoder's states and words, and the likeliest words of the
/// step shown. Cells `encoder-states[i,j]`, `bottleneck[l,i]` (dragged up or down), `decoder-states[i,j]`, `output[j,0]` (a press shows the
/// step), `probabilities[step,token]`; `bottleneck-reset` undoes what was dragged.
Draw draw_translate;

/// The decoder fed with the right words above (cells `right-forced[j,0]`), and with its own below (`right-free[j,0]`). Without a right
/// answer only its own are shown.
Draw draw_forcing;

/// Steps of the beam search from left to right; in each the kept hypotheses from the likeliest down (cells `beam[k,0]`, k the place among
/// the beam's nodes), and as many of those that were cut as have room.
Draw draw_beam;

/// Exact matches by length (`accuracy[i,0]`), and of the model that reads the other way round (`accuracy-other[i,0]`).
Draw draw_length;

}  // namespace attn::lessons::encoder_decoder
