#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/tiles.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include "kernels/multiply_add-inl.h"
#include "kernels/tiles.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using tiles::Multiply;
using tiles::Term;
using D = hn::ScalableTag<Real>;
using V = hn::Vec<D>;

// The rows of a tile. Two vectors of sums for each row, two of b and one of a have to fit into the target's registers, of which there are
// 32 or 16. In WebAssembly 15 can be used, one of them for the product, since no instruction multiplies and adds at once.
constexpr Index kTileRows = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON ? 12 : HWY_TARGET == HWY_WASM ? 5 : 6;

Index panel_width() { return 2 * static_cast<Index>(hn::Lanes(D())); }
Index tile_rows() { return kTileRows; }

#if HWY_TARGET != HWY_SCALAR
/// Transposes four rows of four numbers. Rows are `stride` apart in `from` and `width` apart in `to`.
template <class T>
HWY_INLINE void transpose_4x4(const T* HWY_RESTRICT from, Index stride, T* HWY_RESTRICT to, Index width) {
  const hn::FixedTag<T, 4> d;
  const hn::FixedTag<double, 2> pairs;
  const auto r0 = hn::LoadU(d, from), r1 = hn::LoadU(d, from + stride);
  const auto r2 = hn::LoadU(d, from + 2 * stride), r3 = hn::LoadU(d, from + 3 * stride);
  const auto a = hn::BitCast(pairs, hn::InterleaveLower(d, r0, r1)), b = hn::BitCast(pairs, hn::InterleaveUpper(d, r0, r1));
  const auto c = hn::BitCast(pairs, hn::InterleaveLower(d, r2, r3)), e = hn::BitCast(pairs, hn::InterleaveUpper(d, r2, r3));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, a, c)), d, to);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, a, c)), d, to + width);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, b, e)), d, to + 2 * width);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, b, e)), d, to + 3 * width);
}
#endif

/// One panel of bT: `count` rows of b, each `inner` numbers in a row, become columns.
HWY_INLINE void pack_columns(const Real* HWY_RESTRICT b, Index stride, Index inner, Index count, Index width, Real* HWY_RESTRICT panel) {
  Index j = 0;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (sizeof(Real) == sizeof(float)) {
    for (; j + 4 <= count; j += 4) {
      Index k = 0;
      for (; k + 4 <= inner; k += 4) transpose_4x4(b + j * stride + k, stride, panel + k * width + j, width);
      for (; k < inner; ++k)
        for (Index r = 0; r < 4; ++r) panel[k * width + j + r] = b[(j + r) * stride + k];
    }
  }
#endif
  for (; j < count; ++j)
    for (Index k = 0; k < inner; ++k) panel[k * width + j] = b[j * stride + k];
  if (j < width)
    for (Index k = 0; k < inner; ++k) std::fill(panel + k * width + j, panel + (k + 1) * width, Real(0));
}

HWY_INLINE void pack_rows(const Real* HWY_RESTRICT b, Index stride, Index inner, Index count, Index width, Real* HWY_RESTRICT panel) {
  if (count == width) {
    const Index half = width / 2;
    for (Index k = 0; k < inner; ++k, b += stride, panel += width) {
      hn::StoreU(hn::LoadU(D(), b), D(), panel);
      hn::StoreU(hn::LoadU(D(), b + half), D(), panel + half);
    }
    return;
  }
  for (Index k = 0; k < inner; ++k) {
    std::copy(b + k * stride, b + k * stride + count, panel + k * width);
    std::fill(panel + k * width + count, panel + (k + 1) * width, Real(0));
  }
}

void pack(const Real* b, Index row_stride, Index col_stride, Index inner, Index cols, Real* panels) {
  const Index width = panel_width();
  for (Index j = 0; j < cols; j += width, panels += inner * width) {
    const Index count = std::min(width, cols - j);
    if (col_stride == 1)
      pack_rows(b + j, row_stride, inner, count, width, panels);
    else
      pack_columns(b + j * col_stride, col_stride, inner, count, width, panels);
  }
}

template <Term kTerm>
HWY_INLINE V accumulate(V a, V b, V sum) {
  if constexpr (kTerm == Term::product) return multiply_add(a, b, sum);
  const V difference = hn::Sub(a, b);
  return multiply_add(difference, difference, sum);
}

