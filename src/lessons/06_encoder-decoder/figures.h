// The figures: the two networks and the vector between them, the decoder fed in two ways, the tree of a beam search, accuracy by length.
#pragma once

#include "canvas/canvas.h"
#include "lessons/06_encoder-decoder/study.h"

namespace attn::lessons::encoder_decoder {

/// The encoder's states word by word, the vector between the two networks, the decoder's states and words, and the likeliest words of the
/// step shown. Cells `encoder-states[i,j]`, `bottleneck[l,i]` (dragged up or down), `decoder-states[i,j]`, `output[j,0]` (a press shows the
/// step), `probabilities[step,token]`; `bottleneck-reset` undoes what was dragged.
void draw_translate(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// The decoder fed with the right words above (cells `right-forced[j,0]`), and with its own below (`right-free[j,0]`). Without a right
/// answer only its own are shown.
void draw_forcing(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Steps of the beam search from left to right; in each the kept hypotheses from the likeliest down (cells `beam[k,0]`, k the place among
/// the beam's nodes), and as many of those that were cut as have room.
void draw_beam(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Exact matches by length (`accuracy[i,0]`), and of the model that reads the other way round (`accuracy-other[i,0]`).
void draw_length(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::encoder_decoder
