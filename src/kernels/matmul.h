// Matrix products: a b, a bT and aT b.
//
// The plain names run SIMD tiles (WebAssembly SIMD128; AVX2 or AVX-512, chosen at run time); `_reference` is the triple loop. An inner
// width of 0 gives zeros. Shapes that do not fit fail a CHECK that names both.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// a [n,k], b [k,p] -> [n,p].
Mat product(In a, In b);
/// a [n,k], b [p,k] -> a bT [n,p].
Mat product_bt(In a, In b);
/// a [k,n], b [k,p] -> aT b [n,p].
Mat product_at(In a, In b);

/// The same three into `out`, which must have the result's shape and overlap neither operand: out = scale * product or, with `add`, out +=
/// scale * product.
void product_into(In a, In b, Out out, bool add = false, Real scale = 1);
void product_bt_into(In a, In b, Out out, bool add = false, Real scale = 1);
void product_at_into(In a, In b, Out out, bool add = false, Real scale = 1);

Mat product_reference(In a, In b);
Mat product_bt_reference(In a, In b);
Mat product_at_reference(In a, In b);

struct ProductGrads {
  Mat d_a, d_b;  ///< shapes of a and b
};
/// Gradients of a scalar through product(a, b), given d_out [n,p].
ProductGrads product_vjp(In a, In b, In d_out);
/// The same, added to d_a and d_b, which are [0,0] where they are not needed.
void add_product_vjp(In a, In b, In d_out, Out d_a, Out d_b);

}  // namespace attn::kernels
