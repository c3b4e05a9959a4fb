// Members among strangers: the mean of a member's neighbours says nothing about its class.
#include <numeric>

#include "tasks/graphs.h"

namespace attn::tasks {
namespace {

constexpr double kNoise = 0.8;  ///< standard deviation of the noise on a hint, which is 1 for the right class and 0 for the others

int member_of(int c, int i) { return c * kNoisyMembers + i; }
int stranger_of(int c, int i) { return kNoisyClasses * kNoisyMembers + c * kNoisyStrangers + i; }

/// Two different numbers below `n`.
std::pair<int, int> two_of(int n, Rng& rng) {
  const auto first = static_cast<int>(rng.below(static_cast<std::uint64_t>(n)));
  const auto step = 1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(n - 1)));
  return {first, (first + step) % n};
}

void fill(GraphExample* example, Rng& rng) {
  constexpr int kMembers = kNoisyClasses * kNoisyMembers, kNodes = kMembers + kNoisyClasses * kNoisyStrangers;
  example->features = normal_matrix(kNodes, kNoisyClasses + 1, rng, kNoise);
  example->features.col(kNoisyClasses).setZero();
  example->classes.assign(kNodes, -1);
  for (int c = 0; c < kNoisyClasses; ++c) {
    for (int i = 0; i < kNoisyMembers; ++i) {
      const int member = member_of(c, i);
      example->features(member, c) += 1;
      example->classes[static_cast<std::size_t>(member)] = c;
      example->ties.push_back({member, member_of(c, (i + 1) % kNoisyMembers)});
      for (int other = 0; other < kNoisyClasses; ++other) {
        if (other == c) continue;
        const auto [first, second] = two_of(kNoisyStrangers, rng);
        example->ties.push_back({member, stranger_of(other, first)});
        example->ties.push_back({member, stranger_of(other, second)});
      }
    }
    for (int i = 0; i < kNoisyStrangers; ++i) {
      example->features(stranger_of(c, i), c) += 1;
      example->features(stranger_of(c, i), kNoisyClasses) = 1;
    }
  }
}

}  // namespace

GraphExample draw_noisy(Split split, Rng& rng) {
  Rng own = generator_of(split, rng);
  GraphExample example;
  fill(&example, own);
  return example;
}

}  // namespace attn::tasks
