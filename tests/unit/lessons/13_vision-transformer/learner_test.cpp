// Drawings in order and in disorder, and networks in training on them.
#include "lessons/13_vision-transformer/learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

namespace attn::lessons::vision_transformer {
namespace {

constexpr std::array kTasks{Task::digits, Task::relation};
constexpr std::array kNetworks{Network::transformer, Network::no_positions, Network::convolution};

Mat counted_image() {
  Mat out(tasks::kDrawingSide, tasks::kDrawingSide);
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = static_cast<Real>(i);
  return out;
}

std::vector<int> inverse_of(const std::vector<int>& order) {
  std::vector<int> out(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) out[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return out;
}

TEST(PatchOrder, NumberZeroLeavesEachPatchWhereItIs) {
  for (const int side : kPatches) {
    const int aside = tasks::kDrawingSide / side;
    EXPECT_EQ(in_order(counted_image(), patch_order(0, aside * aside)), counted_image());
  }
}

TEST(PatchOrder, ADisorderAndItsInverseAreTheImageAgain) {
  for (const int side : kPatches)
    for (const int number : {1, 2, 77}) {
      const int patches = tasks::kDrawingSide / side * (tasks::kDrawingSide / side);
      const std::vector<int> order = patch_order(number, patches);
      EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), static_cast<std::size_t>(patches));
      EXPECT_EQ(order, patch_order(number, patches));
      const Mat disordered = in_order(counted_image(), order);
      EXPECT_EQ(in_order(disordered, inverse_of(order)), counted_image());
      EXPECT_EQ(disordered.sum(), counted_image().sum());
    }
  EXPECT_NE(patch_order(1, 16), patch_order(2, 16));
  EXPECT_NE(patch_order(1, 16), patch_order(0, 16));
}

TEST(PatchOrder, SaysWhichPatchStandsAtEachPlace) {
  const Mat moved = in_order(counted_image(), {2, 0, 3, 1});
  EXPECT_EQ(Mat(moved.topLeftCorner(12, 12)), Mat(counted_image().bottomLeftCorner(12, 12)));
  EXPECT_EQ(Mat(moved.topRightCorner(12, 12)), Mat(counted_image().topLeftCorner(12, 12)));
  EXPECT_EQ(Mat(moved.bottomLeftCorner(12, 12)), Mat(counted_image().bottomRightCorner(12, 12)));
  EXPECT_EQ(Mat(moved.bottomRightCorner(12, 12)), Mat(counted_image().topRightCorner(12, 12)));
}

TEST(HeldOutDrawings, AreAlwaysTheSame) {
  for (int index = 0; index < 30; ++index) {
    for (const Task task : kTasks) {
      const tasks::LabelledDrawing once = held_out_drawing(task, index), again = held_out_drawing(task, index);
      EXPECT_EQ(once.ink, again.ink);
      EXPECT_EQ(once.label, again.label);
      EXPECT_NE(once.ink, held_out_drawing(task, index + 1).ink);
      EXPECT_LT(once.label, static_cast<int>(classes_of(task).size()));
    }
    EXPECT_NE(held_out_drawing(Task::digits, index).ink, held_out_drawing(Task::relation, index).ink);
    EXPECT_EQ(lettered_drawing(index).ink, lettered_drawing(index).ink);
    EXPECT_NE(lettered_drawing(index).ink, lettered_drawing(index + 1).ink);
  }
}

/// A learner, and what it makes of its first batch.
struct Stepped {
  VisionLearner learner;
  double loss = 0;

