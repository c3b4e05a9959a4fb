// How slow a backend is, before it is tried with much: a GPU that is drawn in software would keep the page waiting.
#pragma once

#include "compute/backend.h"

namespace attn::compute {

inline constexpr int kProbe = 256;      ///< queries and keys, 64 wide
inline constexpr double kHopeless = 3;  ///< more times the CPU's time than this, and nothing is to be hoped for

/// How many times as long as the CPU an attention takes on `backend`.
double probe(const Backend& backend);

}  // namespace attn::compute
