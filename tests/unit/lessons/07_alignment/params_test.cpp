#include "lessons/07_alignment/params.h"

#include <gtest/gtest.h>

#include <functional>

#include "lessons/translation/translation_lesson.h"

namespace attn::lessons::alignment {
namespace {

using models::AlignmentReach, models::AlignmentScore, models::AlignmentTiming;

int task_called(std::string_view name) {
  const auto& all = tasks::pair_tasks();
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return static_cast<int>(i);
  ADD_FAILURE() << name;
  return 0;
}

Params defaults() {
  Params p;
  settle(Params(p), p);
  return p;
}

/// `p` after an edit, settled.
Params edited(const Params& p, const std::function<void(Params&)>& edit) {
  Params after = p;
  edit(after);
  settle(p, after);
  Params again = after;
  settle(after, again);
  const params::Rows rows = Params::table().rows();
  for (const params::Row& row : rows) EXPECT_TRUE(params::equal(row, &after, &again)) << row.id << " is not settled";
  return after;
}

/// As the address of `p` brings it back.
Params through_its_address(const Params& p) {
  const Params before = defaults();
  const params::Rows rows = Params::table().rows();
  return edited(before, [&](Params& after) { params::apply_query(rows, params::to_query(rows, &p, &before), &after); });
}

TEST(AlignmentParams, WhatWouldDoNothingHasNoControl) {
  const params::Rows rows = Params::table().rows();
  const auto matters = [&](const Params& p, const char* id) { return params::matters(*params::find(rows, id), &p); };
  const Params before = defaults();
  EXPECT_FALSE(matters(before, "window")) << "global attention has none";
  EXPECT_FALSE(matters(before, "input-feeding")) << "off where the state before is scored";
  const Params current = edited(before, [](Params& p) { take_design(p, false); });
  EXPECT_FALSE(matters(current, "window"));
  EXPECT_TRUE(matters(current, "input-feeding"));
  EXPECT_TRUE(matters(edited(current, [](Params& p) { p.model.reach = AlignmentReach::local_m; }), "window"));
}

TEST(AlignmentParams, ASourceOfTheFormerTaskGivesWayToTheNewOnesSample) {
  Params p = edited(defaults(), [](Params& e) { e.source = "the black cats do not sleep"; });
  EXPECT_EQ(p.refusal, "");
  for (const char* task : {"reversal", "dates", "sorting", "grammar"}) {
    p = edited(p, [&](Params& e) { e.task = task_called(task); });
    EXPECT_EQ(p.source, tasks::find_pair_task(task)->sample);
    EXPECT_EQ(p.refusal, "");
  }
}

TEST(AlignmentParams, ASourceThatComesWithTheTaskStays) {
  const Params p = edited(defaults(), [](Params& e) { e.task = task_called("dates"), e.source = "a b c"; });
  EXPECT_EQ(p.source, "a b c");
}

TEST(AlignmentParams, AMistypedSourceStaysToBeMended) {
  const Params p = edited(defaults(), [](Params& e) { e.source = "the blakc cats sleep"; });
  EXPECT_EQ(p.source, "the blakc cats sleep");
  EXPECT_NE(p.refusal.find("blakc"), std::string::npos) << p.refusal;
}

TEST(AlignmentParams, ALocalReachAloneGoesToTheShippedModelAndBack) {
  for (const AlignmentReach first : {AlignmentReach::local_m, AlignmentReach::local_p})
    for (const AlignmentReach second : {AlignmentReach::local_m, AlignmentReach::local_p, AlignmentReach::global}) {
      Params p = edited(defaults(), [&](Params& e) { e.model.reach = first; });
      EXPECT_EQ(p.model.reach, first);
      EXPECT_TRUE(translation::has_weights(setup_of(p)));
      p = edited(p, [&](Params& e) { e.model.reach = second; });
      EXPECT_EQ(p.model.reach, second);
      EXPECT_TRUE(translation::has_weights(setup_of(p)));
    }
}

TEST(AlignmentParams, WhatIsNamedWithAReachStays) {
  const Params p = edited(defaults(), [](Params& e) {
    e.model.reach = AlignmentReach::local_p, e.model.timing = AlignmentTiming::current, e.model.score = AlignmentScore::dot;
  });
  EXPECT_EQ(p.model.score, AlignmentScore::dot);
  EXPECT_FALSE(p.model.input_feeding);
}

TEST(AlignmentParams, TheStateBeforeHasAGlobalReachAndNoInputFeeding) {
  Params p = edited(defaults(), [](Params& e) { e.model.reach = AlignmentReach::local_p; });
  p = edited(p, [](Params& e) { e.model.timing = AlignmentTiming::previous; });
  EXPECT_EQ(p.model.reach, AlignmentReach::global);
  EXPECT_FALSE(p.model.input_feeding);
}

TEST(AlignmentParams, EveryDesignComesBackByItsAddress) {
  const params::Rows rows = Params::table().rows();
  for (const AlignmentReach reach : {AlignmentReach::global, AlignmentReach::local_m, AlignmentReach::local_p})
    for (const AlignmentTiming timing : {AlignmentTiming::previous, AlignmentTiming::current})
      for (const AlignmentScore score : {AlignmentScore::additive, AlignmentScore::dot, AlignmentScore::general, AlignmentScore::concat})
        for (const bool feeding : {false, true}) {
          Params p = defaults();
          p = edited(p, [&](Params& e) { e.model.reach = reach; });
          p = edited(p, [&](Params& e) { e.model.timing = timing; });
          p = edited(p, [&](Params& e) { e.model.score = score; });
          p = edited(p, [&](Params& e) { e.model.input_feeding = feeding; });
          const Params back = through_its_address(p);
          for (const params::Row& row : rows) EXPECT_TRUE(params::equal(row, &p, &back)) << row.id;
        }
}

}  // namespace
}  // namespace attn::lessons::alignment
