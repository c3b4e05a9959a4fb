// A locked parameter keeps its value whatever else is edited, and whoever asked for another hears of it.
#include <gtest/gtest.h>

#include "session/session.h"
#include "unit/session/sample_lesson.h"

namespace attn::session {
namespace {

using testing::sample_lesson;
using testing::SampleParams;
using testing::Shape;

class LocksTest : public ::testing::Test {
 protected:
  Session session{sample_lesson()};
  const SampleParams& now() const { return *static_cast<const SampleParams*>(session.document().params()); }
};

TEST_F(LocksTest, AnotherParameterBringsNoLockedOneAlong) {
  session.document().lock("scaled");
  const auto refused = session.set("shape=square&temperature=2", Origin::kApi);
  EXPECT_TRUE(now().scaled);
  EXPECT_EQ(now().shape, Shape::kRound) << "the lesson agrees as with a hand that had put it back";
  EXPECT_FLOAT_EQ(now().temperature, 2) << "the rest of the edit holds";
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].id, "scaled");
  EXPECT_EQ(refused[0].message, "Scaled is locked here and stays as it is.");
  EXPECT_EQ(session.document().set_text("shape", "square", Origin::kUi), refused[0].message);
}

TEST_F(LocksTest, WhereTheLessonInsistsTheEditIsRefused) {
  session.document().lock("words");
  const auto refused = session.set("weights[0,0]=9&temperature=2", Origin::kApi);
  EXPECT_EQ(now().words, "to be");
  EXPECT_FLOAT_EQ(now().weights(0, 0), 1);
  EXPECT_FLOAT_EQ(now().temperature, 1);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].message, "Words is locked here and stays as it is.");
}

TEST_F(LocksTest, ALockedTableFollowsTheSizeOfWhatItIsATableOf) {
  session.set("mask=10;11", Origin::kUi);
  session.document().lock("mask");
  EXPECT_TRUE(session.set("words=one+two+three", Origin::kApi).empty());
  ASSERT_EQ(now().mask.rows(), 3);
  EXPECT_FALSE(now().mask(0, 1)) << "and keeps what it has";
}

TEST_F(LocksTest, TheHandBringsNoneAlongEither) {
  session.document().lock("scaled, mask");
  const auto edit = session.document().draft();
  static_cast<SampleParams*>(edit.get())->shape = Shape::kSquare;
  EXPECT_FALSE(session.document().adopt(edit.get(), Origin::kUi));
  EXPECT_TRUE(now().scaled);
}

TEST_F(LocksTest, ASceneThatWantsALockedValueIsBroughtWithoutAndSaysSo) {
  session.scenes().add({{"sharp", "Sharp", "", "temperature=0.2&words=a+b"},
                        {"plain", "Plain", "", "words=c+d"},
                        {"square", "Square", "", "shape=square"},
                        {"heavy", "Heavy", "", "weights=9,0;0,1"}});
  session.set("temperature=4", Origin::kUi);
  session.document().lock("temperature, scaled, mask");
  EXPECT_EQ(session.scenes().go_to("sharp", Way::kPress), "");
  EXPECT_FLOAT_EQ(now().temperature, 4);
  EXPECT_EQ(now().words, "a b");
  EXPECT_EQ(session.scenes().note(), "Temperature is locked here and stays as it is.");
  EXPECT_EQ(session.scenes().go_to("plain", Way::kReading), "");
  EXPECT_EQ(session.scenes().note(), "") << "it asks for no temperature";
  EXPECT_EQ(session.scenes().go_to("square", Way::kReading), "");
  EXPECT_TRUE(now().scaled);
  EXPECT_EQ(session.scenes().note(), "Scaled is locked here and stays as it is.");
  session.document().lock("temperature, scaled, words");
  EXPECT_EQ(session.scenes().go_to("heavy", Way::kPress), "Words is locked here and stays as it is.");
  EXPECT_EQ(session.scenes().place(), "square") << "a scene that cannot be without it is not brought";
}

}  // namespace
}  // namespace attn::session
