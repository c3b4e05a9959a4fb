// What several figures of this lesson draw alike.
#pragma once

#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "lessons/10_transformer/study.h"

namespace attn::lessons::transformer {

/// The words said in a line, the step shown marked and those that changed framed; a press (regions `output[i,0]`) chooses the step.
void draw_said(canvas::Canvas& canvas, canvas::Rect line, const Result& r, Params& edit);

/// Candidates' names.
std::vector<std::string> candidate_names(const Result& r);

/// Places of the candidates that `count` bars show, rising: the word that is said and the one that the model as trained finds likeliest,
/// and the likeliest others.
std::vector<size_t> shown_candidates(const Result& r, size_t count);

}  // namespace attn::lessons::transformer
