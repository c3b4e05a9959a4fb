// A shard of a batch of pairs.
#pragma once

#include "base/tokens.h"

namespace attn::training {

struct PairShard {
  PairBatch pairs;
  Real share = 1;  ///< its words of all words of the batch; a mean over the shard's words, times this, is what it adds to the batch's mean
};

/// Pairs first ... first + count - 1. Words are those of the targets and, of each pair, `more`: 1 where its end is to be said too.
inline PairShard shard_of(const PairBatch& batch, int first, int count, int more) {
  PairShard shard;
  std::size_t words = 0, all = 0;
  for (std::size_t i = 0; i < batch.targets.size(); ++i) {
    const std::size_t said = batch.targets[i].size() + static_cast<std::size_t>(more);
    all += said;
    if (i < static_cast<std::size_t>(first) || i >= static_cast<std::size_t>(first + count)) continue;
    words += said;
    shard.pairs.sources.push_back(batch.sources[i]);
    shard.pairs.targets.push_back(batch.targets[i]);
  }
  shard.share = static_cast<Real>(words) / static_cast<Real>(all);
  return shard;
}

}  // namespace attn::training
