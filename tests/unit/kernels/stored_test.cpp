#include "kernels/stored.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;

/// Numbers as a file has them, from an address that is `odd` bytes off.
struct Bytes {
  std::vector<unsigned char> all;
  StoredMatrix matrix;

  Bytes(NumberType type, Index rows, Index cols, Rng& rng, std::size_t odd) : all(odd + static_cast<std::size_t>(rows * cols) * 4) {
    matrix = {type, all.data() + odd, rows, cols};
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      unsigned char* const to = all.data() + odd + i * bytes_of(type);
      const auto value = static_cast<float>(rng.normal());
      std::uint32_t bits;
      std::memcpy(&bits, &value, 4);
      // A half with the sign, a middle exponent and the upper bits of the fraction.
      const auto half = static_cast<std::uint16_t>(
          type == NumberType::bf16 ? bits >> 16 : (bits >> 16 & 0x8000u) | (0x3800u - (bits >> 20 & 7u) * 0x400u) | (bits >> 13 & 0x3FFu));
      type == NumberType::f32 ? std::memcpy(to, &bits, 4) : std::memcpy(to, &half, 2);
    }
  }
};

constexpr NumberType kTypes[] = {NumberType::f32, NumberType::f16, NumberType::bf16};

TEST(Stored, ProductsEqualTheReference) {
  Rng rng(4);
  for (const NumberType type : kTypes)
    for (const std::size_t odd : {0u, 1u, 2u})
      for (const Index n : {1, 3, 4, 5, 30})
        for (const auto& [k, m] : {std::pair<Index, Index>{1, 1}, {7, 5}, {64, 33}, {131, 2}, {50, 700}}) {
          const Mat x = normal_matrix(n, k, rng);
          const Bytes w(type, k, m, rng, odd), t(type, m, k, rng, odd);
          Mat y(n, m), z(n, m);
          product_stored_into(x, w.matrix, y);
          product_bt_stored_into(x, t.matrix, z);
          EXPECT_TRUE(close(y, product_stored_reference(x, w.matrix), 1e-5)) << n << " " << k << " " << m;
          EXPECT_TRUE(close(z, product_bt_stored_reference(x, t.matrix), 1e-5)) << n << " " << k << " " << m;
        }
}

TEST(Stored, LargeMatricesGoInBlocks) {
  Rng rng(5);
  for (const NumberType type : kTypes)
    for (const Index n : {1, 6}) {
      const Mat x = normal_matrix(n, 300, rng);
      const Bytes w(type, 300, 1500, rng, 0), t(type, 1500, 300, rng, 0);
      Mat y(n, 1500), z(n, 1500);
      product_stored_into(x, w.matrix, y);
      product_bt_stored_into(x, t.matrix, z);
      EXPECT_TRUE(close(y, product_stored_reference(x, w.matrix), 1e-4));
      EXPECT_TRUE(close(z, product_bt_stored_reference(x, t.matrix), 1e-4));
    }
}

/// A single number of 16 bits.
Real widened(NumberType type, std::uint16_t bits) {
  Mat out(1, 1);
  widen_rows({type, reinterpret_cast<const unsigned char*>(&bits), 1, 1}, 0, out);
  return out(0, 0);
}

TEST(Stored, SixteenBitsAreExact) {
  EXPECT_EQ(widened(NumberType::f16, 0x3C00), 1);
  EXPECT_EQ(widened(NumberType::f16, 0xC000), -2);
  EXPECT_EQ(widened(NumberType::f16, 0x7BFF), 65504);
  EXPECT_EQ(widened(NumberType::f16, 0x0400), 0x1p-14f);
  EXPECT_EQ(widened(NumberType::f16, 0x0001), 0x1p-24f) << "subnormal";
  EXPECT_EQ(widened(NumberType::f16, 0x83FF), -0x1.ff8p-15f) << "subnormal";
  EXPECT_EQ(widened(NumberType::f16, 0x0000), 0);
  EXPECT_EQ(widened(NumberType::bf16, 0x3F80), 1);
  EXPECT_EQ(widened(NumberType::bf16, 0xC0A0), -5);
}

TEST(Stored, ProductsTakeEverySixteenBitNumberAsItIs) {
  for (const NumberType type : {NumberType::f16, NumberType::bf16}) {
    // Four rows, of which x takes the third alone.
    const std::uint16_t exponent = type == NumberType::f16 ? 0x7C00 : 0x7F80;
    std::vector<std::uint16_t> finite;
    for (std::uint32_t bits = 0; bits < 0x10000u; ++bits)
      if ((bits & exponent) != exponent) finite.push_back(static_cast<std::uint16_t>(bits));
    const auto m = static_cast<Index>(finite.size());
    std::vector<std::uint16_t> rows(4 * finite.size(), 0);
    std::copy(finite.begin(), finite.end(), rows.begin() + 2 * m);
    const StoredMatrix w{type, reinterpret_cast<const unsigned char*>(rows.data()), 4, m};
    Mat wide(1, m);
    widen_rows(w, 2, wide);
    for (const Index n : {1, 5}) {
      Mat x = Mat::Zero(n, 4), y(n, m);
      x.col(2).setOnes();
      product_stored_into(x, w, y);
      for (Index i = 0; i < n; ++i) EXPECT_TRUE(close(y.row(i), wide, 0)) << n << " rows, type " << static_cast<int>(type);
    }
  }
}

TEST(Stored, TellsWhatIsNotFinite) {
  const auto finite = [](NumberType type, std::uint16_t bits) {
    const std::uint16_t two[] = {0, bits};
    return all_finite({type, reinterpret_cast<const unsigned char*>(two), 1, 2});
  };
  EXPECT_TRUE(finite(NumberType::f16, 0x7BFF));
  EXPECT_FALSE(finite(NumberType::f16, 0x7C00));
  EXPECT_FALSE(finite(NumberType::f16, 0xFE01));
  EXPECT_TRUE(finite(NumberType::bf16, 0x7F7F));
  EXPECT_FALSE(finite(NumberType::bf16, 0xFF80));
  const float numbers[] = {1, std::numeric_limits<float>::infinity()};
  EXPECT_FALSE(all_finite({NumberType::f32, reinterpret_cast<const unsigned char*>(numbers), 1, 2}));
  EXPECT_TRUE(all_finite({NumberType::f32, reinterpret_cast<const unsigned char*>(numbers), 1, 1}));
}

}  // namespace
}  // namespace attn::kernels
