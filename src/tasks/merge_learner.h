// Learns the merges of byte-pair encoding from a text, a few at a time, so that a page can show each as it is chosen.
//
// The pair of tokens that most often stand side by side becomes a token, again and again (Sennrich et al. 2016, Neural Machine Translation
// of Rare Words with Subword Units). Pairs never cross a piece (text_pieces.h), so equal pieces are kept once, with their count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tasks/text_tokens.h"

namespace attn::tasks {

class MergeLearner {
 public:
  /// Counts the pieces and pairs of the text, which is not needed afterwards.
  explicit MergeLearner(std::string_view text);

  /// Chooses up to `merges` more merges. Of pairs that are equally frequent, the one with the smaller ids goes first. Returns false when
  /// none is left that stands in the text twice.
  bool learn(int merges);

  const std::vector<Merge>& merges() const { return merges_; }
  /// How many tokens the text has with the merges so far.
  std::int64_t text_length() const { return length_; }
  TextTokens tokens() const { return TextTokens::byte_pairs(merges_); }

 private:
  struct Piece {
    Tokens tokens;
    std::int64_t count = 0;
  };
  struct Pair {
    std::int64_t count = 0;
    std::vector<int> pieces;  ///< those that have the pair, and some that had it
  };
  /// A pair with a count that it had once. Counts never grow after the merge that made the pair, so the greatest is found by correcting the
  /// top.
  struct Candidate {
    std::int64_t count;
    int left, right;
    bool operator<(const Candidate& other) const;  ///< whether it is chosen after the other
  };

  bool learn_one();
  void change(int left, int right, std::int64_t by, int piece);
  void merge_in(int piece, const Merge& merge, int made, std::vector<std::uint64_t>* changed);
  void push(const Candidate& candidate);

  std::vector<Piece> pieces_;
  std::unordered_map<std::uint64_t, Pair> pairs_;
  std::vector<Candidate> candidates_;  ///< a heap
  std::vector<std::string> texts_;     ///< of each token
  std::unordered_set<std::string> known_;
  std::vector<Merge> merges_;
  std::int64_t length_ = 0;
};

}  // namespace attn::tasks
