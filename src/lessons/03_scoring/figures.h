// The lesson's pictures: a plane with dot product beside distance, what the width does to a dot product, products of matrices, and all
// scores side by side.
#pragma once

#include "course/draw.h"
#include "lessons/03_scoring/study.h"

namespace attn::lessons::scoring {

using Draw = course::Draw<Params, Result>;

/// Query and keys on a plane (handles `query`, `another-query[i]`, `key[j]`), each key's weight by dot product and by distance, and the
/// terms of the identity that connects the two scores (cells `terms[i,j]`).
Draw draw_geometry;

/// Curves of the variance of the scores and of entropy, largest weight and gradient against the width, a histogram of the scores, and one
/// draw's weights. The handle `width` moves the chosen width.
Draw draw_width;

/// Q times K transposed, laid out so that a score stands where its query's row meets its key's column; weights beside it.
Draw draw_product;

/// Q M K transposed; `wider` and `narrower` change the width of the keys.
Draw draw_bilinear;

/// w . tanh(q Wq + k Wk) for the query looked at; `more-units` and `fewer-units` change the number of hidden units.
Draw draw_additive;

/// Every score as a field over the plane, its weights, and what it costs.
Draw draw_compare;

}  // namespace attn::lessons::scoring
