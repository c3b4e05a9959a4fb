// What several figures of this lesson draw alike.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::neural_turing_machine {

/// Draws the first of `ways` that fits into `width`. If none does, the last is drawn smaller and, if need be, cut.
void draw_fitting(canvas::Canvas& canvas, canvas::Point at, float width, std::initializer_list<std::string_view> ways,
                  const canvas::TextStyle& style);

/// Signed values [n,m] as coloured cells that fill `r`, with their numbers where these fit.
void draw_values(canvas::Canvas& canvas, canvas::Rect r, In values, float limit = 1);
/// The same as the regions `id[i,j]`.
canvas::Interaction draw_numbers(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In values, canvas::Grip grip,
                                 std::string_view label, float limit = 1);

/// Where the bars of `rows` rows in `r` begin, and how long a bar of weight 1 is. Bars that can be dragged have knobs; then there is room
/// for a whole knob at 0 and at 1.
struct Bars {
  Bars(canvas::Rect r, Index rows, canvas::Grip grip);
  /// The part of a row's bar that lies between two weights.
  canvas::Rect part(int row, Real from, Real to) const;

  canvas::Rect rows_in;
  int rows;
  float x, reach, number_size;
  bool numbers;  ///< whether there is room for numbers
};
/// The colour of a bar of this weight.
canvas::Color bar_color(const canvas::Canvas& canvas, Real weight);

/// Weights [n,1] as bars, one in each row of `r`; the rows are the regions `id[i,0]`. Bars that can be dragged have knobs.
canvas::Interaction draw_bars(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In weights, canvas::Grip grip,
                              std::string_view label);
/// The axis below the bars of `rows` rows in `r`: 0 where bars begin, and 1 where a bar of weight 1 ends.
void draw_bar_axis(canvas::Canvas& canvas, canvas::Rect r, Index rows, canvas::Grip grip);
/// The weight that the hand gives to the bar that it drags or nudges; none if it does neither.
std::optional<Real> dragged_bar(const canvas::Interaction& hand, canvas::Rect r, In weights);
/// Sets share i to `value` and scales the others so that all sum to 1.
void give_share(Mat* shares, Index i, Real value);

/// The three shares of a shift as columns `id[0,k]`, which can be dragged, with -1, 0 and +1 below them. All of it fits into `r`.
void draw_shift(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In shares, Mat* edit);

/// A grey from 0 (background) to 1 (ink), in as many shades as can be told apart.
canvas::Color grey(const canvas::Canvas& canvas, Real value);
/// Bits, or probabilities of bits, [n,m] as grey cells `id[i,j]` that fill `r`.
canvas::Interaction draw_bits(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In values, canvas::Grip grip,
                              std::string_view label);
/// The bits of one step in a row, without a region.
void draw_vector(canvas::Canvas& canvas, canvas::Rect r, In bits);
/// The role colours of the heads: what is written is a value, what is read answers a query.
constexpr canvas::Role head_role(bool reads) { return reads ? canvas::Role::kQuery : canvas::Role::kValue; }
/// The weights [n,t] that a head gives the cells at step `at`, as bars that grow away from the memory: those of reading to the right, those
/// of writing to the left. Of the rows only the share `told` is there.
void draw_head(canvas::Canvas& canvas, canvas::Rect side, const Mat& weights, int at, bool reads, float told = 1);
/// A cross over a cell.
void draw_cross(canvas::Canvas& canvas, canvas::Rect cell);
/// Weights [n,m] as a heat map of cells `id[i,j]`, without lines between them.
canvas::Interaction draw_weights(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, In weights, canvas::Grip grip,
                                 std::string_view label);

}  // namespace attn::lessons::neural_turing_machine
