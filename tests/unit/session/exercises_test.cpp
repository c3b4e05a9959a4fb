// Exercises from their scene to the answer.
#include <gtest/gtest.h>

#include "session/session.h"
#include "unit/session/sample_lesson.h"

namespace attn::session {
namespace {

using testing::sample_lesson;
using testing::SampleParams;

class ExercisesTest : public ::testing::Test {
 protected:
  Session session{sample_lesson()};
  const SampleParams& now() const { return *static_cast<const SampleParams*>(session.document().params()); }
};

TEST_F(ExercisesTest, APredictionIsLockedBeforeTheAnswerShows) {
  course::Verdict verdict;
  EXPECT_NE(session.check("guess", &verdict), "");
  EXPECT_NE(session.predict("guess", 2), "");
  EXPECT_EQ(session.predict("guess", 1), "");
  EXPECT_NE(session.predict("guess", 0), "");
  EXPECT_EQ(session.check("guess", &verdict), "");
  EXPECT_FALSE(verdict.correct);
  EXPECT_TRUE(session.exercises().states()[0].answered);
  EXPECT_EQ(session.exercises().retry("guess"), "");
  EXPECT_EQ(session.predict("guess", 0), "");
  EXPECT_EQ(session.check("guess", &verdict), "");
  EXPECT_TRUE(verdict.correct);
}

TEST_F(ExercisesTest, AnExerciseWithoutPredictionsIsAnsweredWithThePicture) {
  course::Verdict verdict;
  session.set("temperature=6", Origin::kUi);
  EXPECT_NE(session.check("state", &verdict), "") << "what was left over is nobody's answer";
  EXPECT_EQ(session.scenes().begin("state"), "");
  EXPECT_FLOAT_EQ(now().temperature, 1) << "it begins with its own scene";
  EXPECT_NE(session.predict("state", 0), "");
  EXPECT_EQ(session.check("state", &verdict), "");
  EXPECT_FALSE(verdict.correct);
  session.set("temperature=6", Origin::kUi);
  EXPECT_EQ(session.check("state", &verdict), "");
  EXPECT_TRUE(verdict.correct);
  EXPECT_NE(session.check("none", &verdict).find("guess, state"), std::string::npos);
}

TEST_F(ExercisesTest, TheDistanceIsSaidWhileTheReaderBringsThePictureAboutAndAnswersNothing) {
  course::Verdict verdict;
  EXPECT_FALSE(session.distance("state", &verdict)) << "not before it has begun";
  session.scenes().begin("state");
  EXPECT_TRUE(session.distance("state", &verdict));
  EXPECT_FALSE(verdict.correct);
  session.set("temperature=6", Origin::kUi);
  EXPECT_TRUE(session.distance("state", &verdict));
  EXPECT_TRUE(verdict.correct);
  EXPECT_FALSE(session.exercises().find("state")->answered);
  session.check("state", &verdict);
  EXPECT_TRUE(session.distance("state", &verdict)) << "also of what is changed after the answer";
  EXPECT_TRUE(verdict.correct);
  session.set("temperature=2", Origin::kUi);
  EXPECT_TRUE(session.distance("state", &verdict));
  EXPECT_FALSE(verdict.correct);
  EXPECT_TRUE(session.exercises().find("state")->correct) << "the answer stays";
  session.scenes().go_to("top", Way::kReading);
  EXPECT_FALSE(session.distance("state", &verdict)) << "nor when it was left";
  session.scenes().begin("guess");
  EXPECT_FALSE(session.distance("guess", &verdict)) << "a prediction gets no hint";
  EXPECT_FALSE(session.distance("none", &verdict));
}

TEST_F(ExercisesTest, APredictionIsGradedOnItsOwnScene) {
  session.set("temperature=6", Origin::kUi);
  EXPECT_EQ(session.predict("guess", 0), "");
  EXPECT_TRUE(session.exercises().find("guess")->begun);
  EXPECT_FLOAT_EQ(now().temperature, 1);
  session.set("temperature=3", Origin::kUi);
  course::Verdict verdict;
  EXPECT_EQ(session.check("guess", &verdict), "");
  EXPECT_FLOAT_EQ(now().temperature, 1) << "and shows it";
  EXPECT_TRUE(session.document().undo());
  EXPECT_FLOAT_EQ(now().temperature, 3) << "nothing is lost";
}

TEST_F(ExercisesTest, AnExerciseWhoseSceneALockForbidsIsNotOpened) {
  session.set("temperature=6", Origin::kUi);
  session.document().lock("temperature");
  EXPECT_NE(session.scenes().begin("guess").find("Temperature is locked"), std::string::npos);
  EXPECT_FLOAT_EQ(now().temperature, 6);
  EXPECT_NE(session.scenes().begin("none").find("guess, state"), std::string::npos);
}

}  // namespace
}  // namespace attn::session
