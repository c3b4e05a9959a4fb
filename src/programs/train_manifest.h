// assets/weights: all shipped weights, and the manifest that says how each was made and what it reaches.
#pragma once

#include <string>

namespace attn::programs {

/// Trains every shipped model into `folder`, each file replaced when its model is done, then writes the manifest. Returns the exit status.
int remake_all(const std::string& folder);
/// Measures the weights in `folder` and writes manifest.json there; a missing or wrong file is named and status 1.
int write_manifest(const std::string& folder);

}  // namespace attn::programs
