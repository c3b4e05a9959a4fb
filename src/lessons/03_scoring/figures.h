// The lesson's pictures: a plane with dot product beside distance, what the width does to a dot product, products of matrices, and all
// scores side by side.
#pragma once

#include "canvas/canvas.h"
#include "lessons/03_scoring/study.h"

namespace attn::lessons::scoring {

/// Query and keys on a plane (handles `query`, `another-query[i]`, `key[j]`), each key's weight by dot product and by distance, and the
/// terms of the identity that connects the two scores (cells `terms[i,j]`).
void draw_geometry(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Curves of the variance of the scores and of entropy, largest weight and gradient against the width, a histogram of the scores, and one
/// draw's weights. The handle `width` moves the chosen width.
void draw_width(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Q times K transposed, laid out so that a score stands where its query's row meets its key's column; weights beside it.
void draw_product(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Q M K transposed; `wider` and `narrower` change the width of the keys.
void draw_bilinear(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// w . tanh(q Wq + k Wk) for the query looked at; `more-units` and `fewer-units` change the number of hidden units.
void draw_additive(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Every score as a field over the plane, its weights, and what it costs.
void draw_compare(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::scoring
