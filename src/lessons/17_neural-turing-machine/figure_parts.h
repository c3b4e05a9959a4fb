// What several figures of this lesson draw alike.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::neural_turing_machine {

/// Text that leaves out what does not fit: the first of `ways` that is narrow enough, else the last one cut.
void draw_fitting(canvas::Canvas& canvas, canvas::Point at, float width, std::initializer_list<std::string_view> ways,
                  const canvas::TextStyle& style);

/// Signed numbers, [n,m] cells `id[i,j]` that fill `r`, with their numbers where they fit.
canvas::Interaction draw_numbers(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In values, canvas::Grip grip,
                                 std::string_view label, float limit = 1);

/// Weights of the cells [n,1], a bar for each beside its row of `r`, which are the regions `id[i,0]`. One that can be dragged has a knob.
canvas::Interaction draw_bars(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In weights, canvas::Grip grip,
                              std::string_view label);
/// 0 and 1 under the bars of `rows` cells in `r`: where a bar begins, and where one of weight 1 ends.
void draw_bar_axis(canvas::Canvas& canvas, canvas::Rect r, Index rows, canvas::Grip grip);
/// The weight that the hand gives the bar of its row.
std::optional<Real> dragged_bar(const canvas::Interaction& hand, canvas::Rect r, In weights);
/// Gives share i to `value` and takes the rest from the others in proportion.
void give_share(Mat* shares, Index i, Real value);

/// The three shares of a shift as columns with -1, 0, +1 under them, `id[0,k]`, to be dragged; the whole is `r` high.
void draw_shift(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In shares, Mat* edit);

/// Grey from 0 (paper) to 1 (ink), in as many shades as can be told apart.
canvas::Color grey(const canvas::Canvas& canvas, Real value);
/// Bits and what stands for them [n,m], `id[i,j]`: grey cells that fill `r`.
canvas::Interaction draw_bits(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In values, canvas::Grip grip,
                              std::string_view label);
/// A cross over cell i, j of n x m.
void draw_cross(canvas::Canvas& canvas, canvas::Rect cell);
/// Weights [n,m] as a map without lines, `id[i,j]`.
canvas::Interaction draw_weights(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In weights, canvas::Grip grip,
                                 std::string_view label);

}  // namespace attn::lessons::neural_turing_machine
