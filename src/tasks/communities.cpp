// A stochastic block model, some of whose ties are held out.
#include <algorithm>
#include <set>
#include <utility>

#include "tasks/graphs.h"

namespace attn::tasks {
namespace {

constexpr double kTiedInside = 0.5, kTiedAcross = 0.006;
constexpr int kLeastTies = 2;  ///< how many ties every node keeps at least in training

std::vector<Tie> draw_ties(int nodes, const std::vector<int>& classes, Rng& rng) {
  std::vector<Tie> ties;
  for (int i = 0; i < nodes; ++i)
    for (int j = i + 1; j < nodes; ++j) {
      const bool inside = classes[static_cast<std::size_t>(i)] == classes[static_cast<std::size_t>(j)];
      if (rng.uniform() < (inside ? kTiedInside : kTiedAcross)) ties.push_back({i, j});
    }
  return ties;
}

/// `count` different pairs that are not among `ties`.
std::vector<Tie> draw_non_ties(int nodes, const std::vector<Tie>& ties, std::size_t count, Rng& rng) {
  std::set<std::pair<int, int>> taken;
  for (const Tie& tie : ties) taken.insert({tie.from, tie.to});
  std::vector<Tie> out;
  while (out.size() < count) {
    const auto a = static_cast<int>(rng.below(static_cast<std::uint64_t>(nodes))),
               b = static_cast<int>(rng.below(static_cast<std::uint64_t>(nodes)));
    const Tie tie{std::min(a, b), std::max(a, b)};
    if (a != b && taken.insert({tie.from, tie.to}).second) out.push_back(tie);
  }
  return out;
}

/// Takes `count` ties out of `all` such that every node keeps kLeastTies.
void hold_out(const std::vector<Tie>& all, std::size_t count, TieQuestion* question, Rng& rng) {
  std::vector<int> kept(question->graph.classes.size());
  for (const Tie& tie : all) ++kept[static_cast<std::size_t>(tie.from)], ++kept[static_cast<std::size_t>(tie.to)];
  std::vector<Tie> shuffled = all;
  rng.shuffle(&shuffled);
  std::set<std::pair<int, int>> left;  // sorted
  for (const Tie& tie : shuffled) {
    int &from = kept[static_cast<std::size_t>(tie.from)], &to = kept[static_cast<std::size_t>(tie.to)];
    if (question->held_out.size() < count && from > kLeastTies && to > kLeastTies)
      question->held_out.push_back(tie), --from, --to;
    else
      left.insert({tie.from, tie.to});
  }
  for (const auto& [from, to] : left) question->graph.ties.push_back({from, to});
}

}  // namespace

TieQuestion tie_question(std::uint64_t seed) {
  constexpr int kNodes = kCommunities * kCommunityMembers;
  Rng rng(seed);
  TieQuestion out;
  for (int i = 0; i < kNodes; ++i) out.graph.classes.push_back(i / kCommunityMembers);
  out.graph.features = Mat::Identity(kNodes, kNodes);
  const std::vector<Tie> all = draw_ties(kNodes, out.graph.classes, rng);
  hold_out(all, all.size() / 5, &out, rng);
  out.non_ties = draw_non_ties(kNodes, all, out.held_out.size(), rng);
  return out;
}

}  // namespace attn::tasks
