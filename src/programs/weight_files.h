// Reads shipped weights from a folder, for programs that have files. Pages fetch theirs.
#pragma once

#include <string>

#include "session/session.h"

namespace attn::programs {

/// Gives the session the weights that it wants from `folder`/<name>.safetensors, or tells it why a file cannot be read.
void provide_weights(session::Session& session, const std::string& folder);

/// Loads, trains and measures without waiting for frames, for `seconds` at most. Returns an empty string, or how far it came.
std::string catch_up(session::Session& session, const std::string& folder, double seconds);

constexpr double kCatchUpSeconds = 300;

}  // namespace attn::programs
