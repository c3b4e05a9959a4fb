// How the numbers of this lesson came about, for the inspector: parts and sums of a step, and for gradients through time their lengths,
// shares, factors and clipping.
#pragma once

#include <string>

#include "formula/expression.h"
#include "lessons/05_recurrent/cell_parts.h"

namespace attn::lessons::recurrent {

/// A part of unit i at step j; the cell must have such a part. Unit and step are added to `title`. If `is_result`, the parts and sums of
/// `reading` are results of the lesson, and the numbers in the explanation lead to them.
formula::Explanation explain_part(const Reading& reading, Part part, int i, int j, std::string title, bool is_result = false);
/// Column k of the sums at step t, over the inputs x [i,t] if `of_inputs`, else over the states; `weights` [7,g u].
formula::Explanation explain_sum(const Reading& reading, const Mat& x, const Mat& weights, bool of_inputs, int t, int k);
/// A number that the reader has set.
formula::Explanation explain_given(std::string title, std::string_view letter, Real value, std::string note = {});

/// The root of the sum of squares of `row` [1,n].
formula::Explanation explain_length(std::string title, In row, Real value);
/// lengths[j] / (lengths[0] + lengths[1] + ...).
formula::Explanation explain_share(std::string title, In lengths, int j);
/// (last / first)^(1 / steps).
formula::Explanation explain_rate(std::string title, Real first, Real last, int steps, Real value);
/// The length after clipping, min(1, clip / length) length.
formula::Explanation explain_clipped(std::string title, Real length, Real clip, Real value);

}  // namespace attn::lessons::recurrent
