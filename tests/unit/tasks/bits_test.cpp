#include "tasks/bits.h"

#include <gtest/gtest.h>

#include <set>

namespace attn::tasks {
namespace {

Mat bits_of(std::initializer_list<std::initializer_list<Real>> rows) {
  Mat m(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
  Index t = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const Real bit : row) m(t, j++) = bit;
    ++t;
  }
  return m;
}

TEST(BitTasks, CopyIsAskedForAfterTheMarkAndGivenNothing) {
  const BitTask& task = *find_bit_task("copy-small");
  const Mat bits = bits_of({{1, 0, 0, 1}, {0, 1, 1, 0}, {1, 1, 1, 1}});
  const BitExample e = lay_out(task, {.bits = bits});
  EXPECT_EQ(e.answer, 4);
  ASSERT_EQ(e.steps(), 7);
  EXPECT_EQ(e.answer_bits(), 12);
  EXPECT_EQ(e.inputs.topLeftCorner(3, 4), bits);
  EXPECT_EQ(e.inputs.col(4).sum(), 1);
  EXPECT_EQ(e.inputs(3, 4), 1);
  EXPECT_EQ(e.inputs.bottomRows(3).cwiseAbs().sum(), 0);
  EXPECT_EQ(e.targets.bottomRows(3), bits);
  EXPECT_EQ(e.targets.topRows(4).sum(), 0);
}

TEST(BitTasks, RepeatCopySaysItSoOftenAndThatItWasAll) {
  const BitTask& task = *find_bit_task("repeat-copy");
  Rng rng(3);
  const BitExample e = draw_example(task, Split::kTraining, {2, 3}, rng);
  EXPECT_EQ(e.answer, 3);
  EXPECT_EQ(e.answer_steps(), 7);
  for (int copy = 0; copy < 3; ++copy) EXPECT_EQ(e.targets.block(3 + 2 * copy, 0, 2, 8), e.content.bits);
  EXPECT_EQ(e.targets.col(8).sum(), 1);
  EXPECT_EQ(e.targets(9, 8), 1);
  EXPECT_EQ(e.targets.row(9).head(8).sum(), 0);
  EXPECT_EQ(e.inputs(2, 8), 1);
  EXPECT_EQ(e.inputs(2, 9), number_of_copies(task, 3));
  EXPECT_EQ(e.inputs.bottomRows(7).cwiseAbs().sum(), 0);
  double sum = 0, squares = 0;
  for (int copies = 1; copies <= 10; ++copies) {
    const double x = number_of_copies(task, copies);
    sum += x, squares += x * x;
  }
  EXPECT_NEAR(sum, 0, 1e-5);
  EXPECT_NEAR(squares / 10, 1, 1e-5);
}

TEST(BitTasks, RecallAnswersWithTheItemAfterTheOneThatIsShown) {
  const BitTask& task = *find_bit_task("associative-recall");
  Rng rng(4);
  BitContent content = draw_content(task, Split::kHeldOut, {4}, rng);
  content.query = 1;
  const BitExample e = lay_out(task, content);
  EXPECT_EQ(e.steps(), 4 * 4 + 5 + 3);
  EXPECT_EQ(e.answer, 21);
  for (int item = 0; item < 4; ++item) {
    EXPECT_EQ(e.inputs(4 * item, 6), 1);
    EXPECT_EQ(e.inputs.block(4 * item + 1, 0, 3, 6), content.bits.middleRows(3 * item, 3));
  }
  EXPECT_EQ(e.inputs.col(6).sum(), 4);
  EXPECT_EQ(e.inputs(16, 7) + e.inputs(20, 7), 2);
  EXPECT_EQ(e.inputs.col(7).sum(), 2);
  EXPECT_EQ(e.inputs.block(17, 0, 3, 6), content.bits.middleRows(3, 3));
  EXPECT_EQ(e.targets.bottomRows(3), content.bits.middleRows(6, 3));
}

TEST(BitTasks, SortingSaysTheHighestFirstAndLeavesAFifthOut) {
  const BitTask& task = *find_bit_task("priority-sort");
  Rng rng(5);
  const BitExample e = draw_example(task, Split::kTraining, {}, rng);
  EXPECT_EQ(e.steps(), 20 + 1 + 16);
  std::set<Index> taken;
  for (int i = 0; i < 16; ++i) {
    Index best = -1;
    for (Index t = 0; t < 20; ++t)
      if (!taken.contains(t) && (best < 0 || e.content.priorities(t, 0) > e.content.priorities(best, 0))) best = t;
    taken.insert(best);
    EXPECT_EQ(e.targets.block(21 + i, 0, 1, 8), e.content.bits.row(best));
  }
  EXPECT_LE(e.content.priorities.cwiseAbs().maxCoeff(), 1);
}

TEST(BitTasks, SequencesAreOfTheAskedSplitAndSizeAndAreDrawnAsTrainingDrawsThem) {
  Rng rng(1);
  for (const BitTask& task : bit_tasks()) {
    SCOPED_TRACE(task.name);
    EXPECT_EQ(task.input_names.size(), static_cast<size_t>(task.inputs - task.bits));
    EXPECT_EQ(task.output_names.size(), static_cast<size_t>(task.outputs - task.bits));
    const int rows = task.unit == "item" ? kItemRows : 1;
    for (const Split split : {Split::kTraining, Split::kHeldOut}) {
      std::set<int> lengths;
      for (int i = 0; i < 300; ++i) {
        const BitExample e = draw_example(task, split, {}, rng);
        EXPECT_EQ(split_of(task, e.content.bits), split);
        lengths.insert(static_cast<int>(e.content.bits.rows()) / rows);
        EXPECT_EQ(e.inputs.cols(), task.inputs);
        EXPECT_EQ(e.targets.cols(), task.outputs);
      }
      EXPECT_EQ(*lengths.begin(), task.shortest);
      EXPECT_EQ(*lengths.rbegin(), task.longest);
      EXPECT_EQ(static_cast<int>(lengths.size()), task.longest - task.shortest + 1);
      EXPECT_EQ(draw_content(task, split, {50, 1}, rng).bits.rows(), 50 * rows);
    }
  }
}

TEST(BitTasks, SizesAreDrawnFromTheWholeRange) {
  Rng rng(2);
  for (const BitTask& task : bit_tasks()) {
    SCOPED_TRACE(task.name);
    std::set<int> lengths, copies;
    for (int i = 0; i < 400; ++i) {
      const BitSize size = draw_size(task, rng);
      lengths.insert(size.length), copies.insert(size.copies);
    }
    EXPECT_EQ(*lengths.begin(), task.shortest);
    EXPECT_EQ(*lengths.rbegin(), task.longest);
    EXPECT_EQ(*copies.begin(), task.fewest_copies);
    EXPECT_EQ(*copies.rbegin(), task.most_copies);
  }
}

TEST(BitTasks, WrongBitsAreCountedInTheAnswerAlone) {
  const BitTask& task = *find_bit_task("copy");
  Rng rng(6);
  const BitExample e = draw_example(task, Split::kHeldOut, {5}, rng);
  Mat said = e.targets;
  said.topRows(e.answer).setOnes();
  EXPECT_EQ(wrong_bits(e, said), 0);
  said(e.answer + 1, 3) = 1 - said(e.answer + 1, 3);
  said(e.answer + 4, 7) = 1 - said(e.answer + 4, 7);
  EXPECT_EQ(wrong_bits(e, said), 2);
  EXPECT_EQ(wrong_bits_of_logits(e, said.array() - Real(0.5)), 2);
}

TEST(BitTasks, ExamplesPrint) {
  const BitTask& task = *find_bit_task("copy-small");
  EXPECT_EQ(show(task, lay_out(task, {.bits = bits_of({{1, 0, 0, 1}, {0, 1, 1, 0}})})),
            "bit 1     #....\n"
            "bit 2     .#...\n"
            "bit 3     .#...\n"
            "bit 4     #....\n"
            "end       ..#..\n"
            "> bit 1      #.\n"
            "> bit 2      .#\n"
            "> bit 3      .#\n"
            "> bit 4      #.\n");
  Rng rng(7);
  const BitTask& repeat = *find_bit_task("repeat-copy");
  EXPECT_EQ(show(repeat, draw_example(repeat, Split::kTraining, {2, 3}, rng)).rfind("3 copies\nbit 1     ", 0), 0u);
  const BitTask& sort = *find_bit_task("priority-sort");
  BitContent content{.bits = Mat::Zero(3, 8), .priorities = Mat(3, 1)};
  content.priorities << -1, Real(0.1), Real(0.9);
  EXPECT_NE(show(sort, lay_out(sort, content)).find("\npriority  059...\n"), std::string::npos);
}

}  // namespace
}  // namespace attn::tasks
