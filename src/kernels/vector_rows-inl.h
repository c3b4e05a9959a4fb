// Goes over rows of Real in SIMD vectors, including an incomplete one at the end. Included once per SIMD target, after hwy/highway.h.
#if defined(ATTN_KERNELS_VECTOR_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_VECTOR_ROWS_INL_H_
#undef ATTN_KERNELS_VECTOR_ROWS_INL_H_
#else
#define ATTN_KERNELS_VECTOR_ROWS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/mat.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<Real>;
using V = hn::Vec<D>;

HWY_INLINE Index lanes() { return static_cast<Index>(hn::Lanes(D())); }
HWY_INLINE V set(Real x) { return hn::Set(D(), x); }
HWY_INLINE Real sum_of(V v) { return hn::GetLane(hn::SumOfLanes(D(), v)); }

/// Loads `count` numbers from `p` and sets the other lanes to `filling`. Unlike masked loads in WebAssembly, it never reads beyond them.
HWY_INLINE V load_some(const Real* p, Index count, Real filling) {
  HWY_ALIGN Real buffer[hn::MaxLanes(D())];
  hn::Store(hn::Set(D(), filling), D(), buffer);
  std::copy(p, p + count, buffer);
  return hn::Load(D(), buffer);
}

HWY_INLINE void store_some(V v, Real* p, Index count) {
  HWY_ALIGN Real buffer[hn::MaxLanes(D())];
  hn::Store(v, D(), buffer);
  std::copy(buffer, buffer + count, p);
}

/// A full vector of a row, from number `at` on.
struct Whole {
  Index at;
  HWY_INLINE V load(const Real* row, Real = 0) const { return hn::LoadU(D(), row + at); }
  HWY_INLINE void store(V v, Real* row) const { hn::StoreU(v, D(), row + at); }
};

/// The end of a row, from number `at` on; lanes beyond `count` load as `filling` and are not stored.
struct Rest {
  Index at, count;
  HWY_INLINE V load(const Real* row, Real filling = 0) const { return load_some(row + at, count, filling); }
  HWY_INLINE void store(V v, Real* row) const { store_some(v, row + at, count); }
};

/// Calls f(part) for every vector of a row of n numbers: with Whole for full ones, and with Rest for an incomplete one at the end.
template <class F>
HWY_INLINE void for_parts(Index n, const F& f) {
  const Index step = lanes();
  Index j = 0;
  for (; j + step <= n; j += step) f(Whole{j});
  if (j < n) f(Rest{j, n - j});
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
