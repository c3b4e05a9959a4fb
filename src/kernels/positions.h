// Position encodings: numbers that are added to the tokens, rotate queries and keys, or are added to the scores.
//
//   sinusoidal  P(p, 2i) = sin(p w_i),  P(p, 2i + 1) = cos(p w_i),  w_i = base^(-2i/d)   (Vaswani et al. 2017, section 3.5)
//   rotary      each head's pair of columns (2i, 2i + 1) is rotated by the angle p w_i, where d is the head's width; the dot product of
//               a rotated query and a rotated key depends on their distance alone        (Su et al. 2021, RoFormer, section 3.2)
//   relative    a learned number per offset j - i and head is added to the score; offsets beyond k share the outermost one
//               (after Shaw et al. 2018, section 3.2, who learn vectors, and Raffel et al. 2020, section 2.1, who learn numbers)
//
// n positions (or queries), m keys, d width, h heads. Row 0 has the position `first`, so that a sequence can be continued.
#pragma once

#include <algorithm>

#include "base/mat.h"

namespace attn::kernels {

inline constexpr Real kPositionBase = 10000;  ///< the longest wavelength is about 2 pi times this, in positions

/// -> [n,d]; the last of an odd number of columns is a sine. base > 0.
Mat sinusoidal_positions(Index n, Index d, Real base = kPositionBase, Index first = 0);

/// -> [n,d], d even: cos(p w_i) and sin(p w_i) in columns 2i and 2i + 1, the rotations for a head of width d. base > 0.
Mat rotations(Index n, Index d, Real base = kPositionBase, Index first = 0);

/// x [n,e] -> y [n,e], which may be x. In each head's columns (2i, 2i + 1) row r is rotated by the angle whose cosine and sine are
/// table(positions[r], 2i) and table(positions[r], 2i + 1). The table [.,e/heads] comes from rotations(). Where positions [n] is null, the
/// position of row r is r.
void turn_rows_into(In x, int heads, In table, const int* positions, Out y);
/// Adds d_y, rotated back, to d_x.
void add_turn_rows_vjp(In d_y, int heads, In table, const int* positions, Out d_x);

/// x [n,e], row i at position first + i -> x rotated [n,e]. `heads` divides e into even widths. base > 0.
Mat rotate_positions(In x, int heads, Real base = kPositionBase, Index first = 0);
Mat rotate_positions_reference(In x, int heads, Real base = kPositionBase, Index first = 0);
/// The same into y [n,e], which may be x.
void rotate_positions_into(In x, int heads, Real base, Index first, Out y);
/// The gradient of x [n,e]: d_output [n,e] rotated back.
Mat rotate_positions_vjp(In d_output, int heads, Real base = kPositionBase, Index first = 0);
/// The same, added to d_x.
void add_rotate_positions_vjp(In d_output, int heads, Real base, Index first, Out d_x);

/// The row of a table of offsets within +-reach for key j and query i, `offset` being j - i.
inline Index offset_row(Index offset, Index reach) { return std::clamp(offset, -reach, reach) + reach; }
/// What is added to one head's scores: table [2k+1,h] -> [n,m], in row i and column j the number for query first_query + i and key j.
Mat offset_bias(In table, Index n, Index m, int head, Index first_query = 0);
/// Adds to each number of d_table [2k+1,h] the sum of d_bias [n,m] over the scores that the number was added to.
void add_offset_bias_vjp(In d_bias, int head, Index first_query, Out d_table);
Mat offset_bias_vjp(In d_bias, Index offsets, int heads, int head, Index first_query = 0);

}  // namespace attn::kernels
