#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/stored.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "kernels/matmul.h"
#include "kernels/multiply_add-inl.h"
#include "kernels/stored.h"
#include "kernels/tiles.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {

// Plain loops without a branch, which compilers turn into vectors. The numbers may stand at odd addresses.

void widen_single(const unsigned char* from, Real* to, Index n) {
  for (Index i = 0; i < n; ++i) {
    float value;
    std::memcpy(&value, from + 4 * i, 4);
    to[i] = static_cast<Real>(value);
  }
}

void widen_brain(const unsigned char* from, Real* to, Index n) {
  for (Index i = 0; i < n; ++i) {
    std::uint16_t bits;
    std::memcpy(&bits, from + 2 * i, 2);
    const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
    float value;
    std::memcpy(&value, &wide, 4);
    to[i] = static_cast<Real>(value);
  }
}

void widen_half(const unsigned char* from, Real* to, Index n) {
  for (Index i = 0; i < n; ++i) {
    std::uint16_t bits;
    std::memcpy(&bits, from + 2 * i, 2);
    // Exponent and fraction moved to where a float has them are a number that is 2^112 times too small, subnormal ones included.
    const std::uint32_t wide = static_cast<std::uint32_t>(bits & 0x7FFFu) << 13;
    float value;
    std::memcpy(&value, &wide, 4);
    value *= 0x1p112f;
    to[i] = static_cast<Real>(bits & 0x8000u ? -value : value);
  }
}

/// y [m] += x[0] w0 + x[1] w1 + x[2] w2 + x[3] w3, rows of w that are m apart.
void add_four_rows(const Real* w, const Real* x, Real* y, Index m) {
  const V x0 = set(x[0]), x1 = set(x[1]), x2 = set(x[2]), x3 = set(x[3]);
  for_parts(m, [=](auto part) HWY_ATTR {
    const V low = multiply_add(x1, part.load(w + m), multiply_add(x0, part.load(w), part.load(y)));
    part.store(multiply_add(x3, part.load(w + 3 * m), multiply_add(x2, part.load(w + 2 * m), low)), y);
  });
}

