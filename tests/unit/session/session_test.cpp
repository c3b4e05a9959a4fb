#include "session/session.h"

#include <gtest/gtest.h>

#include "session/link.h"
#include "unit/session/sample_lesson.h"

namespace attn::session {
namespace {

using testing::sample_lesson;
using testing::SampleParams;

class SessionTest : public ::testing::Test {
 protected:
  Session session{sample_lesson()};
  const SampleParams& now() const { return *static_cast<const SampleParams*>(session.document().params()); }
};

TEST_F(SessionTest, OpensAtTheDefaultsWithAnEmptyQuery) {
  EXPECT_EQ(session.query(), "");
  EXPECT_EQ(session.document().history().undo_steps(), 0);
  EXPECT_TRUE(session.document().take_change().view);
}

TEST_F(SessionTest, DescribesTheFigureThatIsOpen) {
  EXPECT_EQ(session.describe(), "It says to be.");
  EXPECT_EQ(session.figures().show("second"), "");
  EXPECT_EQ(session.describe(), "A mask of 2.");
}

TEST_F(SessionTest, TrainingAddsStepsUpToTheMaximum) {
  EXPECT_EQ(session.model().train(30), "");
  EXPECT_EQ(session.model().train(30), "");
  EXPECT_EQ(now().steps, 50);
  EXPECT_NE(session.model().train(1), "");
  EXPECT_NE(session.model().train(0), "");
  EXPECT_EQ(session.results().metrics().at(0).value, 50);
}

TEST_F(SessionTest, TheQueryNamesFigureAndBackendOnlyWhereNotDefault) {
  session.set("figure=second&backend=gl&temperature=2", Origin::kApi);
  EXPECT_EQ(session.query(), "temperature=2&figure=second&backend=gl");
  Session other(sample_lesson());
  EXPECT_TRUE(other.open(sample_lesson(), session.query()).empty());
  EXPECT_EQ(other.query(), session.query());
  EXPECT_EQ(other.figures().index(), 1);
}

TEST_F(SessionTest, ALinkToAnotherLessonTakesValuesAlong) {
  session.set("words=a b&mask=10;11", Origin::kApi);
  EXPECT_EQ(carried(session.document(), session.results(), "figure=mask&text=fixed&words=*&mask=*"),
            "figure=mask&text=fixed&words=a%20b&mask=" + params::percent_encode("10;11"));
  EXPECT_EQ(carried(session.document(), session.results(), "unknown=*&words=2*"), "unknown=*&words=2*");
  EXPECT_EQ(carried(session.document(), session.results(), ""), "");
}

TEST_F(SessionTest, OpeningAnotherLessonForgetsHistoryLocksAndAnswers) {
  session.set("temperature=2", Origin::kApi);
  session.document().lock("words");
  session.predict("guess", 0);
  session.open(sample_lesson(), "");
  EXPECT_EQ(session.document().history().undo_steps(), 0);
  EXPECT_FALSE(session.document().is_locked("words"));
  EXPECT_EQ(session.exercises().states()[0].locked, -1);
  EXPECT_FLOAT_EQ(now().temperature, 1);
}

}  // namespace
}  // namespace attn::session
