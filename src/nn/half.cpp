#include "nn/half.h"

namespace attn::nn {

std::uint16_t to_half(float value) {
  const std::uint32_t bits = bits_of(value);
  const std::uint32_t sign = bits >> 16 & 0x8000u, size = bits & 0x7FFFFFFFu;
  const std::uint32_t infinity = 0x7F800000u, smallest_normal = 0x38800000u;  // 2^-14
  if (size > infinity) return static_cast<std::uint16_t>(sign | 0x7E00u);
  if (size >= 0x477FF000u) return static_cast<std::uint16_t>(sign | 0x7C00u);  // 65520
  if (size < smallest_normal) {
    // The sum with 1/2 rounds to multiples of 2^-24, which are half's subnormals.
    const std::uint32_t sum = bits_of(float_of(size) + 0.5f);
    return static_cast<std::uint16_t>(sign | (sum - 0x3F000000u));
  }
  const std::uint32_t rounded = size + 0xFFFu + (size >> 13 & 1u);
  return static_cast<std::uint16_t>(sign | ((rounded - (112u << 23)) >> 13));
}

float from_half(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16, size = bits & 0x7FFFu;
  if (size >= 0x7C00u) return float_of(sign | 0x7F800000u | (size & 0x3FFu) << 13);
  if (size < 0x400u) {
    const float magnitude = static_cast<float>(size) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  return float_of(sign | ((size << 13) + (112u << 23)));
}

float from_bfloat(std::uint16_t bits) { return float_of(static_cast<std::uint32_t>(bits) << 16); }

}  // namespace attn::nn