/// y[j] = x . w_j for `rows` rows of w that are k apart.
void dot_rows(const Real* w, const Real* x, Real* y, Index rows, Index k) {
  const Index step = lanes();
  for (Index j = 0; j < rows; ++j, w += k) {
    V a = hn::Zero(D()), b = a, c = a, d = a;
    Index i = 0;
    for (; i + 4 * step <= k; i += 4 * step) {
      a = multiply_add(hn::LoadU(D(), x + i), hn::LoadU(D(), w + i), a);
      b = multiply_add(hn::LoadU(D(), x + i + step), hn::LoadU(D(), w + i + step), b);
      c = multiply_add(hn::LoadU(D(), x + i + 2 * step), hn::LoadU(D(), w + i + 2 * step), c);
      d = multiply_add(hn::LoadU(D(), x + i + 3 * step), hn::LoadU(D(), w + i + 3 * step), d);
    }
    Real sum = sum_of(hn::Add(hn::Add(a, b), hn::Add(c, d)));
    for (; i < k; ++i) sum += x[i] * w[i];
    y[j] = sum;
  }
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
namespace {

HWY_EXPORT(widen_single);
HWY_EXPORT(widen_brain);
HWY_EXPORT(widen_half);
HWY_EXPORT(add_four_rows);
HWY_EXPORT(dot_rows);

constexpr Index kFewRows = 4;  ///< of x: with no more, each number of w is used too seldom for packing
/// How many numbers of w are at hand at a time: few where each is used once, else many, since every block goes over y.
constexpr Index kFewNumbers = 16 * 1024, kManyNumbers = 256 * 1024;

void widen(NumberType type, const unsigned char* from, Real* to, Index n) {
  if (type == NumberType::f32)
    HWY_DYNAMIC_DISPATCH(widen_single)(from, to, n);
  else if (type == NumberType::f16)
    HWY_DYNAMIC_DISPATCH(widen_half)(from, to, n);
  else
    HWY_DYNAMIC_DISPATCH(widen_brain)(from, to, n);
}

/// Whether the numbers can be used where they are.
bool is_at_hand(const StoredMatrix& w) {
  return w.type == NumberType::f32 && sizeof(Real) == 4 && reinterpret_cast<std::uintptr_t>(w.bytes) % alignof(float) == 0;
}

/// Calls f(first, numbers, count) for blocks of rows of w, the numbers of which are in memory one row after the other.
template <class F>
void for_blocks(const StoredMatrix& w, bool few, const F& f) {
  const Index most = std::max<Index>(4, (few ? kFewNumbers : kManyNumbers) / std::max<Index>(1, w.cols) / 4 * 4);
  if (is_at_hand(w)) {
    const auto* numbers = reinterpret_cast<const Real*>(w.bytes);
    for (Index first = 0; first < w.rows; first += most) f(first, numbers + first * w.cols, std::min(most, w.rows - first));
    return;
  }
  tiles::Scratch widened(std::min(most, w.rows) * w.cols);
  for (Index first = 0; first < w.rows; first += most) {
    const Index count = std::min(most, w.rows - first);
    widen(w.type, w.bytes + static_cast<std::size_t>(first * w.cols) * bytes_of(w.type), widened.data(), count * w.cols);
    f(first, widened.data(), count);
  }
}

using Rows = Eigen::Map<const Mat>;

void check(const char* name, In x, const StoredMatrix& w, Index inner, Index cols, const Out& y) {
  CHECK(x.cols() == inner && y.rows() == x.rows() && y.cols() == cols, name, ": x is ", shape(x), ", w is [", w.rows, ",", w.cols,
        "], y is ", shape(y));
}

}  // namespace

void widen_rows(const StoredMatrix& w, Index first, Out out) {
  CHECK(first >= 0 && first + out.rows() <= w.rows && out.cols() == w.cols, "widen_rows: rows from ", first, " of [", w.rows, ",", w.cols,
        "] into ", shape(out));
  for (Index i = 0; i < out.rows(); ++i)
    widen(w.type, w.bytes + static_cast<std::size_t>((first + i) * w.cols) * bytes_of(w.type), out.data() + i * out.outerStride(), w.cols);
}

bool all_finite(const StoredMatrix& w) {
  const std::size_t size = bytes_of(w.type);
  // The exponent is in the upper bits, and all ones in what is not finite.
  const std::uint32_t exponent = w.type == NumberType::f32 ? 0x7F800000u : w.type == NumberType::f16 ? 0x7C00u : 0x7F80u;
  bool finite = true;
  for (std::size_t i = 0; i < w.size(); ++i) {
    std::uint32_t bits = 0;
    if (size == 4) {
      std::memcpy(&bits, w.bytes + 4 * i, 4);
    } else {
      std::uint16_t half;
      std::memcpy(&half, w.bytes + 2 * i, 2);
      bits = half;
    }
    finite = finite && (bits & exponent) != exponent;
  }
  return finite;
}

void product_stored_into(In x, const StoredMatrix& w, Out y) {
  check("product_stored", x, w, w.rows, w.cols, y);
  y.setZero();
  for_blocks(w, x.rows() <= kFewRows, [&](Index first, const Real* numbers, Index count) {
    if (x.rows() > kFewRows) {
      product_into(x.middleCols(first, count), Rows(numbers, count, w.cols), y, true);
      return;
    }
    for (Index i = 0; i < x.rows(); ++i) {
      const Real* from = x.data() + i * x.outerStride() + first;
      Real* const to = y.data() + i * y.outerStride();
      Index k = 0;
      for (; k + 4 <= count; k += 4) HWY_DYNAMIC_DISPATCH(add_four_rows)(numbers + k * w.cols, from + k, to, w.cols);
      for (; k < count; ++k) y.row(i) += from[k] * Rows(numbers + k * w.cols, 1, w.cols);
    }
  });
}

void product_bt_stored_into(In x, const StoredMatrix& w, Out y) {
  check("product_bt_stored", x, w, w.cols, w.rows, y);
  for_blocks(w, x.rows() <= kFewRows, [&](Index first, const Real* numbers, Index count) {
    if (x.rows() > kFewRows) {
      product_bt_into(x, Rows(numbers, count, w.cols), y.middleCols(first, count));
      return;
    }
    for (Index i = 0; i < x.rows(); ++i)
      HWY_DYNAMIC_DISPATCH(dot_rows)(numbers, x.data() + i * x.outerStride(), y.data() + i * y.outerStride() + first, count, w.cols);
  });
}

Mat product_stored_reference(In x, const StoredMatrix& w) {
  Mat wide(w.rows, w.cols);
  widen_rows(w, 0, wide);
  return product_reference(x, wide);
}

Mat product_bt_stored_reference(In x, const StoredMatrix& w) {
  Mat wide(w.rows, w.cols);
  widen_rows(w, 0, wide);
  return product_bt_reference(x, wide);
}

}  // namespace attn::kernels
#endif
