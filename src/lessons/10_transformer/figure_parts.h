// What several figures of this lesson draw alike.
#pragma once

#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "lessons/10_transformer/study.h"

namespace attn::lessons::transformer {

/// The words said, in a line. The step shown is marked, words that changed have a border. A press (regions `output[i,0]`) chooses a step.
void draw_said(canvas::Canvas& canvas, canvas::Rect line, const Result& r, Params& edit);

/// The names of the candidates.
std::vector<std::string> candidate_names(const Result& r);

/// The places of the candidates that `count` bars show, ascending: the word that is said, the one that the model as trained finds
/// likeliest, and the likeliest of the others.
std::vector<size_t> shown_candidates(const Result& r, size_t count);

/// The weights of a head as a small heat map.
void draw_small_weights(canvas::Canvas& canvas, canvas::Rect r, const Mat& weights);

/// Drawn over a head that is cut out: makes it pale and crosses it out.
void draw_as_cut(canvas::Canvas& canvas, canvas::Rect r);

}  // namespace attn::lessons::transformer
