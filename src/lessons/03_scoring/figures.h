// The lesson's figures: the reader's own scores while the vectors grow wider, a plane with dot product beside distance, what the width does
// to a dot product, products of matrices, and all scores side by side.
#pragma once

#include "course/draw.h"
#include "lessons/03_scoring/study.h"

namespace attn::lessons::scoring {

using Draw = course::Draw<Params, Result>;

/// Five bars to drag (handles `likeness[0,j]`), and what a softmax makes of them at the width that the handle `width` moves, without the
/// root and with it.
Draw draw_grow;

/// Query and keys on a plane (handles `query`, `another-query[i]`, `key[j]`), each key's weight by dot product and by distance, and the
/// terms of the identity that connects the two scores (cells `terms[i,j]`).
Draw draw_geometry;

/// Against the width: the variance of the scores, and entropy, largest weight and gradient of the softmax. Beside these curves, a histogram
/// of the scores and the weights of one draw. The handle `width` moves the chosen width.
Draw draw_width;

/// Q times K transposed, laid out so that a score stands where its query's row meets its key's column; beside it the weights.
Draw draw_product;

/// Q M K transposed, laid out like the product, with one score written out; `wider` and `narrower` change the width of the keys.
Draw draw_bilinear;

/// w . tanh(q Wq + k Wk) for the chosen query; `more-units` and `fewer-units` change the number of hidden units.
Draw draw_additive;

/// For every score its field over the plane, its weights, and what it costs.
Draw draw_compare;

}  // namespace attn::lessons::scoring
