// The figures of the lesson on language models.
#pragma once

#include "course/draw.h"
#include "lessons/11_language-models/study.h"

namespace attn::lessons::language_models {

using Draw = course::Draw<Params, Result>;

/// The text as a running paragraph of tokens, each on a ground as dark as it was likely (cells `probability[t,0]`, a press on one looks at
/// it), above what the model says after the token that is looked at (cells `next[k,0]`).
Draw draw_writing;

/// The text along the top, and for each layer below it the token that the model would say if that layer were its last (cells
/// `lens[l,t]`, on the ground of its probability); the answer in the last row, what really follows above all.
Draw draw_lens;

/// The text, of which the word looked at is hidden; and for the causal triangle and for both sides: who sees whom (cells
/// `sees-before[i,j]`, `sees-all[i,j]` of the row that says the word), what a pass is asked, and what the word is taken for
/// (`from-left[k,0]`, `next[k,0]`).
Draw draw_masks;

/// Small pictures of the weights of all heads, layer by layer (regions `head[l,h]`; a button below the large one cuts it: `cut-head`,
/// `uncut-all`), each with its scores as bars (cells `previous-token[l,h]`, `induction[l,h]`, `first-token[l,h]`), and the weights of the
/// chosen head on the text large (cells `head-weights[i,j]`).
Draw draw_heads;

/// The test of copying: the loss at each place of a block that is said twice (cells `copy-loss[t,0]`), of this model and of the one beside
/// it (`rival-copy-loss[t,0]`), with the two halves' means; and the two kinds of heads that do it: which head looks at the token before,
/// which at what followed the same token, over a letter row drawn with arcs of the strongest weights.
Draw draw_copying;

/// How heads form: what a block that is said twice costs at each frame of the film (cells `second-half-by-step[k,0]`, and of the model
/// beside it `rival-second-half-by-step[k,0]`), the scores of all heads there (`induction-by-step[k,i]`, `previous-by-step[k,i]`), and
/// by how much the right place is ahead in the scores of a later layer, by who wrote the keys (`key-lead[i,j]`).
Draw draw_forming;
/// Tests the frames that are new.
void prepare_forming(const Params& p, const Result& r);

/// Loss against weights, different stories and steps: models that were trained for it (cells `scale-weights[k,0]`, `scale-stories[k,0]`,
/// `scale-steps[k,0]`; a press on one makes its like ready to be trained), the curves through them, and the reader's own (`own-runs[k,0]`).
Draw draw_scales;
/// Looks up what the reader has trained.
void prepare_scales(const Params& p, const Result& r);

/// Fine-tuning: the text, each token on the ground of the answer that it votes for (cells `leaning[t,0]`), what it is taken for after
/// pre-training (`label[k,0]`) and from random weights (`random-label[k,0]`), and how many held-out stories are right against the number of
/// labels (`tuned[k,0]`, `from-random[k,0]`; a press on a point shows the model of that number).
Draw draw_tuning;

/// Byte pairs learned before the reader's eyes: the merges so far, the next pair and how often it occurs, the beginning of the text cut
/// into the tokens so far, and the reader's own words cut by them.
Draw draw_merges;

}  // namespace attn::lessons::language_models
