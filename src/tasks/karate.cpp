// The karate club's members, ties and clubs as Zachary 1977 recorded them.
#include <array>

#include "tasks/graphs.h"

namespace attn::tasks {
namespace {

/// For each member the tied ones with a higher number, in the paper's numbering.
const std::vector<std::vector<int>>& friends() {
  static const std::vector<std::vector<int>> all = {
      {2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 18, 20, 22, 32},
      {3, 4, 8, 14, 18, 20, 22, 31},
      {4, 8, 9, 10, 14, 28, 29, 33},
      {8, 13, 14},
      {7, 11},
      {7, 11, 17},
      {17},
      {},
      {31, 33, 34},
      {34},
      {},
      {},
      {},
      {34},
      {33, 34},
      {33, 34},
      {},
      {},
      {33, 34},
      {34},
      {33, 34},
      {},
      {33, 34},
      {26, 28, 30, 33, 34},
      {26, 28, 32},
      {32},
      {30, 34},
      {34},
      {32, 34},
      {33, 34},
      {33, 34},
      {33, 34},
      {34},
      {},
  };
  return all;
}

GraphExample karate(const std::vector<int>& classes, std::vector<int> given) {
  GraphExample out;
  out.features = Mat::Identity(kKarateMembers, kKarateMembers);
  out.ties = karate_ties();
  out.classes = classes;
  out.given = std::move(given);
  return out;
}

}  // namespace

const std::vector<Tie>& karate_ties() {
  static const std::vector<Tie> ties = [] {
    std::vector<Tie> out;
    for (int i = 0; i < kKarateMembers; ++i)
      for (const int other : friends()[static_cast<std::size_t>(i)]) out.push_back({i, other - 1});
    return out;
  }();
  return ties;
}

const std::vector<int>& karate_clubs() {
  static const std::vector<int> clubs = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0,
                                         0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  return clubs;
}

const std::vector<int>& karate_groups() {
  static const std::vector<int> groups = {0, 0, 0, 0, 1, 1, 1, 0, 2, 0, 1, 0, 0, 0, 2, 2, 1,
                                          0, 2, 0, 2, 0, 2, 2, 3, 3, 2, 2, 3, 2, 2, 3, 2, 2};
  return groups;
}

GraphExample karate_two() { return karate(karate_clubs(), {0, kKarateMembers - 1}); }
GraphExample karate_four() { return karate(karate_groups(), {0, 4, 8, 24}); }

}  // namespace attn::tasks
