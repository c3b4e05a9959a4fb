// The tile behind every product: rows of `a` times panels of `b`, accumulated in registers. It is internal to the kernels.
//
// A panel is panel_width() columns of b stored row by row, padded with zeros. Packing costs one pass over b and pays off from a few rows
// on.
#pragma once

#include <algorithm>
#include <utility>

#include "base/mat.h"

namespace attn::kernels::tiles {

/// The number of columns of a panel, and of rows that one tile holds in registers, on the SIMD target that is running.
Index panel_width();
Index tile_rows();

inline Index round_up(Index n, Index to) { return (n + to - 1) / to * to; }
/// How many numbers pack() writes for an [inner, cols] operand.
inline Index packed_size(Index inner, Index cols) { return inner * round_up(cols, panel_width()); }

/// Packs b [inner, cols] with b(i, j) at b[i * row_stride + j * col_stride]; one of the strides is 1.
void pack(const Real* b, Index row_stride, Index col_stride, Index inner, Index cols, Real* panels);

enum class Term { product, square };  ///< a b, or (a - b)^2, summed over the inner index

struct Multiply {
  const Real* a = nullptr;  ///< a(i, k) at a[i * a_row + k * a_inner]
  Index a_row = 0, a_inner = 1;
  const Real* b = nullptr;  ///< packed panels, or with b_row > 0 rows of b that are b_row apart (an incomplete last panel is packed inside)
  Index b_row = 0;
  Real* out = nullptr;
  Index out_row = 0;
  Index rows = 0, inner = 0, cols = 0;
  Real scale = 1;
  const Real* row_scale = nullptr;  ///< [rows] additional factors, one for each row, or null
  bool add = false;                 ///< out += instead of out =
  Index panel_inner = 0;            ///< the inner size that b was packed with, if `inner` is only a part of it; 0: the same
  Term term = Term::product;
};
/// out [rows, cols] = scale * sum over the inner index.
void multiply(const Multiply& m);

/// Uninitialised working memory, 64-byte aligned. It is on the stack when small, and else one of a few blocks that the thread keeps, so
/// that kernels which run again and again allocate nothing.
class Scratch {
 public:
  explicit Scratch(Index size);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Real* data() { return data_; }

 private:
  static constexpr Index kInline = 1024;
  alignas(64) Real inline_[kInline];
  Real* data_;
};

}  // namespace attn::kernels::tiles
