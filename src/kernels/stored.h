// Products with matrices that lie in memory as a file holds them: 32-bit, 16-bit or bfloat16 numbers, little endian, at any address. They
// are never copied as a whole; 16-bit numbers are widened a few at a time.
//
// There are no gradients: what is stored is not trained. CHECKs that shapes fit. An infinite 16-bit number may become a large finite one;
// all_finite() tells them beforehand.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/mat.h"

namespace attn::kernels {

enum class NumberType { f32, f16, bf16 };
inline std::size_t bytes_of(NumberType type) { return type == NumberType::f32 ? 4 : 2; }

/// A view: the bytes must outlive it. Rows follow each other without gaps.
struct StoredMatrix {
  NumberType type = NumberType::f32;
  const unsigned char* bytes = nullptr;
  Index rows = 0, cols = 0;

  std::size_t size() const { return static_cast<std::size_t>(rows * cols); }
};

/// Rows first ... first + out.rows() - 1 of w.
void widen_rows(const StoredMatrix& w, Index first, Out out);
bool all_finite(const StoredMatrix& w);

/// x [n,k], w [k,m] -> x w [n,m].
void product_stored_into(In x, const StoredMatrix& w, Out y);
/// x [n,k], w [m,k] -> x wT [n,m].
void product_bt_stored_into(In x, const StoredMatrix& w, Out y);

/// The same by widening all of w first.
Mat product_stored_reference(In x, const StoredMatrix& w);
Mat product_bt_stored_reference(In x, const StoredMatrix& w);

}  // namespace attn::kernels
