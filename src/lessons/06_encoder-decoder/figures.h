// The lesson's figures: the two networks and the vector between them, the decoder fed in two ways, the tree of a beam search, and accuracy
// by length.
#pragma once

#include "course/draw.h"
#include "lessons/06_encoder-decoder/study.h"

namespace attn::lessons::encoder_decoder {

using Draw = course::Draw<Params, Result>;

/// The source's words with buttons `longer` and `shorter`, a bar for each number of the vector (`bottleneck[l,i]`, dragged up or down), and
/// the words said (`output[j,0]`), with what is wrong in them.
Draw draw_numbers;

/// The encoder's states word by word, the vector between the two networks, the decoder's states and words, and the likeliest words of the
/// step shown. Its cells are `encoder-states[i,j]`, `bottleneck[l,i]` (dragged up or down), `decoder-states[i,j]`, `output[j,0]` (a press
/// shows the step) and `probabilities[step,token]`. The button `bottleneck-reset` undoes what was dragged.
Draw draw_translate;

/// The decoder fed with the right words above (cells `right-forced[j,0]`) and with its own words below (`right-free[j,0]`). Where the task
/// knows no right answer, only the lower half is shown.
Draw draw_forcing;

/// The steps of the beam search from left to right. Each shows the hypotheses that are kept, from the likeliest down, and as many of those
/// that were cut as have room. Node k of the beam is the cell `beam[k,0]`.
Draw draw_beam;

/// Exact matches by length of the source (`accuracy[i,0]`), and those of the shipped model that reads the source the other way round
/// (`accuracy-other[i,0]`).
Draw draw_length;

}  // namespace attn::lessons::encoder_decoder
