#include "tasks/merge_learner.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "tasks/text_pieces.h"

namespace attn::tasks {
namespace {

std::uint64_t key_of_pair(int left, int right) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 | static_cast<std::uint32_t>(right);
}

}  // namespace

bool MergeLearner::Candidate::operator<(const Candidate& other) const {
  return std::tuple(count, -left, -right) < std::tuple(other.count, -other.left, -other.right);
}

MergeLearner::MergeLearner(std::string_view text) {
  std::unordered_map<std::string_view, size_t> places;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = piece_end(text, at);
    const std::string_view piece = text.substr(at, end - at);
    at = end;
    const auto [place, is_new] = places.try_emplace(piece, pieces_.size());
    if (is_new) {
      Tokens& tokens = pieces_.emplace_back().tokens;
      for (const char c : piece) tokens.push_back(token_of(static_cast<unsigned char>(c)));
    }
    ++pieces_[place->second].count;
    length_ += static_cast<std::int64_t>(piece.size());
  }
  for (size_t p = 0; p < pieces_.size(); ++p)
    for (size_t i = 0; i + 1 < pieces_[p].tokens.size(); ++i)
      change(pieces_[p].tokens[i], pieces_[p].tokens[i + 1], pieces_[p].count, static_cast<int>(p));
  for (const auto& [key, pair] : pairs_)
    candidates_.push_back({pair.count, static_cast<int>(key >> 32), static_cast<int>(key & 0xFFFFFFFFu)});
  std::make_heap(candidates_.begin(), candidates_.end());
  for (int token = 0; token < TextTokens::kBytes; ++token) texts_.emplace_back(1, static_cast<char>(byte_of(token)));
}

void MergeLearner::change(int left, int right, std::int64_t by, int piece) {
  Pair& pair = pairs_[key_of_pair(left, right)];
  pair.count += by;
  if (by > 0 && (pair.pieces.empty() || pair.pieces.back() != piece)) pair.pieces.push_back(piece);
}

void MergeLearner::push(const Candidate& candidate) {
  candidates_.push_back(candidate);
  std::push_heap(candidates_.begin(), candidates_.end());
}

/// Makes one token of every such pair of a piece, and corrects the counts of the pairs beside it.
void MergeLearner::merge_in(int piece, const Merge& merge, int made, std::vector<std::uint64_t>* changed) {
  auto& [tokens, count] = pieces_[static_cast<size_t>(piece)];
  size_t kept = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i + 1 == tokens.size() || tokens[i] != merge.left || tokens[i + 1] != merge.right) {
      tokens[kept++] = tokens[i];
      continue;
    }
    if (kept > 0) {
      change(tokens[kept - 1], merge.left, -count, piece);
      change(tokens[kept - 1], made, count, piece);
      changed->push_back(key_of_pair(tokens[kept - 1], made));
    }
    if (i + 2 < tokens.size()) {
      change(merge.right, tokens[i + 2], -count, piece);
      change(made, tokens[i + 2], count, piece);
      changed->push_back(key_of_pair(made, tokens[i + 2]));
    }
    tokens[kept++] = made;
    length_ -= count;
    ++i;
  }
  tokens.resize(kept);
}

bool MergeLearner::learn_one() {
  while (!candidates_.empty()) {
    std::pop_heap(candidates_.begin(), candidates_.end());
    Candidate best = candidates_.back();
    candidates_.pop_back();
    const auto found = pairs_.find(key_of_pair(best.left, best.right));
    if (found == pairs_.end() || found->second.count < 2) continue;
    if (found->second.count != best.count) {
      best.count = found->second.count;
      push(best);
      continue;
    }
    // Two pairs may spell the same ("ab" "c", "a" "bc"). Only the first becomes a token, so that names tell tokens apart.
    std::string text = texts_[static_cast<size_t>(best.left)] + texts_[static_cast<size_t>(best.right)];
    if (!known_.insert(text).second) continue;
    const auto made = static_cast<int>(texts_.size());
    texts_.push_back(std::move(text));
    merges_.push_back({best.left, best.right, best.count});
    const std::vector<int> pieces = std::move(found->second.pieces);
    std::vector<std::uint64_t> changed;
    for (const int piece : pieces) merge_in(piece, merges_.back(), made, &changed);
    pairs_.erase(key_of_pair(best.left, best.right));
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (const std::uint64_t key : changed) push({pairs_[key].count, static_cast<int>(key >> 32), static_cast<int>(key & 0xFFFFFFFFu)});
    return true;
  }
  return false;
}

bool MergeLearner::learn(int merges) {
  for (int i = 0; i < merges; ++i)
    if (!learn_one()) return false;
  return true;
}

}  // namespace attn::tasks
