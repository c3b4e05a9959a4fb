// Tables of Unicode, written by tools/unicode.mjs when the program is built. tasks/unicode.h reads them.
#pragma once

#include <cstdint>
#include <span>

namespace attn::tasks::unicode {

struct Range {
  char32_t first, last;
};
/// Ascending and apart: the categories L, N, P and C without what is not assigned, and the property White_Space.
extern const std::span<const Range> letters, numbers, punctuation, controls, spaces;

/// What becomes of one code point: `count` code points of Mappings::to from `begin` on.
struct Mapping {
  char32_t code;
  std::uint32_t begin, count;
};
struct Mappings {
  std::span<const Mapping> from;  ///< ascending
  std::span<const char32_t> to;
};
extern const Mappings lower_case, without_accents;

}  // namespace attn::tasks::unicode
