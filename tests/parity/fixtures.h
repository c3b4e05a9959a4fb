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
  /// The array `key`. CHECKs that there is one.
  const Mat& at(const std::string& key) const;
  /// The array `key`, or an empty matrix where there is none.
  Mat get(const std::string& key) const { return has(key) ? at(key) : Mat(); }
  Mask mask() const;
  /// The n-th word of the name.
  std::string word(int n) const;
  /// Whether the name has this word, other than as its first.
  bool says(const std::string& word) const { return (name + " ").find(" " + word + " ") != std::string::npos; }
};

/// All cases of `file` (in the fixtures' folder) whose names begin with `kind` and a space. CHECKs that there are some.
std::vector<Fixture> fixtures(const std::string& file, const std::string& kind);

}  // namespace attn::test
