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

// Numbers of a file in registers, for products that use each of them seldom.

/// One number.
template <NumberType kType>
HWY_INLINE Real number_at(const unsigned char* from) {
  Real value;
  kType == NumberType::f32   ? widen_single(from, &value, 1)
  : kType == NumberType::f16 ? widen_half(from, &value, 1)
                             : widen_brain(from, &value, 1);
  return value;
}

/// lanes() numbers.
template <NumberType kType>
HWY_INLINE V numbers_at(const unsigned char* from) {
#if HWY_TARGET == HWY_SCALAR
  return set(number_at<kType>(from));
#else
  if constexpr (kType == NumberType::f32) return hn::BitCast(D(), hn::LoadU(hn::Repartition<std::uint8_t, D>(), from));
  const hn::Rebind<std::uint16_t, D> d16;
  const auto bits = hn::BitCast(d16, hn::LoadU(hn::Repartition<std::uint8_t, decltype(d16)>(), from));
  if constexpr (kType == NumberType::bf16) return hn::BitCast(D(), hn::ShiftLeft<16>(hn::PromoteTo(hn::RebindToUnsigned<D>(), bits)));
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  return hn::PromoteTo(D(), hn::BitCast(hn::Rebind<hwy::float16_t, D>(), bits));
#else
  // As in widen_half(). The sign is the upper bits of a signed number, of which the uppermost is kept.
  const hn::RebindToSigned<D> d32;
  const auto wide = hn::PromoteTo(d32, hn::BitCast(hn::RebindToSigned<decltype(d16)>(), bits));
  const auto kept = hn::And(hn::ShiftLeft<13>(wide), hn::Set(d32, static_cast<std::int32_t>(0x8FFFE000u)));
  return hn::Mul(hn::BitCast(D(), kept), set(Real(0x1p112f)));
#endif
#endif
}

// Memory gives more where it is read at several places that are far from each other: half as much again, or twice, as where one is read
// alone.

/// y [m] += x[0] w0 + x[apart] w1 + x[2 apart] w2 + x[3 apart] w3 for rows of w that are `apart` rows apart.
template <NumberType kType>
HWY_INLINE void add_four_rows(const unsigned char* w, Index apart, const Real* x, Real* y, Index m) {
  const auto size = static_cast<Index>(bytes_of(kType)), row = apart * m * size;
  const V x0 = set(x[0]), x1 = set(x[apart]), x2 = set(x[2 * apart]), x3 = set(x[3 * apart]);
  Index j = 0;
  for (; j + lanes() <= m; j += lanes()) {
    const unsigned char* const at = w + j * size;
    const V low = multiply_add(x1, numbers_at<kType>(at + row), multiply_add(x0, numbers_at<kType>(at), hn::LoadU(D(), y + j)));
    hn::StoreU(multiply_add(x3, numbers_at<kType>(at + 3 * row), multiply_add(x2, numbers_at<kType>(at + 2 * row), low)), D(), y + j);
  }
  for (; j < m; ++j)
    for (Index r = 0; r < 4; ++r) y[j] += x[r * apart] * number_at<kType>(w + r * row + j * size);
}

/// y += x w [n,m] for few rows of x, of which w is read once. Rows of x and y are x_row and y_row apart.
template <NumberType kType>
void product_few(const StoredMatrix& w, const Real* x, Index x_row, Index n, Real* y, Index y_row) {
  const Index size = static_cast<Index>(bytes_of(kType)), quarter = w.rows / 4;
  for (Index k = 0; k < quarter; ++k)
    for (Index i = 0; i < n; ++i) add_four_rows<kType>(w.bytes + k * w.cols * size, quarter, x + i * x_row + k, y + i * y_row, w.cols);
  for (Index k = 4 * quarter; k < w.rows; ++k)
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < w.cols; ++j) y[i * y_row + j] += x[i * x_row + k] * number_at<kType>(w.bytes + (k * w.cols + j) * size);
}

/// y[0], y[apart], ... = x . w_r for kRows rows of w that are `apart` rows of k numbers apart.
template <NumberType kType, Index kRows>
HWY_INLINE void dot_rows(const unsigned char* w, Index apart, const Real* x, Real* y, Index k) {
  const auto size = static_cast<Index>(bytes_of(kType)), step = lanes();
  V low[kRows], high[kRows];
  for (Index r = 0; r < kRows; ++r) low[r] = high[r] = hn::Zero(D());
  Index i = 0;
  for (; i + 2 * step <= k; i += 2 * step) {
    const V x0 = hn::LoadU(D(), x + i), x1 = hn::LoadU(D(), x + i + step);
    for (Index r = 0; r < kRows; ++r) {
      const unsigned char* const at = w + (r * apart * k + i) * size;
      low[r] = multiply_add(x0, numbers_at<kType>(at), low[r]);
      high[r] = multiply_add(x1, numbers_at<kType>(at + step * size), high[r]);
    }
  }
  for (Index r = 0; r < kRows; ++r) {
    Real sum = sum_of(hn::Add(low[r], high[r]));
    for (Index rest = i; rest < k; ++rest) sum += x[rest] * number_at<kType>(w + (r * apart * k + rest) * size);
    y[r * apart] = sum;
  }
}

