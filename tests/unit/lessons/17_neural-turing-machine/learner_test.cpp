#include "lessons/17_neural-turing-machine/learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "lessons/17_neural-turing-machine/shipped.h"

namespace attn::lessons::neural_turing_machine {
namespace {

const tasks::BitTask& task_called(const char* name) { return *tasks::find_bit_task(name); }

std::string shipped_bytes(std::string_view name) {
  std::ifstream file(std::string(ATTN_SOURCE_DIR) + "/assets/weights/" + std::string(name) + ".safetensors", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const training::Score& score_called(const std::vector<training::Score>& scores, std::string_view name) {
  return *std::find_if(scores.begin(), scores.end(), [name](const training::Score& score) { return score.name == name; });
}

/// What the example e of a batch of copies says, from its inputs.
Mat bits_of(const models::SequenceBatch& batch, Index e, int bits) {
  const Index steps = batch.inputs.rows() / batch.count, length = (steps - 1) / 2;
  Mat said(length, bits);
  for (Index t = 0; t < length; ++t) said.row(t) = batch.inputs.row(t * batch.count + e).head(bits);
  return said;
}

TEST(BitLearner, BatchesAreOfOneSizeAndOfTheTrainingSplitAndBeginAnew) {
  const tasks::BitTask& task = task_called("copy");
  training::Plan plan;
  plan.batch = 4;
  BitLearner learner(task, {.units = 5, .cells = 8, .width = 3}, plan);
  std::set<Index> sizes;
  Mat first;
  for (int i = 0; i < 60; ++i) {
    learner.draw(i);
    const models::SequenceBatch batch = batch_of(learner.drawn());
    if (i == 0) first = batch.inputs;
    ASSERT_EQ(batch.inputs.rows() % 4, 0);
    const Index length = (batch.inputs.rows() / 4 - 1) / 2;
    sizes.insert(length);
    EXPECT_EQ(batch.mask.sum(), static_cast<Real>(4 * length));
    EXPECT_EQ(batch.mask.bottomRows(4 * length).minCoeff(), 1);
    for (Index e = 0; e < 4; ++e) EXPECT_EQ(tasks::split_of(task, bits_of(batch, e, 8)), tasks::Split::kTraining);
  }
  EXPECT_LE(*sizes.rbegin(), 20);
  EXPECT_GT(sizes.size(), 15u);
  learner.rewind();
  learner.draw(0);
  EXPECT_EQ(batch_of(learner.drawn()).inputs, first);
}

TEST(BitLearner, SequencesGrowWhereTheyAreToldTo) {
  training::Plan plan;
  plan.batch = 1;
  BitLearner learner(task_called("copy"), {.units = 5, .cells = 8, .width = 3, .growing = 200}, plan);
  Index longest_early = 0, longest_late = 0;
  for (int i = 0; i < 300; ++i) {
    learner.draw(i);
    const Index length = (learner.drawn().front().steps() - 1) / 2;
    if (i < 20) longest_early = std::max(longest_early, length);
    if (i >= 200) longest_late = std::max(longest_late, length);
  }
  EXPECT_LE(longest_early, 3);
  EXPECT_EQ(longest_late, 20);
}

TEST(BitLearner, TheStudyCountsWhatIsCountedAtOnce) {
  for (const Network network : {Network::feed_forward, Network::lstm_controller, Network::lstm}) {
    const tasks::BitTask& task = task_called("copy-small");
    BitLearner learner(task, {.network = network, .units = 6, .cells = 8, .width = 3}, {});
    EXPECT_EQ(learner.machine() == nullptr, network == Network::lstm);
    EXPECT_TRUE(learner.found().empty());
    int pieces = 1;
    while (learner.study()) ++pieces;
    EXPECT_GE(pieces, static_cast<int>(test_sizes(task).size()));
    for (const BitCount& count : learner.study_counts()) {
      const BitCount once = count_bits(learner.model(), task, count.size, kStudied);
      EXPECT_EQ(count.sequences, kStudied);
      EXPECT_EQ(count.wrong, once.wrong);
      EXPECT_EQ(count.right, once.right);
      EXPECT_GT(count.wrong, 0);
    }
    EXPECT_EQ(learner.found().size(), test_sizes(task).size() + 2);
    learner.forget_study();
    EXPECT_TRUE(learner.found().empty());
  }
}

TEST(BitLearner, ASmallCopyIsLearntFromScratch) {
  const training::Recipe& recipe = *shipped_machine(task_called("copy-small"));
  ASSERT_TRUE(recipe.from_scratch);
  training::Trainer trainer(recipe.make, recipe.from_scratch->plan);
  trainer.step();
  EXPECT_NEAR(static_cast<double>(trainer.loss()), std::log(2.0), 0.05);
  while (trainer.steps() < 1500) trainer.step();
  EXPECT_GE(trainer.trainee().measure(200).front().value, 0.95);
}

TEST(Shipped, EveryMachineHasARivalOfNoFewerWeightsOnTheSameTask) {
  for (const char* name : {"copy", "repeat-copy", "associative-recall", "copy-small"}) {
    SCOPED_TRACE(name);
    const training::Recipe& machine = *shipped_machine(task_called(name));
    training::Trainer one(machine.make, machine.plan);
    EXPECT_NE(learner_of(one).machine(), nullptr);
    EXPECT_EQ(machine.task, name);
    EXPECT_TRUE(machine.beside.empty());
    Index count = one.trainee().parameters().count();
    for (const training::Recipe* rival : shipped_rivals(task_called(name))) {
      training::Trainer other(rival->make, rival->plan);
      EXPECT_EQ(learner_of(other).machine(), nullptr);
      EXPECT_GE(other.trainee().parameters().count(), count) << "the smallest first";
      count = other.trainee().parameters().count();
      EXPECT_EQ(rival->task, name);
      EXPECT_FALSE(rival->beside.empty());
    }
    EXPECT_EQ(shipped_rivals(task_called(name)).size(), std::string_view(name) == "copy" ? 2u : 1u);
    EXPECT_EQ(shipped_failure(task_called(name)) != nullptr, std::string_view(name) == "copy");
  }
  EXPECT_EQ(shipped_machine(task_called("priority-sort")), nullptr);
}

/// The same network, task and training: the seed alone is another.
TEST(Shipped, TheMachineThatFailedDiffersBySeedAlone) {
  const tasks::BitTask& task = task_called("copy");
  const training::Recipe &learned = *shipped_machine(task), &failed = *shipped_failure(task);
  const training::Plan& plan = failed.plan;
  EXPECT_NE(plan.seed, learned.plan.seed);
  EXPECT_EQ(failed.steps, learned.steps);
  EXPECT_EQ(failed.settings, learned.settings);
  EXPECT_EQ(plan.learning_rate, learned.plan.learning_rate);
  EXPECT_EQ(plan.clip, learned.plan.clip);
  training::Trainer trainer(failed.make, failed.plan);
  ASSERT_EQ(trainer.load(shipped_bytes(failed.name)), "");
  EXPECT_EQ(count_bits(learner_of(trainer).model(), task, {20}, 10).wrong, 0);
  EXPECT_GT(count_bits(learner_of(trainer).model(), task, {50}, 10).wrong_each(), 50);
}

/// Fewer sequences than attention-train --evaluate measures, which demands the same.
TEST(Shipped, CopiesFarBeyondTrainingWhereTheLstmFails) {
  const tasks::BitTask& task = task_called("copy");
  const training::Recipe& machine = *shipped_machine(task);
  training::Trainer one(machine.make, machine.plan);
  ASSERT_EQ(one.load(shipped_bytes(machine.name)), "");
  EXPECT_EQ(count_bits(learner_of(one).model(), task, {20}, 20).wrong, 0);
  EXPECT_LE(count_bits(learner_of(one).model(), task, {50}, 10).wrong_each(), 1);
  EXPECT_LE(count_bits(learner_of(one).model(), task, {120}, 4).wrong_each(), 5);
  for (const training::Recipe* rival : shipped_rivals(task)) {
    training::Trainer other(rival->make, rival->plan);
    ASSERT_EQ(other.load(shipped_bytes(rival->name)), "");
    EXPECT_GT(count_bits(learner_of(other).model(), task, {50}, 10).wrong_each(), 50) << rival->name;
  }
}

TEST(Shipped, RecallAndRepeatCopyAreRightWhereTheyWereTrained) {
  for (const char* name : {"repeat-copy", "associative-recall"}) {
    SCOPED_TRACE(name);
    const training::Recipe& machine = *shipped_machine(task_called(name));
    training::Trainer trainer(machine.make, machine.plan);
    ASSERT_EQ(trainer.load(shipped_bytes(machine.name)), "");
    EXPECT_LE(score_called(trainer.trainee().measure(60), "wrong-per-sequence").value, 1);
  }
}

}  // namespace
}  // namespace attn::lessons::neural_turing_machine
