// The pictures of a Transformer at work. What the hand does goes to `edit`, a copy of the parameters.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"
#include "lessons/10_transformer/study.h"

namespace attn::lessons::transformer {

std::vector<course::FigureSpec<Params, Result>> figures();

/// One head large (cells `weights[i,j]`; a press chooses the row) with the row as columns to drag (`row-weights[0,j]`), all heads small
/// with their entropies or distances (`entropy[i,h]`, `distance[i,h]`; a press chooses the head), and what both make of the output and of
/// the next word, beside the model as it was trained. `cut-head` cuts the head out or puts it back, `unbend` undoes everything.
void draw_attention(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// One step of decoding: what the next word is taken from, and which cells (layers times positions) are computed for it, with a cache and
/// without, with counts.
void draw_decoding(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// What a layer of each kind costs against length and width; `length` and `breadth` are rules to drag.
void draw_costs(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

// ---- what the figures share ------------------------------------------------------------------------------------------------------------

canvas::TextStyle strong(const canvas::Canvas& canvas, float size);
canvas::TextStyle quiet(const canvas::Canvas& canvas, float size = 11);
/// The canvas without its margins.
canvas::Rect page_of(const canvas::Canvas& canvas);
/// The words said in a line, the step shown marked and those that changed framed; a press (regions `output[i,0]`) chooses the step.
void draw_said(canvas::Canvas& canvas, canvas::Rect line, const Result& r, Params& edit);
/// Candidates' names.
std::vector<std::string> candidate_names(const Result& r);
/// Places of the candidates that `count` bars show, rising: the word that is said and the one that the model as trained finds likeliest,
/// and the likeliest others.
std::vector<size_t> shown_candidates(const Result& r, size_t count);
/// The first of `texts` that is no wider than `width`; else the last.
std::string_view fitting(const canvas::Canvas& canvas, std::initializer_list<std::string_view> texts, const canvas::TextStyle& style,
                         float width);

}  // namespace attn::lessons::transformer
