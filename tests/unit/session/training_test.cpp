// A trained lesson in a session: slices of time, runs, weights, undo, and what is said.
#include <gtest/gtest.h>

#include "api/calls.h"
#include "programs/weight_files.h"
#include "session/session.h"
#include "session/training_buttons.h"
#include "unit/session/trained_sample.h"

namespace attn::session {
namespace {

using testing::trained_sample;
using testing::TrainedParams;
using testing::WorkClock;

constexpr double kSliceMs = 10;

class TrainingTest : public ::testing::Test {
 protected:
  TrainingTest() {
    WorkClock::now = 0, WorkClock::step_ms = 4, WorkClock::measure_ms = 2;
    session.set_clock([] { return WorkClock::now; });
    finish();
    session.document().take_change();
  }
  /// Slices until nothing is to be done; how many.
  int finish() {
    int slices = 0;
    for (; session.busy() && slices < 10000; ++slices) session.work(kSliceMs);
    return slices;
  }
  void open(std::string_view query) { EXPECT_TRUE(session.open(trained_sample(), query).empty()); }
  int wanted() const { return static_cast<const TrainedParams*>(session.document().params())->steps; }
  int taken() { return session.model().status().step; }
  double weight() { return static_cast<double>(session.results().read(*session.results().find("weight")).data[0]); }
  double metric(std::string_view name) {
    for (const course::Metric& m : session.results().metrics())
      if (m.name == name) return m.value;
    return -1;
  }

