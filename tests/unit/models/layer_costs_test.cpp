#include "models/layer_costs.h"

#include "unit/compare.h"

namespace attn::models {
namespace {

constexpr LayerKind kKinds[] = {LayerKind::recurrent, LayerKind::convolution, LayerKind::self_attention, LayerKind::projected};

TEST(LayerCosts, TheFormulaIsWhatThePlainLoopsCount) {
  for (const LayerKind kind : kKinds)
    for (const Index n : {1, 2, 5, 12})
      for (const int kernel : {1, 3, 7}) {
        LayerTrial trial(kind, n, 6, kernel);
        std::int64_t counted = 0;
        const Mat expected = trial.reference(&counted);
        EXPECT_EQ(layer_cost(kind, n, 6, kernel).multiply_adds, counted);
        EXPECT_TRUE(test::close(trial(), expected));
        EXPECT_TRUE(test::close(trial(), expected)) << "a second time";
      }
}

TEST(LayerCosts, AttentionIsCheaperThanRecurrenceWhereTheSentenceIsShorterThanTheWidth) {
  const auto cost = [](LayerKind kind, int n, int d) { return layer_cost(kind, n, d).multiply_adds; };
  EXPECT_LT(cost(LayerKind::self_attention, 63, 64), cost(LayerKind::recurrent, 63, 64));
  EXPECT_EQ(cost(LayerKind::self_attention, 64, 64), cost(LayerKind::recurrent, 64, 64));
  EXPECT_GT(cost(LayerKind::self_attention, 65, 64), cost(LayerKind::recurrent, 65, 64));
}

TEST(LayerCosts, WaitingAndPaths) {
  EXPECT_EQ(layer_cost(LayerKind::recurrent, 20, 8).sequential, 20);
  EXPECT_EQ(layer_cost(LayerKind::recurrent, 20, 8).path, 19);
  EXPECT_EQ(layer_cost(LayerKind::convolution, 21, 8, 5).path, 10);
  EXPECT_EQ(layer_cost(LayerKind::self_attention, 20, 8).path, 1);
}

}  // namespace
}  // namespace attn::models
