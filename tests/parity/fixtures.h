// Reads the fixtures that make_fixtures.py wrote with PyTorch.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/mat.h"

namespace attn::test {

struct Fixture {
  std::string name;  ///< "attention scaled_dot causal 6x6x4"
  std::map<std::string, Mat> matrices;

  bool has(const std::string& key) const { return matrices.count(key) > 0; }
  /// CHECKs that it is there.
  const Mat& at(const std::string& key) const;
  /// at(key), or an empty matrix.
  Mat get(const std::string& key) const { return has(key) ? at(key) : Mat(); }
  Mask mask() const;
  /// The n-th word of the name.
  std::string word(int n) const;
  /// Has the name this word, but as its first?
  bool says(const std::string& word) const { return (name + " ").find(" " + word + " ") != std::string::npos; }
};

/// All cases of `file` (below the fixtures' folder) whose name begins with `kind` and a space; CHECKs that there are some.
std::vector<Fixture> fixtures(const std::string& file, const std::string& kind);

}  // namespace attn::test