/// x wT [n,m] for few rows of x. Rows of w are read at four places that are far from each other: of one place alone, memory gives half as
/// much.
template <NumberType kType>
void product_bt_few(const StoredMatrix& w, const Real* x, Index x_row, Index n, Real* y, Index y_row) {
  const Index row = w.cols * static_cast<Index>(bytes_of(kType)), quarter = w.rows / 4;
  for (Index j = 0; j < quarter; ++j)
    for (Index i = 0; i < n; ++i) dot_rows<kType, 4>(w.bytes + j * row, quarter, x + i * x_row, y + i * y_row + j, w.cols);
  for (Index j = 4 * quarter; j < w.rows; ++j)
    for (Index i = 0; i < n; ++i) dot_rows<kType, 1>(w.bytes + j * row, 1, x + i * x_row, y + i * y_row + j, w.cols);
}

/// Columns first ... first + cols - 1 of `inner` rows of w, from row `top` on, as tiles::pack() writes them.
template <NumberType kType>
void pack(const StoredMatrix& w, Index top, Index inner, Index first, Index cols, Real* panels) {
  const auto size = static_cast<Index>(bytes_of(kType)), row = w.cols * size, step = lanes(), width = 2 * step;
  const unsigned char* const from = w.bytes + (top * w.cols + first) * size;
  const Index whole = cols / width * width;
  // A few rows at a time, so that memory is read and written in long pieces.
  for (Index k = 0; k < inner; k += 4) {
    const Index count = std::min<Index>(4, inner - k);
    for (Index j = 0; j < whole; j += width) {
      const unsigned char* at = from + k * row + j * size;
      Real* to = panels + j * inner + k * width;
      for (Index r = 0; r < count; ++r, at += row, to += width) {
        hn::StoreU(numbers_at<kType>(at), D(), to);
        hn::StoreU(numbers_at<kType>(at + step * size), D(), to + step);
      }
    }
  }
  if (whole == cols) return;
  for (Index k = 0; k < inner; ++k)
    for (Index j = 0; j < width; ++j)
      panels[whole * inner + k * width + j] = whole + j < cols ? number_at<kType>(from + k * row + (whole + j) * size) : Real(0);
}

/// Calls f.template operator()<type>() for the type of the numbers.
template <class F>
HWY_INLINE void for_type(NumberType type, const F& f) {
  if (type == NumberType::f32)
    f.template operator()<NumberType::f32>();
  else if (type == NumberType::f16)
    f.template operator()<NumberType::f16>();
  else
    f.template operator()<NumberType::bf16>();
}

void add_product_of_few(const StoredMatrix& w, const Real* x, Index x_row, Index n, Real* y, Index y_row) {
  for_type(w.type, [&]<NumberType kType>() HWY_ATTR { product_few<kType>(w, x, x_row, n, y, y_row); });
}
void product_bt_of_few(const StoredMatrix& w, const Real* x, Index x_row, Index n, Real* y, Index y_row) {
  for_type(w.type, [&]<NumberType kType>() HWY_ATTR { product_bt_few<kType>(w, x, x_row, n, y, y_row); });
}
void pack_stored(const StoredMatrix& w, Index top, Index inner, Index first, Index cols, Real* panels) {
  for_type(w.type, [&]<NumberType kType>() HWY_ATTR { pack<kType>(w, top, inner, first, cols, panels); });
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
namespace {

HWY_EXPORT(widen_single);
HWY_EXPORT(widen_brain);
HWY_EXPORT(widen_half);
HWY_EXPORT(add_product_of_few);
HWY_EXPORT(product_bt_of_few);
HWY_EXPORT(pack_stored);

constexpr Index kFewRows = 4;  ///< of x: with no more, each number of w is used too seldom for packing
/// Rows and columns of w that are packed at a time, about what the second cache holds. Rows of panels do not lie 4096 bytes apart.
constexpr Index kPackedRows = 120, kPackedCols = 384;
constexpr Index kAtHand = 256 * 1024;  ///< how many numbers of w are widened at a time where its rows are columns

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
void for_blocks(const StoredMatrix& w, const F& f) {
  const Index most = std::max<Index>(4, kAtHand / std::max<Index>(1, w.cols) / 4 * 4);
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
  const Index n = x.rows();
  if (n <= kFewRows || w.rows == 0) {
    y.setZero();
    HWY_DYNAMIC_DISPATCH(add_product_of_few)(w, x.data(), x.outerStride(), n, y.data(), y.outerStride());
    return;
  }
  const Index most = std::min(kPackedRows, w.rows);
  tiles::Scratch part(n * most), panels(tiles::packed_size(most, std::min(kPackedCols, w.cols)));
  for (Index top = 0; top < w.rows; top += most) {
    const Index inner = std::min(most, w.rows - top);
    Eigen::Map<Mat>(part.data(), n, inner) = x.middleCols(top, inner);  // whose rows may lie whole pages apart
    for (Index first = 0; first < w.cols; first += kPackedCols) {
      const Index cols = std::min(kPackedCols, w.cols - first);
      HWY_DYNAMIC_DISPATCH(pack_stored)(w, top, inner, first, cols, panels.data());
      tiles::multiply({.a = part.data(),
                       .a_row = inner,
                       .b = panels.data(),
                       .out = y.data() + first,
                       .out_row = y.outerStride(),
                       .rows = n,
                       .inner = inner,
                       .cols = cols,
                       .add = top > 0});
    }
  }
}

void product_bt_stored_into(In x, const StoredMatrix& w, Out y) {
  check("product_bt_stored", x, w, w.cols, w.rows, y);
  if (x.rows() <= kFewRows) {
    HWY_DYNAMIC_DISPATCH(product_bt_of_few)(w, x.data(), x.outerStride(), x.rows(), y.data(), y.outerStride());
    return;
  }
  for_blocks(w, [&](Index first, const Real* numbers, Index count) {
    product_bt_into(x, Rows(numbers, count, w.cols), y.middleCols(first, count));
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
