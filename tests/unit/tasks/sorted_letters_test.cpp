// The task of the trained block.
#include <gtest/gtest.h>

#include <algorithm>

#include "tasks/sorting.h"

namespace attn::tasks {
namespace {

TEST(SortedLetters, AnswersTheSameLettersInAlphabeticalOrderAndDrawsTwoToEight) {
  const PairTask& task = sorted_letters();
  for (const Split split : {Split::kTraining, Split::kHeldOut}) {
    Rng rng(3);
    const PairBatch batch = draw_batch(task, split, 0, 200, rng);
    for (size_t s = 0; s < batch.sources.size(); ++s) {
      Tokens sorted = batch.sources[s];
      EXPECT_EQ(split_of(sorted), split);
      EXPECT_GE(sorted.size(), 2u);
      EXPECT_LE(sorted.size(), 8u);
      std::sort(sorted.begin(), sorted.end());
      EXPECT_EQ(batch.targets[s], sorted);
    }
  }
}

TEST(SortedLetters, ReadsCapitalsAndRepeatedLettersAndNoDigits) {
  Tokens letters;
  EXPECT_EQ(sorted_letters().read(sorted_letters(), "Banana", &letters), "");
  EXPECT_EQ(letters.size(), 6u);
  EXPECT_NE(sorted_letters().read(sorted_letters(), "b4nana", &letters), "");
}

}  // namespace
}  // namespace attn::tasks
