#include "lessons/07_alignment/alignment_lesson.h"

#include <gtest/gtest.h>

namespace attn::lessons::alignment {
namespace {

int task_called(std::string_view name) {
  const auto& all = tasks::pair_tasks();
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return static_cast<int>(i);
  ADD_FAILURE() << name;
  return 0;
}

TEST(AlignmentChoices, ASourceOfTheFormerTaskGivesWayToTheNewOnesSample) {
  AlignmentChoices choices;
  choices.task = task_called("grammar");
  choices.source = "the black cats do not sleep";
  settle(choices);
  EXPECT_EQ(choices.refusal, "");
  choices.task = task_called("reversal");
  settle(choices);
  EXPECT_EQ(choices.source, tasks::find_pair_task("reversal")->sample);
  EXPECT_EQ(choices.refusal, "");
}

TEST(AlignmentChoices, AMistypedSourceStaysToBeMended) {
  AlignmentChoices choices;
  choices.task = task_called("grammar");
  settle(choices);
  choices.source = "the blakc cats sleep";
  settle(choices);
  EXPECT_EQ(choices.source, "the blakc cats sleep");
  EXPECT_NE(choices.refusal.find("blakc"), std::string::npos) << choices.refusal;
}

}  // namespace
}  // namespace attn::lessons::alignment
