#include "tasks/ngrams.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace attn::tasks {
namespace {

constexpr std::uint64_t kNoTokens = 0x9E3779B97F4A7C15u;

/// The key of a sequence that has `token` before the tokens of `key`. Keys are built from the last token backwards, so that all contexts of
/// a place cost one step each. It mixes as splitmix64 does; 0 is kept for free entries.
std::uint64_t with_token_before(std::uint64_t key, int token) {
  std::uint64_t z = key + 0x9E3779B97F4A7C15u * (static_cast<std::uint64_t>(token) + 1);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return z ? z : 1;
}

}  // namespace

NGrams::NGrams(int vocabulary, int order) : vocabulary_(vocabulary), order_(order), entries_(1024) {
  CHECK(vocabulary >= 1 && order >= 1 && order <= kMostOrder, "NGrams: ", vocabulary, " tokens, order ", order);
}

std::size_t NGrams::slot(std::uint64_t key) const {
  const std::size_t mask = entries_.size() - 1;
  std::size_t at = static_cast<std::size_t>(key) & mask;
  while (entries_[at].key != 0 && entries_[at].key != key) at = (at + 1) & mask;
  return at;
}

const NGrams::Entry* NGrams::find(std::uint64_t key) const {
  const Entry& entry = entries_[slot(key)];
  return entry.key == key ? &entry : nullptr;
}

std::size_t NGrams::make(std::uint64_t key) {
  if ((used_ + 1) * 4 > entries_.size() * 3) grow();
  const std::size_t at = slot(key);
  if (entries_[at].key == 0) entries_[at].key = key, ++used_;
  return at;
}

void NGrams::grow() {
  std::vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  for (const Entry& entry : old)
    if (entry.key != 0) entries_[slot(entry.key)] = entry;
}

void NGrams::add(std::span<const int> tokens) {
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    CHECK(tokens[t] >= 0 && tokens[t] < vocabulary_, "NGrams: token ", tokens[t], " of ", vocabulary_);
    std::uint64_t context = kNoTokens, whole = with_token_before(kNoTokens, tokens[t]);
    for (std::size_t length = 0;; ++length) {
      Entry& found = entries_[make(whole)];
      const bool is_new = found.count++ == 0;
      Entry& before = entries_[make(context)];  // may move `found`
      ++before.followed;
      if (is_new) ++before.kinds;
      if (length + 1 == static_cast<std::size_t>(order_) || length == t) break;
      const int earlier = tokens[t - 1 - length];
      context = with_token_before(context, earlier), whole = with_token_before(whole, earlier);
    }
  }
}

double NGrams::probability(std::span<const int> context, int token) const {
  CHECK(token >= 0 && token < vocabulary_, "NGrams: token ", token, " of ", vocabulary_);
  std::uint64_t before = kNoTokens, whole = with_token_before(kNoTokens, token);
  double p = 1.0 / vocabulary_;
  for (std::size_t length = 0;; ++length) {
    const Entry* seen = find(before);
    if (!seen || seen->followed == 0) return p;  // a longer context has not been followed by anything either
    const Entry* together = find(whole);
    const double count = together ? together->count : 0;
    p = (count + seen->kinds * p) / (static_cast<double>(seen->followed) + seen->kinds);
    if (length + 1 == static_cast<std::size_t>(order_) || length == context.size()) return p;
    const int earlier = context[context.size() - 1 - length];
    before = with_token_before(before, earlier), whole = with_token_before(whole, earlier);
  }
}

double NGrams::nats(std::span<const int> tokens) const {
  if (tokens.empty()) return 0;
  double sum = 0;
  for (std::size_t t = 0; t < tokens.size(); ++t) sum -= std::log(probability(tokens.first(t), tokens[t]));
  return sum / static_cast<double>(tokens.size());
}

}  // namespace attn::tasks