  Session session{trained_sample()};
};

TEST_F(TrainingTest, ASliceTakesAsManyStepsAsFitAndAtLeastOne) {
  session.model().train(100);
  session.work(kSliceMs);
  EXPECT_EQ(taken(), 2);  // 4 ms each; a third would not end within 10
  WorkClock::step_ms = 50;
  session.work(kSliceMs);
  EXPECT_EQ(taken(), 3);
}

TEST_F(TrainingTest, CatchesUpWithADeepLinkAndGivesTheSameModel) {
  open("steps=40");
  EXPECT_EQ(taken(), 0);
  EXPECT_GT(finish(), 10);
  EXPECT_EQ(taken(), 40);
  const double first = weight();
  open("steps=40");
  finish();
  EXPECT_EQ(weight(), first);
  EXPECT_EQ(session.query(), "steps=40");
}

TEST_F(TrainingTest, ItsButtonsStandWhereTheModelIsShownOrTrains) {
  EXPECT_TRUE(session.model().belongs_beside(session.figures().current()));
  session.figures().show("plain");
  EXPECT_FALSE(session.model().belongs_beside(session.figures().current()));
  session.model().run(true);
  EXPECT_TRUE(session.model().belongs_beside(session.figures().current()));
  session.model().run(false);
  EXPECT_FALSE(session.model().belongs_beside(session.figures().current()));
}

TEST_F(TrainingTest, SaysHowFarItIsAndHowLongItTakes) {
  open("steps=200&rate=0.01");
  WorkClock::step_ms = 100;
  for (int i = 0; i < 20; ++i) session.work(kSliceMs);
  EXPECT_EQ(session.model().status().sentence, "Training, step 20 of 200, about 18 s left.");
  EXPECT_NE(session.describe().find("step 20 of 200"), std::string::npos);
  EXPECT_EQ(time_left(119), "119 s");
  EXPECT_EQ(time_left(1292), "22 min");
  EXPECT_EQ(time_left(3600 * 5), "5 h");
}

TEST_F(TrainingTest, MeasuresWhenThereIsNoStepToTakeAndAgainAfterAChange) {
  EXPECT_EQ(metric("measured"), testing::TrainedModel::kPieces);
  session.model().train(3);
  finish();
  EXPECT_EQ(metric("measured"), testing::TrainedModel::kPieces);
  EXPECT_FALSE(session.busy());
  session.set("gain=2", Origin::kUi);
  EXPECT_TRUE(session.busy());
  EXPECT_EQ(session.model().status().phase, Training::Phase::kMeasuring);
  finish();
  EXPECT_EQ(taken(), 3);
}

TEST_F(TrainingTest, IdleComputesNothing) {
  session.results().get();
  const int computed = session.results().computations();
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(session.work(kSliceMs));
    session.results().get();
  }
  EXPECT_EQ(session.results().computations(), computed);
}

TEST_F(TrainingTest, ARunRaisesStepsWithoutStepsOfUndoUntilItIsPaused) {
  EXPECT_EQ(session.model().run(true), "");
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(session.work(kSliceMs));
  EXPECT_EQ(taken(), 10);
  EXPECT_EQ(wanted(), 10);
  EXPECT_TRUE(session.document().take_change().ids.empty());
  EXPECT_EQ(session.model().run(false), "");
  EXPECT_EQ(session.document().take_change().ids, std::vector<std::string>{"steps"});
  EXPECT_EQ(session.document().history().undo_steps(), 0);
  finish();
  EXPECT_EQ(taken(), 10);
  EXPECT_EQ(session.query(), "steps=10");
}

TEST_F(TrainingTest, ASlowRunTakesFourStepsASecond) {
  session.model().set_speed(Training::Speed::kSlow);
  session.model().run(true);
  for (int frame = 0; frame < 120; ++frame) {
    const double next = WorkClock::now + 1000.0 / 60;
    session.work(kSliceMs);
    WorkClock::now = next;
  }
  EXPECT_NEAR(taken(), 8, 1);
}

TEST_F(TrainingTest, PausingACatchUpWantsNoMoreSteps) {
  session.model().train(100);
  session.work(kSliceMs);
  session.model().run(false);
  EXPECT_EQ(wanted(), 2);
  finish();
  EXPECT_EQ(taken(), 2);
}

TEST_F(TrainingTest, EndsByItselfWhenConvergedAndGoesOnWhenAsked) {
  session.model().run(true);
  finish();
  EXPECT_FALSE(session.model().status().running);
  EXPECT_EQ(session.model().status().halt, course::Halt::kConverged);
  EXPECT_NE(session.describe().find("It has arrived."), std::string::npos);
  const int there = taken();
  EXPECT_EQ(session.model().run(true), "");
  session.work(kSliceMs);
  EXPECT_GT(taken(), there);
  EXPECT_TRUE(session.model().status().running);
}

TEST_F(TrainingTest, ADivergenceEndsTrainingAndSaysWhy) {
  session.set("rate=9", Origin::kUi);
  session.model().run(true);
  finish();
  EXPECT_EQ(session.model().status().halt, course::Halt::kDiverged);
  EXPECT_EQ(wanted(), taken());
  EXPECT_LT(taken(), 20);
  EXPECT_EQ(session.model().run(true), "The weight ran away; try a smaller rate.");
  EXPECT_EQ(session.model().train(5), "The weight ran away; try a smaller rate.");
  session.set("steps=150", Origin::kApi);
  EXPECT_FALSE(session.busy() && session.model().status().phase == Training::Phase::kTraining);
  EXPECT_EQ(wanted(), taken());
  EXPECT_EQ(session.model().restart(), "");
  EXPECT_EQ(session.model().status().halt, course::Halt::kNone);
  EXPECT_EQ(wanted(), 0);
}

TEST_F(TrainingTest, StopsAtTheLargestNumberOfSteps) {
  session.set("rate=0", Origin::kUi);
  session.model().run(true);
  finish();
  EXPECT_EQ(taken(), 200);
  EXPECT_NE(session.model().status().sentence.find("200"), std::string::npos);
  EXPECT_NE(session.model().run(true), "");
  EXPECT_NE(session.model().train(1), "");
}

TEST_F(TrainingTest, MoreStepsThanThereAreAreRefusedWithWhatThereIs) {
  EXPECT_EQ(session.model().train(1000000000), "There are 200 steps at most, and 0 have been taken.");
  EXPECT_EQ(wanted(), 0);
  EXPECT_EQ(session.model().train(200), "");
  session.work(kSliceMs);
  EXPECT_EQ(session.model().train(1), "There are 200 steps at most, and 2 have been taken, 198 more are asked for already.");
  finish();
  EXPECT_NE(session.model().train(1).find("All 200 steps have been taken"), std::string::npos);
}

TEST_F(TrainingTest, RefusedWeightsAreAskedForAgainByAResetAndByAChangeOfTheModel) {
  open("shipped=true");
  const auto refuse = [this] {
    session.refuse_weights("tiny", "404");
    session.refuse_weights("rival", "404");
    finish();
  };
  refuse();
  EXPECT_TRUE(session.wanted_weights().empty());
  session.set("rate=0.2", Origin::kUi);
  EXPECT_EQ(session.wanted_weights().size(), 2u);
  refuse();
  session.set("shipped=false", Origin::kUi);
  session.set("shipped=true", Origin::kUi);
  EXPECT_EQ(session.wanted_weights().size(), 2u);
  refuse();
  EXPECT_NE(session.model().status().sentence, "");
  session.document().lock("shipped");
  session.reset("", Origin::kUi);
  EXPECT_EQ(session.wanted_weights().size(), 2u);
  session.give_weights("tiny", "2.5");
  finish();
  EXPECT_NEAR(weight(), 2.5, 1e-6);
}

TEST_F(TrainingTest, FewerStepsBeginAnew) {
  session.model().train(20);
  finish();
  session.set("steps=5", Origin::kUi);
  finish();
  EXPECT_EQ(taken(), 5);
  const double five = weight();
  open("steps=5");
  finish();
  EXPECT_EQ(weight(), five);
}

TEST_F(TrainingTest, AChangeThatRestartsTrainingTakesTheStepsBackUnlessTheyAreSaid) {
  session.model().train(20);
  finish();
  session.set("rate=0.2", Origin::kUi);
  EXPECT_EQ(wanted(), 0);
  EXPECT_EQ(taken(), 0);
  session.set("rate=0.3&steps=7", Origin::kUi);
  finish();
  EXPECT_EQ(taken(), 7);
  session.set("rate=0.4&steps=7", Origin::kUi);
  EXPECT_EQ(wanted(), 7);
}

TEST_F(TrainingTest, UndoTakesNoTrainingBackUnlessItChangesTheModel) {
  session.set("gain=2", Origin::kUi);
  session.model().train(10);
  finish();
  EXPECT_EQ(session.document().history().undo_steps(), 1);
  EXPECT_TRUE(session.document().undo());
  EXPECT_EQ(taken(), 10);
  EXPECT_EQ(wanted(), 10);
  EXPECT_TRUE(session.document().redo());
  EXPECT_EQ(wanted(), 10);
  session.set("rate=0.5", Origin::kUi);
  EXPECT_EQ(wanted(), 0);
  EXPECT_TRUE(session.document().undo());
  finish();
  EXPECT_EQ(taken(), 10);
}

TEST_F(TrainingTest, WeightsAreAskedForLoadedAndKept) {
  using Names = std::vector<std::string>;
  session.set("shipped=true", Origin::kUi);
  EXPECT_EQ(session.wanted_weights(), (Names{"tiny", "rival"}));
  EXPECT_EQ(session.model().status().phase, Training::Phase::kLoading);
  EXPECT_FALSE(session.busy());
  session.model().train(2);
  EXPECT_FALSE(session.busy());  // the steps count from the weights
  session.give_weights("tiny", "2.5");
  EXPECT_EQ(session.wanted_weights(), Names{"rival"});
  finish();
  EXPECT_EQ(taken(), 2);
  EXPECT_NEAR(weight(), 3 - 0.5 * 0.81, 1e-6);
  session.give_weights("rival", "1");
  EXPECT_TRUE(session.busy());
  finish();
  session.set("shipped=false", Origin::kUi);
  finish();
  EXPECT_EQ(weight(), 0);
  session.set("shipped=true", Origin::kUi);
  EXPECT_TRUE(session.wanted_weights().empty());
  finish();
  EXPECT_NEAR(weight(), 2.5, 1e-6);
  EXPECT_EQ(progress_text(session.model().status(), {}), "Trained for 1,200 steps");
  EXPECT_EQ(session.model().train(2), "");
  finish();
  EXPECT_EQ(progress_text(session.model().status(), {}), "Training step 2");
}

TEST(ProgressText, CountsTokensWhereSomebodyDoes) {
  Training::Status status;
  status.step = status.shown = 3;
  status.tokens_per_second = 4683;
  EXPECT_EQ(progress_text(status, {{"loss", 0.5}}), "Training step 3, loss 0.5, 4,700 tokens/s");
  status.tokens_per_second = 9.96;
  EXPECT_EQ(progress_text(status, {}), "Training step 3, 10 tokens/s");
}

TEST_F(TrainingTest, WeightsThatDoNotComeAreSaidAndTheModelStaysUsable) {
  open("shipped=true");
  session.refuse_weights("tiny", "404");
  session.give_weights("rival", "oops");
  finish();
  EXPECT_NE(session.describe().find("tiny could not be loaded: 404."), std::string::npos);
  EXPECT_EQ(session.model().take_problems().size(), 2u);
  session.refuse_weights("of-another-lesson", "404");
  EXPECT_TRUE(session.model().take_problems().empty());
  EXPECT_TRUE(session.wanted_weights().empty());
  EXPECT_EQ(session.model().train(3), "");
  finish();
  EXPECT_EQ(taken(), 3);
  session.model().restart();
  EXPECT_EQ(session.wanted_weights().size(), 2u);
}

TEST_F(TrainingTest, WeightsThatAreNoneAreRefused) {
  open("shipped=true");
  session.give_weights("tiny", "not weights");
  finish();
  EXPECT_NE(session.model().status().sentence.find("it is no number"), std::string::npos);
  EXPECT_TRUE(session.wanted_weights() == std::vector<std::string>{"rival"});
}

TEST_F(TrainingTest, ALockedNumberOfStepsTrainsNothing) {
  session.document().lock("steps");
  EXPECT_EQ(session.model().status().sentence, "Training is fixed here.");
  EXPECT_NE(session.model().run(true), "");
  EXPECT_NE(session.model().train(1), "");
  EXPECT_NE(session.model().restart(), "");
}

TEST_F(TrainingTest, CatchUpSaysWhatIsMissingAndWhenTimeIsUp) {
  open("shipped=true&steps=3");
  EXPECT_EQ(programs::catch_up(session, "/nowhere", 10), "");
  EXPECT_EQ(taken(), 3);
  EXPECT_EQ(session.model().take_problems().size(), 2u);
  open("steps=3");
  EXPECT_NE(programs::catch_up(session, "/nowhere", -1).find("has not finished"), std::string::npos);
}

class TrainingCallsTest : public ::testing::Test {
 protected:
  TrainingCallsTest() {
    WorkClock::now = 0, WorkClock::step_ms = 4, WorkClock::measure_ms = 2;
    lab.session.set_clock([] { return WorkClock::now; });
    lab.listener = [this](std::string_view type, const std::string& json) { events.emplace_back(type, json); };
    lab.publish_changes();
    work();
    events.clear();
  }
  void work() {
    while (lab.session.work(kSliceMs)) lab.publish_changes();
    lab.publish_changes();
  }
  int count(std::string_view type) const {
    int n = 0;
    for (const auto& event : events) n += event.first == type;
    return n;
  }
  api::Lab lab{trained_sample()};
  std::vector<std::pair<std::string, std::string>> events;
};

TEST_F(TrainingCallsTest, TrainingTellsFewEventsAndAlwaysTheLast) {
  EXPECT_NE(api::call(lab, "train", "50", "").find("\"step\":0"), std::string::npos);
  work();
  EXPECT_LE(count("train"), 6);
  std::string last;
  for (const auto& [type, json] : events)
    if (type == "train") last = json;
  EXPECT_NE(last.find("\"step\":50"), std::string::npos) << last;
  EXPECT_NE(last.find("\"phase\":\"idle\""), std::string::npos) << last;
  EXPECT_NE(api::call(lab, "training", "", "").find("\"progress\":\"Training step 50, loss "), std::string::npos);
}

TEST_F(TrainingCallsTest, WantedWeightsAreAskedForOnceAndTheirFailureIsAnError) {
  api::call(lab, "set", "shipped=true", "");
  api::call(lab, "describe", "", "");
  ASSERT_EQ(count("weights"), 1);
  api::call(lab, "refuse_weights", "tiny", "no network");
  EXPECT_EQ(count("error"), 1);
  api::call(lab, "describe", "", "");
  EXPECT_EQ(count("error"), 1);
}

TEST_F(TrainingCallsTest, ADivergenceIsToldButNoError) {
  api::call(lab, "set", "rate=9", "");
  api::call(lab, "run", "true", "");
  work();
  EXPECT_EQ(count("error"), 0);
  std::string said;
  for (const auto& [type, json] : events)
    if (type == "train") said = json;
  EXPECT_NE(said.find("\"halt\":\"diverged\""), std::string::npos);
  EXPECT_NE(said.find("try a smaller rate"), std::string::npos);
}

}  // namespace
}  // namespace attn::session