/// Computes kRows rows of two vectors each of the result, from row `i` on and for the panel at `b`, whose rows are `b_row` apart.
template <Index kRows, Term kTerm>
void tile(const Multiply& m, Index i, Index j, const Real* HWY_RESTRICT b, Index b_row) {
  const D d;
  const Index lanes = static_cast<Index>(hn::Lanes(d)), count = std::min(2 * lanes, m.cols - j);
  const Real* HWY_RESTRICT a[kRows];
  V low[kRows], high[kRows];
  for (Index r = 0; r < kRows; ++r) {
    a[r] = m.a + (i + r) * m.a_row;
    low[r] = high[r] = hn::Zero(d);
  }
  const Index step = m.a_inner;
  for (Index k = m.inner; k > 0; --k, b += b_row) {
    const V b0 = hn::LoadU(d, b), b1 = hn::LoadU(d, b + lanes);
    for (Index r = 0; r < kRows; ++r) {
      const V x = hn::Set(d, *a[r]);
      a[r] += step;
      low[r] = accumulate<kTerm>(x, b0, low[r]);
      high[r] = accumulate<kTerm>(x, b1, high[r]);
    }
  }
  for (Index r = 0; r < kRows; ++r) {
    const V scale = hn::Set(d, m.row_scale ? m.scale * m.row_scale[i + r] : m.scale);
    Real* out = m.out + (i + r) * m.out_row + j;
    V x = hn::Mul(low[r], scale), y = hn::Mul(high[r], scale);
    if (count == 2 * lanes) {
      if (m.add) x = hn::Add(x, hn::LoadU(d, out)), y = hn::Add(y, hn::LoadU(d, out + lanes));
      hn::StoreU(x, d, out);
      hn::StoreU(y, d, out + lanes);
      continue;
    }
    HWY_ALIGN Real edge[2 * hn::MaxLanes(D())];
    hn::Store(x, d, edge);
    hn::Store(y, d, edge + lanes);
    for (Index c = 0; c < count; ++c) out[c] = m.add ? out[c] + edge[c] : edge[c];
  }
}

template <Term kTerm>
using Tile = void (*)(const Multiply& m, Index i, Index j, const Real* b, Index b_row);

template <Term kTerm, Index... kRows>
Tile<kTerm> tile_of(Index rows, std::integer_sequence<Index, kRows...>) {
  static constexpr Tile<kTerm> kTiles[] = {tile<kRows + 1, kTerm>...};
  return kTiles[rows - 1];
}

/// Computes one panel for all rows, in tiles of kTileRows. The rows left at the end are shared evenly by two tiles.
template <Term kTerm>
void all_rows(const Multiply& m, Index j, const Real* b, Index b_row) {
  for (Index i = 0; i < m.rows;) {
    const Index left = m.rows - i, rows = left <= kTileRows ? left : left < 2 * kTileRows ? (left + 1) / 2 : kTileRows;
    tile_of<kTerm>(rows, std::make_integer_sequence<Index, kTileRows>())(m, i, j, b, b_row);
    i += rows;
  }
}

/// The last panel of an operand that was not packed: its columns are packed here.
template <Term kTerm>
HWY_NOINLINE void edge_panel(const Multiply& m, Index j) {
  const Index width = panel_width();
  tiles::Scratch panel(m.inner * width);
  pack_rows(m.b + j, m.b_row, m.inner, m.cols - j, width, panel.data());
  all_rows<kTerm>(m, j, panel.data(), width);
}

template <Term kTerm>
void panels(const Multiply& m) {
  const Index width = panel_width(), panel = (m.panel_inner ? m.panel_inner : m.inner) * width;
  for (Index j = 0; j < m.cols; j += width) {
    if (m.b_row == 0)
      all_rows<kTerm>(m, j, m.b + j / width * panel, width);
    else if (j + width <= m.cols)
      all_rows<kTerm>(m, j, m.b + j, m.b_row);
    else
      edge_panel<kTerm>(m, j);
  }
}

void multiply(const Multiply& m) {
  if (m.term == Term::product)
    panels<Term::product>(m);
  else
    panels<Term::square>(m);
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
HWY_EXPORT(panel_width);
HWY_EXPORT(tile_rows);
HWY_EXPORT(pack);
HWY_EXPORT(multiply);

namespace tiles {

Index panel_width() { return HWY_DYNAMIC_DISPATCH(panel_width)(); }

Index tile_rows() { return HWY_DYNAMIC_DISPATCH(tile_rows)(); }

void pack(const Real* b, Index row_stride, Index col_stride, Index inner, Index cols, Real* panels) {
  HWY_DYNAMIC_DISPATCH(pack)(b, row_stride, col_stride, inner, cols, panels);
}

void multiply(const Multiply& m) { HWY_DYNAMIC_DISPATCH(multiply)(m); }

}  // namespace tiles
}  // namespace attn::kernels
#endif
