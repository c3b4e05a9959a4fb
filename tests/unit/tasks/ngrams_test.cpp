#include "tasks/ngrams.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "base/tokens.h"

namespace attn::tasks {
namespace {

Tokens random_tokens(int vocabulary, int count, std::uint64_t seed) {
  Rng rng(seed);
  Tokens out;
  for (int i = 0; i < count; ++i) out.push_back(static_cast<int>(rng.below(static_cast<std::uint64_t>(vocabulary))));
  return out;
}

TEST(NGrams, KnowsNothingBeforeItIsGivenText) {
  const NGrams model(5, 3);
  EXPECT_DOUBLE_EQ(model.probability(Tokens{1, 2}, 4), 0.2);
  EXPECT_DOUBLE_EQ(model.nats(Tokens{1, 2, 3}), std::log(5.0));
  EXPECT_EQ(model.nats(Tokens{}), 0);
}

// The text 0 1 0 1 0 2, of three tokens. By hand: 0 is followed twice by 1 and once by 2.
TEST(NGrams, IsTheFormulaOfWittenAndBell) {
  NGrams model(3, 2);
  model.add(Tokens{0, 1, 0, 1, 0, 2});
  const double alone = (2 + 3 * (1.0 / 3)) / (6 + 3);  // p(1): twice of six, three kinds
  EXPECT_DOUBLE_EQ(model.probability(Tokens{}, 1), alone);
  EXPECT_DOUBLE_EQ(model.probability(Tokens{0}, 1), (2 + 2 * alone) / (3 + 2));
  EXPECT_DOUBLE_EQ(model.probability(Tokens{2}, 1), alone);  // nothing has followed 2
}

TEST(NGrams, SumsToOneInEveryContext) {
  for (int order = 1; order <= NGrams::kMostOrder; ++order) {
    NGrams model(7, order);
    model.add(random_tokens(7, 500, 1));
    model.add(random_tokens(4, 500, 2));
    for (int i = 0; i < 50; ++i) {
      const Tokens context = random_tokens(7, i % 9, static_cast<std::uint64_t>(i + 10));
      double sum = 0;
      for (int token = 0; token < 7; ++token) {
        EXPECT_GT(model.probability(context, token), 0);
        sum += model.probability(context, token);
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
}

TEST(NGrams, AContextLongerThanItsOrderIsCut) {
  NGrams model(7, 3);
  model.add(random_tokens(7, 500, 1));
  EXPECT_EQ(model.probability(Tokens{1, 2, 3, 4}, 5), model.probability(Tokens{6, 6, 3, 4}, 5));
  EXPECT_NE(model.probability(Tokens{3, 4}, 5), model.probability(Tokens{2, 4}, 5));
}

TEST(NGrams, ContextsDoNotCrossCalls) {
  NGrams apart(4, 2), together(4, 2);
  apart.add(Tokens{0}), apart.add(Tokens{1});
  together.add(Tokens{0, 1});
  EXPECT_EQ(apart.probability(Tokens{0}, 1), apart.probability(Tokens{}, 1));
  EXPECT_GT(together.probability(Tokens{0}, 1), together.probability(Tokens{}, 1));
}

TEST(NGrams, ALongerContextPredictsBetterWhatRepeats) {
  Tokens text;
  for (int i = 0; i < 300; ++i)
    for (const int token : {0, 1, 0, 2, 0, 1, 0, 3}) text.push_back(token);
  double before = 10;
  for (int order = 1; order <= 5; ++order) {
    NGrams model(4, order);
    model.add(text);
    EXPECT_LT(model.nats(text), before) << order;
    before = model.nats(text);
  }
  EXPECT_LT(before, 0.02);
}

TEST(NGrams, KeepsEachNGramOnce) {
  NGrams model(3, 2);
  model.add(Tokens{0, 1, 0, 1});
  EXPECT_EQ(model.kept(), 5u);  // the empty one, 0, 1, 0 1, 1 0
}

}  // namespace
}  // namespace attn::tasks
