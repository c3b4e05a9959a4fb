// The digest that the manifest has for each file.
#pragma once

#include <string>
#include <string_view>

namespace attn::programs {

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace attn::programs
