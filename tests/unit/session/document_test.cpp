// Edits, defaults, undo and locks of the open document.
#include <gtest/gtest.h>

#include "session/session.h"
#include "unit/session/sample_lesson.h"

namespace attn::session {
namespace {

using testing::sample_lesson;
using testing::SampleParams;

class DocumentTest : public ::testing::Test {
 protected:
  Session session{sample_lesson()};
  const SampleParams& now() const { return *static_cast<const SampleParams*>(session.document().params()); }
};

TEST_F(DocumentTest, LegalValuesAreTakenAndIllegalOnesLeaveTheOld) {
  const auto refused = session.set("temperature=2&steps=1000&words=hello&nothing=1", Origin::kApi);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].id, "steps");
  EXPECT_FLOAT_EQ(now().temperature, 2);
  EXPECT_EQ(now().steps, 0);
  EXPECT_EQ(now().words, "hello");
}

TEST_F(DocumentTest, ADependentParameterIsSettledAndReportedAsChanged) {
  session.document().take_change();
  session.document().set_text("words", "to be or", Origin::kApi);
  EXPECT_EQ(now().mask.rows(), 3);
  EXPECT_EQ(session.document().take_change().ids, (std::vector<std::string>{"words", "mask"}));
}

TEST_F(DocumentTest, WordsAndMaskOfOneLinkGoTogether) {
  session.set("words=a+b+c&mask=100;110;111", Origin::kApi);
  EXPECT_FALSE(now().mask(0, 1));
  EXPECT_TRUE(now().mask(2, 0));
}

TEST_F(DocumentTest, UndoAndRedoWalkOverChanges) {
  session.set("temperature=2", Origin::kApi);
  session.set("temperature=3", Origin::kApi);
  EXPECT_TRUE(session.document().undo());
  EXPECT_FLOAT_EQ(now().temperature, 2);
  EXPECT_TRUE(session.document().undo());
  EXPECT_FLOAT_EQ(now().temperature, 1);
  EXPECT_FALSE(session.document().undo());
  EXPECT_TRUE(session.document().redo());
  EXPECT_TRUE(session.document().redo());
  EXPECT_FLOAT_EQ(now().temperature, 3);
  EXPECT_FALSE(session.document().redo());
}

TEST_F(DocumentTest, ANewChangeForgetsWhatWasUndone) {
  session.set("temperature=2", Origin::kApi);
  session.document().undo();
  session.set("temperature=4", Origin::kApi);
  EXPECT_FALSE(session.document().redo());
}

TEST_F(DocumentTest, ADragIsOneStep) {
  session.document().history().hold(true);
  for (Real t : {2, 3, 4}) {
    const auto edit = session.document().draft();
    static_cast<SampleParams*>(edit.get())->temperature = t;
    EXPECT_TRUE(session.document().adopt(edit.get(), Origin::kUi));
  }
  session.document().history().hold(false);
  EXPECT_EQ(session.document().history().undo_steps(), 1);
  session.document().undo();
  EXPECT_FLOAT_EQ(now().temperature, 1);
}

TEST_F(DocumentTest, TwoDragsAreTwoSteps) {
  for (Real t : {2, 3}) {
    session.document().history().hold(true);
    const auto edit = session.document().draft();
    static_cast<SampleParams*>(edit.get())->temperature = t;
    session.document().adopt(edit.get(), Origin::kUi);
    session.document().history().hold(false);
  }
  EXPECT_EQ(session.document().history().undo_steps(), 2);
}

TEST_F(DocumentTest, WhatAFigureWritesIsValidatedParameterByParameter) {
  const auto edit = session.document().draft();
  auto& p = *static_cast<SampleParams*>(edit.get());
  p.temperature = std::numeric_limits<Real>::quiet_NaN();
  p.weights(0, 0) = 100;
  p.words = "fine";
  EXPECT_TRUE(session.document().adopt(edit.get(), Origin::kUi));
  EXPECT_FLOAT_EQ(now().temperature, 1);
  EXPECT_FLOAT_EQ(now().weights(0, 0), 1);
  EXPECT_EQ(now().words, "fine");
}

TEST_F(DocumentTest, LockedParametersRefuseAllButTheDeepLink) {
  session.open(sample_lesson(), "temperature=2");
  EXPECT_EQ(session.document().lock("temperature, words"), "");
  EXPECT_EQ(session.set("temperature=3", Origin::kApi).size(), 1u);
  EXPECT_NE(session.document().set_text("words", "x", Origin::kUi), "");
  EXPECT_NE(session.reset("temperature", Origin::kUi), "");
  const auto edit = session.document().draft();
  static_cast<SampleParams*>(edit.get())->temperature = 5;
  EXPECT_FALSE(session.document().adopt(edit.get(), Origin::kUi));
  session.reset("", Origin::kUi);
  EXPECT_FLOAT_EQ(now().temperature, 2);
  EXPECT_NE(session.document().lock("nonsense").find("temperature"), std::string::npos);
}

TEST_F(DocumentTest, TakesTheReadersDataAsOneUndoableChange) {
  std::string message;
  EXPECT_TRUE(session.document().take_data("1,2", &message));
  EXPECT_EQ(now().places.rows(), 3);
  EXPECT_EQ(message, "3 points.");
  session.document().undo();
  EXPECT_EQ(now().places.rows(), 2);
  EXPECT_FALSE(session.document().take_data("", &message));
}

TEST(History, LargeTablesMakeItShorterAndTheLastStepStays) {
  struct P {
    Mat points = Mat::Zero(2, 2);
  };
  static const auto table = params::Table<P>{}.points(
      &P::points, {.id = "points", .label = "Points", .help = "h", .min = -1, .max = 1, .step = 0.1, .rows = {1, 4000000}});
  course::Lesson lesson;
  lesson.rows = table.rows();
  const auto with = [](size_t bytes) {
    auto p = std::make_shared<P>();
    p->points = Mat::Zero(static_cast<Index>(bytes / (2 * sizeof(Real))), 2);
    return p;
  };
  History history;
  history.begin(lesson);
  for (size_t i = 0; i < 2 * History::kDepth; ++i) history.push(with(64));
  EXPECT_EQ(history.undo_steps(), static_cast<int>(History::kDepth));
  for (int i = 0; i < 20; ++i) history.push(with(History::kMostBytes / 8));
  EXPECT_EQ(history.undo_steps(), 8);
  history.push(with(2 * History::kMostBytes));
  EXPECT_EQ(history.undo_steps(), 1);
  EXPECT_TRUE(history.undo(with(64)));
  EXPECT_EQ(history.redo_steps(), 1);
}

TEST(DocumentAlone, NeedsNoOtherRoomAndTellsWhoFollows) {
  int followed = 0;
  Document document([&followed](void*) { ++followed; });
  document.open(sample_lesson());
  document.begin_at(sample_lesson().defaults());
  const long opened = document.revision();
  EXPECT_EQ(document.set_text("temperature", "3", Origin::kApi), "");
  EXPECT_EQ(document.query(), "temperature=3");
  EXPECT_EQ(followed, 1);
  EXPECT_GT(document.revision(), opened) << "what was computed is stale";
  EXPECT_TRUE(document.undo());
  EXPECT_FALSE(document.differs_from_default());
  EXPECT_EQ(followed, 2);
}

}  // namespace
}  // namespace attn::session
