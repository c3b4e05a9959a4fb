// How the numbers of this lesson came about, for the inspector.
#pragma once

#include "formula/cells.h"
#include "formula/expression.h"
#include "lessons/11_language-models/study.h"

namespace attn::lessons::language_models {

formula::Explanation explain_logit(const Result& r, int t, int token);
/// The probability of the text's token t after those before it, or of a hidden one in its place.
formula::Explanation explain_probability(const Result& r, int t);
/// The probability of a candidate, and with what probability it is drawn.
formula::Explanation explain_next(const Result& r, int k);
formula::Explanation explain_drawn(const Params& p, const Result& r, int k);
/// What a causal model gives a candidate at the place that is looked at.
formula::Explanation explain_from_left(const Result& r, int k);
/// Whether token i may look at token j.
formula::Explanation explain_sight(const Result& r, int i, int j, bool causal);
/// A weight of a head, counted from 0 over all layers; `scores` are the cells of the scores that it comes from, if they are a result.
formula::Explanation explain_weight(const Result& r, int head, int i, int j, const formula::Cells& scores = {});
/// The score behind it.
formula::Explanation explain_score(const Result& r, int head, int i, int j);
formula::Explanation explain_lens(const Result& r, int l, int t);
/// A score of a head in the test of copying.
formula::Explanation explain_previous_token(const Result& r, int l, int h);
formula::Explanation explain_induction(const Result& r, int l, int h);
formula::Explanation explain_first_token(const Result& r, int l, int h);
/// The loss at a place of the test, and the mean of a half. `cells` is the result that holds the losses.
formula::Explanation explain_copy_loss(const Copying& copying, int t);
formula::Explanation explain_half(const Copying& copying, bool second, const char* cells);
/// The loss of the second half and the scores at frame k of a training; head i counts over all layers.
formula::Explanation explain_formed_loss(const Forming& forming, int k);
formula::Explanation explain_formed_score(const Result& r, Mat FormingFrame::*score, int k, int i);
/// By how much the right place is ahead in the scores of head j through what head i wrote.
formula::Explanation explain_key_lead(const Result& r, int i, int j);
/// What run k of a picture of scale came to, a number of a curve (a row of `scale-curves`; floor, factor, exponent), and what the reader's
/// own run k came to.
formula::Explanation explain_scale(Scale scale, int k);
formula::Explanation explain_scale_fit(int curve, int which);
formula::Explanation explain_own_run(const Result& r, int k);
formula::Explanation explain_loss(const char* title, double loss, const char* note);
/// exp of a loss that is the result `cell`.
formula::Explanation explain_perplexity(const char* title, double loss, const char* cell);
/// The share of held-out stories that are right after kLabelCounts[k] labels, and what the text is taken for; from pre-training or not.
formula::Explanation explain_tuned(const Tuned& tuned, int k);
formula::Explanation explain_label(const Tuned& tuned, int answer, const char* logits);
/// `votes` is the result that holds the votes; null for none.
formula::Explanation explain_label_logit(const Tuned& tuned, int answer, const char* votes);
/// What token t votes for, after pre-training, and for which answer more.
formula::Explanation explain_vote(const Result& r, int t, int answer);
formula::Explanation explain_leaning(const Result& r, int t);
formula::Explanation explain_agreement(const Result& r, int kind);
formula::Explanation explain_weights(const Result& r);

}  // namespace attn::lessons::language_models
