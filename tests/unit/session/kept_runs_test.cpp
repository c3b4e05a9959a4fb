// Trainings that are kept, brought back, removed; weights of the reader's own, saved, opened and refused. On a trainee of one weight.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "session/session.h"
#include "unit/canvas/recording_canvas.h"
#include "unit/session/sample_lesson.h"
#include "unit/session/small_model.h"

namespace attn::session {
namespace {

using testing::small_lesson;
using testing::SmallResult;

struct RunsTest : ::testing::Test {
  Session session{small_lesson()};

  void set(std::string_view query) { ASSERT_TRUE(session.set(query, Origin::kApi).empty()) << query; }
  void finish() {
    while (session.busy()) session.work(5);
  }
  void train(int steps) {
    ASSERT_EQ(session.model().train(steps), "");
    finish();
  }
  const std::vector<training::Run>& kept() { return *session.runs().all(); }
  double weight() { return static_cast<const SmallResult*>(session.results().get())->weight; }
  std::string text(std::string_view id) {
    const params::Row& row = *params::find(session.lesson().rows, id);
    return params::print(row, row.get(session.document().params()));
  }
  std::string saved() {
    std::string bytes;
    EXPECT_EQ(session.model().save_weights(&bytes), "");
    return bytes;
  }
};

// ---- runs
// --------------------------------------------------------------------------------------------------------------------------------

TEST_F(RunsTest, ARunIsKeptWhenAnotherBeginsWithWhatItWasAndHowFarItCame) {
  set("learning-rate=0.1");
  train(60);
  EXPECT_TRUE(kept().empty());
  const double loss = session.runs().present().loss;
  set("learning-rate=0.2&optimiser=sgd");
  ASSERT_EQ(kept().size(), 1u);
  EXPECT_EQ(kept()[0].number, 1);
  EXPECT_EQ(kept()[0].steps, 60);
  EXPECT_EQ(kept()[0].loss, loss);
  EXPECT_TRUE(std::isfinite(kept()[0].held_out));
  EXPECT_EQ(kept()[0].losses.rows(), 60);
  train(20);
  EXPECT_EQ(session.model().restart(), "");
  ASSERT_EQ(kept().size(), 2u);
  const training::Run now = session.runs().present();
  EXPECT_EQ(now.steps, 0);
  std::vector<std::string> differs;
  for (const std::size_t i : training::differing({session.runs().all(), now.settings})) differs.push_back(now.settings[i].id);
  EXPECT_EQ(differs, (std::vector<std::string>{"optimiser", "learning-rate"}));
}

TEST_F(RunsTest, AFewStepsAreNoRunAndParametersThatRestartNothingKeepNone) {
  train(training::Runs::kLeastSteps - 1);
  EXPECT_EQ(session.model().restart(), "");
  EXPECT_TRUE(kept().empty());
  train(40);
  set("gain=2");
  EXPECT_TRUE(kept().empty());
}

TEST_F(RunsTest, TheSameRunIsKeptOnceAsFarAsItCame) {
  for (const int steps : {30, 60, 20}) {
    train(steps);
    EXPECT_EQ(session.model().restart(), "");
  }
  ASSERT_EQ(kept().size(), 1u);
  EXPECT_EQ(kept()[0].steps, 60);
}

TEST_F(RunsTest, TheOldestGoesWhereThereAreTooMany) {
  for (int seed = 2; seed <= 2 + training::Runs::kMost; ++seed) {
    train(20);
    set("seed=" + std::to_string(seed));
  }
  ASSERT_EQ(kept().size(), static_cast<size_t>(training::Runs::kMost));
  EXPECT_EQ(kept().front().number, 2);
}

TEST_F(RunsTest, TheyOutliveAVisitToAnotherLesson) {
  train(30);
  session.open(testing::sample_lesson(), "");
  EXPECT_TRUE(kept().empty());
  EXPECT_EQ(session.runs().bring(1), "No run 1 is kept here.");
  session.open(small_lesson(), "");
  ASSERT_EQ(kept().size(), 1u);
  EXPECT_EQ(kept()[0].steps, 30);
}

TEST_F(RunsTest, BringingOneBackTrainsTheSameModelAgain) {
  set("learning-rate=0.1&batch=7");
  train(40);
  const double first = weight();
  set("learning-rate=0.3&batch=8&gain=5");
  train(40);  // as many steps: they are said all the same
  ASSERT_NE(weight(), first);
  session.document().history().clear();
  EXPECT_EQ(session.runs().bring(1), "");
  EXPECT_EQ(text("learning-rate") + " " + text("batch") + " " + text("steps"), "0.1 7 40");
  EXPECT_EQ(text("gain"), "5") << "what concerns no training stays";
  EXPECT_EQ(session.document().history().undo_steps(), 1);
  finish();
  EXPECT_EQ(weight(), first);
  EXPECT_EQ(kept().size(), 2u) << "the one that was in training is kept too";
}

TEST_F(RunsTest, TheAddressOfARunTrainsItAgain) {
  set("optimiser=momentum&learning-rate=0.05&gain=3");
  train(25);
  const double first = weight();
  set("optimiser=adam");
  const std::string query = session.runs().query(kept()[0]);
  EXPECT_EQ(query, "optimiser=momentum&learning-rate=0.05&steps=25&figure=training");
  Session other(small_lesson());
  EXPECT_TRUE(other.open(small_lesson(), query).empty());
  while (other.busy()) other.work(5);
  EXPECT_EQ(static_cast<const SmallResult*>(other.results().get())->weight, first);
  EXPECT_EQ(other.figures().current().id, "training");
}

TEST_F(RunsTest, WhatIsLockedForbidsARunThatWouldChangeIt) {
  train(20);
  set("seed=4");
  EXPECT_EQ(session.document().lock("seed"), "");
  EXPECT_EQ(session.runs().bring(1), "Seed is locked here.");
  EXPECT_EQ(text("seed"), "4");
}

TEST_F(RunsTest, OneIsRemovedOrAll) {
  for (int seed = 2; seed < 5; ++seed) train(20), set("seed=" + std::to_string(seed));
  EXPECT_EQ(session.runs().remove(2), "");
  EXPECT_EQ(session.runs().remove(2), "No run 2 is kept here.");
  ASSERT_EQ(kept().size(), 2u);
  EXPECT_EQ(kept()[1].number, 3);
  session.runs().clear();
  EXPECT_TRUE(kept().empty());
  train(20);
  set("seed=9");
  EXPECT_EQ(kept()[0].number, 4) << "a number that was gone means no other run";
}

TEST_F(RunsTest, TheFigureShowsThemAndItsPressesAreTheSessions) {
  set("learning-rate=0.1");
  train(60);
  set("learning-rate=0.2");
  train(60);
  ASSERT_EQ(session.figures().show("training"), "");
  const course::Lesson::Params edit = session.document().draft();
  canvas::RecordingCanvas canvas{{800, 620}};
  session.figures().current().draw(canvas, session.document().params(), session.results().get(), edit.get());
  EXPECT_EQ(canvas.curves.size(), 6u);
  for (const char* text : {"Learning rate", "0.1", "0.2", "steps", "now", "1"}) EXPECT_NE(canvas.find(text), nullptr) << text;
  for (const char* id : {"run:1", "run:1:remove", "runs:clear"}) EXPECT_GT(canvas.rect_of(id).width, 0) << id;
  session.runs().press(charts::run_press("run:1"));
  EXPECT_EQ(text("learning-rate"), "0.1");
  session.runs().press(charts::run_press("run:1:remove"));
  ASSERT_EQ(kept().size(), 1u);
  session.runs().press(charts::run_press("runs:clear"));
  EXPECT_TRUE(kept().empty());
}

// ---- weights of the reader's own
// ---------------------------------------------------------------------------------------------------------

TEST_F(RunsTest, SavedWeightsAreOpenedAsTheyWere) {
  train(50);
  const double first = weight();
  const std::string bytes = saved();
  EXPECT_EQ(session.model().restart(), "");
  EXPECT_EQ(weight(), 0);
  EXPECT_EQ(session.model().open_weights("folder/mine.safetensors", bytes), "");
  EXPECT_EQ(weight(), first);
  EXPECT_EQ(session.model().status().step, 0);
  EXPECT_EQ(session.model().status().own, "mine.safetensors");
  finish();
  EXPECT_EQ(session.model().status().sentence, "These are your own weights from mine.safetensors.");
  train(3);
  ASSERT_EQ(session.figures().show("training"), "");
  canvas::RecordingCanvas canvas{{800, 620}};
  const course::Lesson::Params edit = session.document().draft();
  session.figures().current().draw(canvas, session.document().params(), session.results().get(), edit.get());
  EXPECT_NE(canvas.find("your own weights from mine.safetensors, 3 steps on"), nullptr);
}

TEST_F(RunsTest, WhatDoesNotFitIsRefusedWithItsReasonAndNothingIsLost) {
  train(50);
  const double first = weight();
  const std::string bytes = saved();
  session.set("wide=true", Origin::kApi);
  const std::string wide = saved();
  session.runs().bring(1);
  finish();
  const std::pair<std::string, std::string> bad[] = {
      {wide, "holds wide, which the model does not have"},
      {bytes.substr(0, bytes.size() - 1), "bytes"},
      {"no weights", "safetensors"},
      {"", "too short"},
      {std::string(8, '\xff') + "{}", "The header would have"},
  };
  for (const auto& [content, reason] : bad) {
    const std::string why = session.model().open_weights("bad.safetensors", content);
    EXPECT_TRUE(why.starts_with("bad.safetensors does not fit this model. ")) << why;
    EXPECT_NE(why.find(reason), std::string::npos) << why;
    EXPECT_EQ(weight(), first);
    EXPECT_EQ(session.model().status().step, 50);
    EXPECT_EQ(session.model().status().own, "");
    EXPECT_EQ(session.model().status().sentence, why);
  }
  train(1);
  EXPECT_EQ(session.model().status().sentence, "");
}

TEST_F(RunsTest, OwnWeightsStayThroughAResetAndOtherRatesAndGoWhereTheyDoNotFit) {
  train(50);
  const double first = weight();
  ASSERT_EQ(session.model().open_weights("mine", saved()), "");
  train(5);
  EXPECT_EQ(session.model().restart(), "");
  EXPECT_EQ(weight(), first);
  set("learning-rate=0.5");
  EXPECT_EQ(weight(), first);
  EXPECT_TRUE(session.model().take_problems().empty());
  set("wide=true");
  session.results().get();
  const std::vector<std::string> problems = session.model().take_problems();
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_TRUE(problems[0].starts_with("Your own weights from mine do not fit these settings: ")) << problems[0];
  set("wide=false");
  EXPECT_EQ(weight(), 0);
}

TEST_F(RunsTest, OwnWeightsGoWhenOthersAreChosen) {
  train(50);
  const std::string bytes = saved();
  ASSERT_EQ(session.model().open_weights("mine", bytes), "");
  set("weights=seed");
  EXPECT_EQ(weight(), 0);
  EXPECT_EQ(session.model().status().own, "");
  ASSERT_EQ(session.model().open_weights("mine", bytes), "");
  session.model().forget_weights();
  EXPECT_EQ(weight(), 0);
  ASSERT_EQ(session.model().open_weights("mine", bytes), "");
  session.open(small_lesson(), "");
  EXPECT_EQ(weight(), 0);
}

TEST_F(RunsTest, ARunFromOwnWeightsBringsThemBack) {
  train(50);
  ASSERT_EQ(session.model().open_weights("mine", saved()), "");
  train(20);
  const double first = weight();
  session.model().forget_weights();
  ASSERT_EQ(kept().size(), 2u);
  EXPECT_EQ(kept()[1].own->file, "mine");
  EXPECT_EQ(session.runs().bring(2), "");
  finish();
  EXPECT_EQ(weight(), first);
  EXPECT_EQ(session.model().status().own, "mine");
}

TEST_F(RunsTest, AFilesNameIsMadeFitToBeShown) {
  train(20);
  const std::string bytes = saved();
  ASSERT_EQ(session.model().open_weights("C:\\weights\\a\nb.safetensors", bytes), "");
  EXPECT_EQ(session.model().status().own, "ab.safetensors");
  std::string name;
  for (int i = 0; i < 40; ++i) name += "\xc3\xa9";
  ASSERT_EQ(session.model().open_weights("x" + name, bytes), "");
  EXPECT_EQ(session.model().status().own, "x" + name.substr(0, 58) + "...");
}

TEST_F(RunsTest, ALessonWithoutAModelHasNoWeights) {
  session.open(testing::sample_lesson(), "");
  std::string bytes;
  EXPECT_NE(session.model().save_weights(&bytes), "");
  EXPECT_NE(session.model().open_weights("a", "b"), "");
}

}  // namespace
}  // namespace attn::session
