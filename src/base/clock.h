// A clock for measuring durations.
#pragma once

#include <chrono>

namespace attn {

/// Milliseconds since a moment that stays the same while the program runs.
inline double milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace attn
