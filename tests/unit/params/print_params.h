// Types and values of parameters in the message of a test that fails: as the calls name and an address writes them. Every file that
// compares some includes it; what one of them makes without it, the bytes, may be what the program prints.
#pragma once

#include <gtest/gtest.h>

#include <ostream>

#include "params/params.h"

namespace attn::params {

inline void PrintTo(Type type, std::ostream* out) { *out << type_name(type); }

}  // namespace attn::params

namespace testing::internal {

/// GoogleTest looks for no PrintTo of a std::variant, and prints the type in its place.
template <>
class UniversalPrinter<attn::params::Value> {
 public:
  static void Print(const attn::params::Value& value, std::ostream* out) { *out << attn::params::print(attn::params::Row(), value); }
};

}  // namespace testing::internal
