// Shipped weights from a folder, for programs that have files; pages fetch theirs.
#pragma once

#include <string>

#include "session/session.h"

namespace attn::programs {

/// Hands the session what it wants from `folder`/<name>.safetensors, or says why a file cannot be read.
void provide_weights(session::Session& session, const std::string& folder);

/// Loads, trains and measures at once, for those who wait for no frames; for `seconds` at most. Returns an empty string, or how far it
/// came.
std::string catch_up(session::Session& session, const std::string& folder, double seconds);

constexpr double kCatchUpSeconds = 300;

}  // namespace attn::programs