  Stepped(const Choice& choice, const training::Plan& plan) : learner(choice, plan) {
    learner.draw(0);
    learner.parameters().zero_gradients();
    for (int shard = 0; shard < learner.shards(); ++shard) {
      autodiff::Tape tape;
      const autodiff::Var part = learner.loss(tape, shard);
      loss += static_cast<double>(part.value()(0, 0));
      tape.backward(part);
    }
  }
};

training::Plan plan_of(int batch, int shards, std::uint64_t seed = 1) {
  training::Plan plan;
  plan.batch = batch, plan.shards = shards, plan.seed = seed;
  return plan;
}

TEST(VisionLearner, ShardsAddUpToTheWholeBatch) {
  for (const Task task : kTasks)
    for (const Network network : kNetworks)
      for (const int batch : {16, 19}) {
        const Choice choice{.task = task, .network = network};
        Stepped whole(choice, plan_of(batch, 1)), cut(choice, plan_of(batch, 4));
        EXPECT_EQ(whole.learner.shards(), 1);
        EXPECT_EQ(cut.learner.shards(), 4);
        EXPECT_NEAR(cut.loss, whole.loss, 1e-5);
        auto part = cut.learner.parameters().begin();
        for (const nn::Parameter& p : whole.learner.parameters()) {
          EXPECT_LT((p.gradient - part->gradient).cwiseAbs().maxCoeff(), 1e-5) << p.name;
          EXPECT_GT(p.gradient.norm(), 0) << p.name;
          ++part;
        }
      }
}

TEST(VisionLearner, OfOneSeedDrawsAndBeginsTheSame) {
  for (const Task task : kTasks)
    for (const Network network : kNetworks) {
      const Choice choice{.task = task, .network = network};
      const Stepped one(choice, plan_of(8, 1)), again(choice, plan_of(8, 1)), other(choice, plan_of(8, 1, 2));
      EXPECT_EQ(one.loss, again.loss);
      EXPECT_NE(one.loss, other.loss);
    }
}

TEST(VisionLearner, BatchesFollowOneAnotherAndBeginAnew) {
  VisionLearner learner({}, plan_of(8, 1));
  std::vector<Real> losses;
  for (const bool rewound : {false, true}) {
    if (rewound) learner.rewind();
    for (int step = 0; step < 3; ++step) {
      learner.draw(step);
      autodiff::Tape tape;
      losses.push_back(learner.loss(tape, 0).value()(0, 0));
    }
  }
  for (std::size_t step = 0; step < 3; ++step) EXPECT_EQ(losses[step], losses[step + 3]);
  EXPECT_NE(losses[0], losses[1]);
  EXPECT_NE(losses[1], losses[2]);
}

TEST(VisionLearner, KnowsNothingToBeginWith) {
  for (const Task task : kTasks)
    for (const Network network : kNetworks) {
      const Stepped s({.task = task, .network = network}, plan_of(64, 1));
      EXPECT_NEAR(s.learner.guessing(), std::log(task == Task::digits ? 10 : 2), 1e-9);
      EXPECT_LT(s.loss, 1.5 * s.learner.guessing());
      EXPECT_EQ(s.learner.transformer() == nullptr, network == Network::convolution);
    }
}

/// So that what they learn can be compared.
TEST(VisionLearner, NetworksOfATaskHaveAboutAsManyWeights) {
  for (const Task task : kTasks) {
    std::vector<double> counts;
    for (const Network network : kNetworks) {
      VisionLearner learner({.task = task, .network = network}, plan_of(8, 1));
      counts.push_back(static_cast<double>(learner.parameters().count()));
    }
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    EXPECT_LT(*most / *least, 1.1) << *least << " to " << *most;
  }
}

TEST(VisionLearner, SettingsCanBeBuilt) {
  for (const Task task : kTasks)
    for (const Network network : {Network::transformer, Network::no_positions})
      for (const int patch : kPatches)
        for (const int heads : kHeads) {
          const models::VisionSettings s = vision_settings({task, network, patch, heads});
          EXPECT_EQ(models::check_settings(s), "");
          EXPECT_EQ(s.positions, network == Network::transformer);
          EXPECT_EQ(s.classes, static_cast<int>(classes_of(task).size()));
        }
}

TEST(VisionLearner, CountsWhatItsLogitsSay) {
  const VisionLearner learner({}, plan_of(8, 1));
  constexpr int kFirst = 5, kCount = 40;
  int right = 0;
  for (int i = kFirst; i < kFirst + kCount; ++i) {
    const tasks::LabelledDrawing drawing = held_out_drawing(Task::digits, i);
    Index best = 0;
    learner.logits(Eigen::Map<const Mat>(drawing.ink.data(), 1, drawing.ink.size())).row(0).maxCoeff(&best);
    right += best == drawing.label;
  }
  const Count count = learner.count_right(Seen::held_out, kFirst, kCount);
  EXPECT_EQ(count.right, right);
  EXPECT_EQ(count.asked, kCount);
  EXPECT_EQ(count.share(), right / static_cast<double>(kCount));
  EXPECT_EQ(Count().share(), 0);
}

TEST(VisionLearner, WithoutPositionsDisorderChangesNoAnswer) {
  const VisionLearner learner({.network = Network::no_positions}, plan_of(8, 1));
  EXPECT_EQ(learner.count_right(Seen::shuffled, 0, 40).right, learner.count_right(Seen::held_out, 0, 40).right);
}

TEST(VisionLearner, TheStudyCountsWhatIsCountedAtOnce) {
  for (const Task task : kTasks) {
    VisionLearner learner({.task = task, .network = Network::convolution}, plan_of(8, 1));
    EXPECT_TRUE(learner.found().empty());
    while (learner.study()) {
    }
    std::size_t kinds = 0;
    for (const Seen kind : {Seen::held_out, Seen::lettered, Seen::shuffled}) {
      const Count& studied = learner.studied(kind);
      EXPECT_EQ(studied.asked > 0, is_asked(task, kind));
      if (!is_asked(task, kind)) continue;
      EXPECT_EQ(studied.right, learner.count_right(kind, 0, studied.asked).right);
      ++kinds;
    }
    EXPECT_EQ(learner.found().size(), kinds);
    EXPECT_EQ(learner.evaluate({.examples = 8}).size(), kinds);
    EXPECT_EQ(learner.measure(8).size(), 1u);
    learner.forget_study();
    EXPECT_TRUE(learner.found().empty());
  }
}

}  // namespace
}  // namespace attn::lessons::vision_transformer
