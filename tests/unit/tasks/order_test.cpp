#include "tasks/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace attn::tasks {
namespace {

TEST(OrderTasks, AnswersAreComputed) {
  Tokens source;
  const PairTask& before = *find_order_task("before");
  ASSERT_EQ(before.read(before, "d a c b", &source), "");
  Example e;
  ASSERT_TRUE(before.solve(before, source, &e));
  EXPECT_EQ(e.target, (Tokens{kNothingBefore, source[0], source[1], source[2]}));
  const PairTask& in_order = *find_order_task("in-order");
  ASSERT_TRUE(in_order.solve(in_order, source, &e));
  EXPECT_EQ(in_order.write(in_order.target, e.target), "a b c d");
  EXPECT_EQ(e.alignment, (std::vector<int>{1, 3, 2, 0}));
}

TEST(OrderTasks, ExamplesAreDifferentLettersOfTheAskedLength) {
  Rng rng(1);
  for (const PairTask& task : order_tasks())
    for (const Split split : {Split::kTraining, Split::kHeldOut})
      for (const int length : {0, 4, 9, 16})
        for (int i = 0; i < 50; ++i) {
          const Example e = task.draw(task, split, length, rng);
          EXPECT_EQ(split_of(e.source), split);
          EXPECT_EQ(std::set<int>(e.source.begin(), e.source.end()).size(), e.source.size());
          EXPECT_EQ(e.target.size(), e.source.size());
          if (length > 0) {
            EXPECT_EQ(static_cast<int>(e.source.size()), length);
          }
          EXPECT_GE(static_cast<int>(e.source.size()), task.shortest);
          EXPECT_LE(static_cast<int>(e.source.size()), task.longest);
        }
}

/// Of all orders of n letters: what a place that holds letter `own` has to answer, counted; whoever does not know the places gives each
/// `own` one answer.
TEST(OrderTasks, WhoDoesNotKnowThePlacesIsRightAtOneInN) {
  for (const PairTask& task : order_tasks())
    for (const int n : {2, 3, 5, 6}) {
      Tokens source;
      for (int i = 0; i < n; ++i) source.push_back(kFirstToken + 3 * i);
      std::map<int, std::map<int, int>> answers;
      int places = 0;
      do {
        Example e;
        ASSERT_TRUE(task.solve(task, source, &e));
        for (int t = 0; t < n; ++t) ++answers[source[static_cast<size_t>(t)]][e.target[static_cast<size_t>(t)]], ++places;
      } while (std::next_permutation(source.begin(), source.end()));
      int right = 0;
      for (const auto& [own, counts] : answers)
        right += std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->second;
      EXPECT_DOUBLE_EQ(static_cast<double>(right) / places, best_without_places(n)) << task.name << " " << n;
    }
}

TEST(OrderTasks, LettersThatStandTwiceAreRefused) {
  const PairTask& task = *find_order_task("before");
  Tokens source;
  EXPECT_NE(task.read(task, "a b a", &source).find("appears twice"), std::string::npos);
  EXPECT_NE(task.read(task, "abcdefghijklmnopq", &source), "");
  EXPECT_NE(task.read(task, "a 7", &source), "");
  EXPECT_TRUE(source.empty());
}

}  // namespace
}  // namespace attn::tasks
