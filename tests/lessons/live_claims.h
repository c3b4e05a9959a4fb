// What a lesson's sentences with live numbers claim beyond the numbers. The suite (suite/live_sentences_test.cpp) reads each such sentence
// in every state that a link of the text leads to and asks the claim.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The lesson as a sentence reads it: numbers by the names that stand between braces in the text, a cell's with its place.
class LiveNumbers {
 public:
  virtual ~LiveNumbers() = default;
  virtual double operator()(std::string_view name) const = 0;
};

/// Of the sentence in which `words` stands, written with its live numbers ("the largest is {largest}").
struct LiveClaim {
  std::string_view words;
  bool (*holds)(const LiveNumbers& live) = nullptr;  ///< null where the sentence claims nothing but that the number is what it says
  bool may_be_missing = false;
};
/// The sentence's numbers may be missing in some state, and stand as a dash there: a fit in a gap between the keys, sentences longer than
/// any of a task that has none.
constexpr bool kWhereThereIsOne = true;

/// Claims that a lesson's test states once, as a constant of its file.
class LiveClaims {
 public:
  explicit LiveClaims(std::vector<LiveClaim> claims) { stated() = std::move(claims); }
  /// Those of the lesson that this program tests.
  static std::vector<LiveClaim>& stated() {
    static std::vector<LiveClaim> claims;
    return claims;
  }
};

}  // namespace attn
