// An n-gram model of tokens: the next token is guessed from counts of what followed the last few tokens before.
//
// A context that was seen often is trusted, a rare one leans on the context that is one token shorter, down to no context and then the
// uniform distribution. How much it leans is Witten and Bell's rule: a context that was followed by many different tokens is likely to be
// followed by a new one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace attn::tasks {

/// Interpolated Witten-Bell smoothing (Witten and Bell 1991, The Zero-Frequency Problem; in the form of Chen and Goodman 1998, An Empirical
/// Study of Smoothing Techniques for Language Modeling, section 2):
///
///   p(t | context) = (n(context t) + kinds(context) p(t | shorter context)) / (n(context) + kinds(context))
///
/// where n counts occurrences and kinds(context) is how many different tokens followed. Below the empty context lies 1 / vocabulary.
class NGrams {
 public:
  static constexpr int kMostOrder = 6;

  /// Tokens are 0 ... vocabulary - 1. The context is order - 1 tokens long; order is 1 ... kMostOrder.
  NGrams(int vocabulary, int order);

  int vocabulary() const { return vocabulary_; }
  int order() const { return order_; }

  /// Counts the n-grams of `tokens`. No context reaches back into the tokens of an earlier call, so that a text which is added in slices
  /// loses the contexts that cross a cut.
  void add(std::span<const int> tokens);

  /// The probability of `token` after `context`, of which only the last order - 1 tokens count. Positive, and sums to 1 over the
  /// vocabulary.
  double probability(std::span<const int> context, int token) const;

  /// The mean of -ln p(token) over `tokens`, each in the context of those before it. 0 for no tokens.
  double nats(std::span<const int> tokens) const;

  /// How many different n-grams of all lengths are kept.
  std::size_t kept() const { return used_; }

 private:
  /// A sequence of tokens that has been seen. It is known by a hash of 64 bits; two sequences with the same hash would be counted as one,
  /// which at 10 million sequences has a chance of about 3 in a million.
  struct Entry {
    std::uint64_t key = 0;       ///< 0: free
    std::uint32_t count = 0;     ///< how often the sequence occurred
    std::uint32_t followed = 0;  ///< how often another token came after it
    std::uint32_t kinds = 0;     ///< how many different tokens did
  };

  std::size_t slot(std::uint64_t key) const;
  const Entry* find(std::uint64_t key) const;
  std::size_t make(std::uint64_t key);
  void grow();

  int vocabulary_, order_;
  std::vector<Entry> entries_;  ///< open addressing; the size is a power of two
  std::size_t used_ = 0;
};

}  // namespace attn::tasks
