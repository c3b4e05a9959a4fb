// a b + c on SIMD vectors, for the loops that do little else. Included once per SIMD target, after hwy/highway.h.
//
// With ATTN_RELAXED_SIMD (the build's attn_kernels_relaxed) this is one instruction, which rounds once or twice depending on the reader's
// processor. Highway's own MulAdd takes two instructions in WebAssembly.
#if defined(ATTN_KERNELS_MULTIPLY_ADD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_MULTIPLY_ADD_INL_H_
#undef ATTN_KERNELS_MULTIPLY_ADD_INL_H_
#else
#define ATTN_KERNELS_MULTIPLY_ADD_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// a b + c.
template <class V>
HWY_INLINE V multiply_add(V a, V b, V c) {
#ifdef ATTN_RELAXED_SIMD
  return V{__builtin_wasm_relaxed_madd_f32x4(a.raw, b.raw, c.raw)};
#else
  return hn::MulAdd(a, b, c);
#endif
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
