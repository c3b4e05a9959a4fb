// What a lesson's sentences with live numbers claim beyond the numbers. The suite (suite/live_sentences_test.cpp) reads each such sentence
// in every state that a link of the text leads to, and checks its claim there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The lesson as a sentence reads it: numbers by the names that the text has in braces, which for a cell include its index.
class LiveNumbers {
 public:
  virtual ~LiveNumbers() = default;
  virtual double operator()(std::string_view name) const = 0;
};

/// The claim of the sentence that contains `words`, in which live numbers are written as in the text ("the largest is {largest}").
struct LiveClaim {
  std::string_view words;
  bool (*holds)(const LiveNumbers& live) = nullptr;  ///< null where the sentence claims nothing beyond the number itself
  bool may_be_missing = false;
};
/// The sentence's numbers may be missing in some states, where a dash replaces them: for a fit in a gap between the keys, say, or where a
/// task has no sentences of that length.
constexpr bool kWhereThereIsOne = true;

/// The claims of a lesson. Its test states them once, as a constant in its file.
class LiveClaims {
 public:
  explicit LiveClaims(std::vector<LiveClaim> claims) { stated() = std::move(claims); }
  /// The claims of the lesson that this program tests.
  static std::vector<LiveClaim>& stated() {
    static std::vector<LiveClaim> claims;
    return claims;
  }
};

}  // namespace attn
