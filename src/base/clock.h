// The time that passes, for measuring.
#pragma once

#include <chrono>

namespace attn {

/// Milliseconds since some moment that stays the same while the program runs.
inline double milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace attn
