// 16-bit floating point (IEEE 754 binary16, and bfloat16) as bits, to and from float.
#pragma once

#include <cstdint>
#include <cstring>

namespace attn::nn {

/// Replaces std::bit_cast, which the web build's library does not have.
inline std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Rounded to the nearest, ties to even. Magnitudes from 65520 on become infinite; subnormals are kept.
std::uint16_t to_half(float value);
/// Exact.
float from_half(std::uint16_t bits);
/// Exact: the upper half of a float.
float from_bfloat(std::uint16_t bits);

}  // namespace attn::nn
