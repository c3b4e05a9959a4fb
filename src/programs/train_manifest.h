// Makes assets/weights: all shipped weights, and the manifest that says how each model was trained and what it reaches.
#pragma once

#include <string>

namespace attn::programs {

/// Trains every shipped model and writes it to `folder` when it is done, then writes the manifest. Returns the exit status.
int remake_all(const std::string& folder);
/// Measures the weights in `folder` and writes manifest.json there. Names a file that is missing or wrong and returns kFailed then.
int write_manifest(const std::string& folder);

}  // namespace attn::programs
