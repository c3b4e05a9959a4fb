#include "session/session.h"

#include <gtest/gtest.h>

#include "session/link.h"
#include "unit/session/sample_lesson.h"

namespace attn::session {
namespace {

using testing::sample_lesson;
using testing::SampleParams;

const SampleParams& params_of(const Session& session) { return *static_cast<const SampleParams*>(session.params()); }

class SessionTest : public ::testing::Test {
 protected:
  Session session{sample_lesson()};
  const SampleParams& now() const { return params_of(session); }
};

TEST_F(SessionTest, OpensAtTheDefaultsWithAnEmptyQuery) {
  EXPECT_EQ(session.query(), "");
  EXPECT_EQ(session.history().undo_steps(), 0);
  EXPECT_TRUE(session.take_change().view);
}

TEST_F(SessionTest, LegalValuesAreTakenAndIllegalOnesLeaveTheOld) {
  const auto refused = session.set("temperature=2&steps=1000&words=hello&nothing=1", Origin::kApi);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].id, "steps");
  EXPECT_FLOAT_EQ(now().temperature, 2);
  EXPECT_EQ(now().steps, 0);
  EXPECT_EQ(now().words, "hello");
}

TEST_F(SessionTest, DescribesTheFigureThatIsOpen) {
  EXPECT_EQ(session.describe(), "It says to be.");
  EXPECT_EQ(session.show_figure("second"), "");
  EXPECT_EQ(session.describe(), "A mask of 2.");
}

TEST_F(SessionTest, NothingIsComputedWhileNothingChanges) {
  session.result();
  const int computed = session.computations();
  session.result();
  session.describe();
  session.set("temperature=1", Origin::kApi);  // the value it has
  session.set("temperature=oops", Origin::kApi);
  session.result();
  EXPECT_EQ(session.computations(), computed);
  session.set("temperature=3", Origin::kApi);
  session.result();
  EXPECT_EQ(session.computations(), computed + 1);
}

TEST_F(SessionTest, ADependentParameterIsSettledAndReportedAsChanged) {
  session.take_change();
  session.set_text("words", "to be or", Origin::kApi);
  EXPECT_EQ(now().mask.rows(), 3);
  EXPECT_EQ(session.take_change().ids, (std::vector<std::string>{"words", "mask"}));
}

TEST_F(SessionTest, WordsAndMaskOfOneLinkGoTogether) {
  session.set("words=a+b+c&mask=100;110;111", Origin::kApi);
  EXPECT_FALSE(now().mask(0, 1));
  EXPECT_TRUE(now().mask(2, 0));
}

TEST_F(SessionTest, UndoAndRedoWalkOverChanges) {
  session.set("temperature=2", Origin::kApi);
  session.set("temperature=3", Origin::kApi);
  EXPECT_TRUE(session.undo());
  EXPECT_FLOAT_EQ(now().temperature, 2);
  EXPECT_TRUE(session.undo());
  EXPECT_FLOAT_EQ(now().temperature, 1);
  EXPECT_FALSE(session.undo());
  EXPECT_TRUE(session.redo());
  EXPECT_TRUE(session.redo());
  EXPECT_FLOAT_EQ(now().temperature, 3);
  EXPECT_FALSE(session.redo());
}

TEST_F(SessionTest, ANewChangeForgetsWhatWasUndone) {
  session.set("temperature=2", Origin::kApi);
  session.undo();
  session.set("temperature=4", Origin::kApi);
  EXPECT_FALSE(session.redo());
}

TEST_F(SessionTest, ADragIsOneStep) {
  session.history().hold(true);
  for (Real t : {2, 3, 4}) {
    const auto edit = session.draft();
    static_cast<SampleParams*>(edit.get())->temperature = t;
    EXPECT_TRUE(session.adopt(edit.get(), Origin::kUi));
  }
  session.history().hold(false);
  EXPECT_EQ(session.history().undo_steps(), 1);
  session.undo();
  EXPECT_FLOAT_EQ(now().temperature, 1);
}

TEST_F(SessionTest, TwoDragsAreTwoSteps) {
  for (Real t : {2, 3}) {
    session.history().hold(true);
    const auto edit = session.draft();
    static_cast<SampleParams*>(edit.get())->temperature = t;
    session.adopt(edit.get(), Origin::kUi);
    session.history().hold(false);
  }
  EXPECT_EQ(session.history().undo_steps(), 2);
}

TEST_F(SessionTest, WhatAFigureWritesIsValidatedParameterByParameter) {
  const auto edit = session.draft();
  auto& p = *static_cast<SampleParams*>(edit.get());
  p.temperature = std::numeric_limits<Real>::quiet_NaN();
  p.weights(0, 0) = 100;
  p.words = "fine";
  EXPECT_TRUE(session.adopt(edit.get(), Origin::kUi));
  EXPECT_FLOAT_EQ(now().temperature, 1);
  EXPECT_FLOAT_EQ(now().weights(0, 0), 1);
  EXPECT_EQ(now().words, "fine");
}

TEST_F(SessionTest, LockedParametersRefuseAllButTheDeepLink) {
  session.open(sample_lesson(), "temperature=2");
  EXPECT_EQ(session.lock("temperature, words"), "");
  EXPECT_EQ(session.set("temperature=3", Origin::kApi).size(), 1u);
  EXPECT_NE(session.set_text("words", "x", Origin::kUi), "");
  EXPECT_NE(session.reset("temperature", Origin::kUi), "");
  const auto edit = session.draft();
  static_cast<SampleParams*>(edit.get())->temperature = 5;
  EXPECT_FALSE(session.adopt(edit.get(), Origin::kUi));
  session.reset("", Origin::kUi);
  EXPECT_FLOAT_EQ(now().temperature, 2);
  EXPECT_NE(session.lock("nonsense").find("temperature"), std::string::npos);
}

TEST_F(SessionTest, TrainingAddsStepsUpToTheMaximum) {
  EXPECT_EQ(session.train(30), "");
  EXPECT_EQ(session.train(30), "");
  EXPECT_EQ(now().steps, 50);
  EXPECT_NE(session.train(1), "");
  EXPECT_NE(session.train(0), "");
  EXPECT_EQ(session.metrics().at(0).value, 50);
}

TEST_F(SessionTest, TheQueryNamesFigureAndBackendOnlyWhereNotDefault) {
  session.set("figure=second&backend=gl&temperature=2", Origin::kApi);
  EXPECT_EQ(session.query(), "temperature=2&figure=second&backend=gl");
  Session other(sample_lesson());
  EXPECT_TRUE(other.open(sample_lesson(), session.query()).empty());
  EXPECT_EQ(other.query(), session.query());
  EXPECT_EQ(other.figure(), 1);
}

TEST_F(SessionTest, ALinkToAnotherLessonTakesValuesAlong) {
  session.set("words=a b&mask=10;11", Origin::kApi);
  EXPECT_EQ(carried(session, "figure=mask&text=fixed&words=*&mask=*"),
            "figure=mask&text=fixed&words=a%20b&mask=" + params::percent_encode("10;11"));
  EXPECT_EQ(carried(session, "unknown=*&words=2*"), "unknown=*&words=2*");
  EXPECT_EQ(carried(session, ""), "");
}

TEST_F(SessionTest, TheCpuIsNamedWhereALessonHasNothingForAnother) {
  for (const char* preference : {"cpu", "gl"}) {
    EXPECT_EQ(session.prefer_backend(preference), "");
    const Session::Computed computed = session.computed();
    EXPECT_EQ(computed.name, "cpu");
    EXPECT_FALSE(computed.by_choice);
    EXPECT_EQ(computed.reason.find("as chosen"), std::string::npos) << computed.reason;
  }
  EXPECT_NE(session.prefer_backend("tpu").find("cpu, gl"), std::string::npos);
}

struct AskingParams {
  int calls = 1;
};
struct AskingResult {
  Mat output;
};

/// Asks its backend for `calls` products.
const course::Lesson& asking_lesson() {
  static const course::Lesson lesson = course::define<AskingParams, AskingResult>({
      .about = {"asking", "Asks", "For tests."},
      .params = params::Table<AskingParams>{}.integer(&AskingParams::calls,
                                                      {.id = "calls", .label = "Calls", .help = "h", .min = 0, .max = 9, .step = 1}),
      .compute =
          [](const AskingParams& p, const compute::Backend& backend) {
            AskingResult r;
            for (int k = 0; k < p.calls; ++k) r.output = backend.attention(Mat::Ones(2, 2), Mat::Ones(2, 2), Mat::Ones(2, 2), {}).output;
            return r;
          },
      .results = {},
      .figures = {{"one", "One", {"calls"}, 1, [](canvas::Canvas&, const AskingParams&, const AskingResult&, AskingParams&) {}}},
      .describe = [](const AskingParams&, const AskingResult&) { return std::string("It asks."); },
      .exercises = {},
  });
  return lesson;
}

TEST(SessionBackend, WhatComputedThePictureIsSaidOfThePicture) {
  Session session(asking_lesson());
  EXPECT_TRUE(session.computed().by_choice);
  EXPECT_EQ(session.computed().reason, "Computed on the CPU, as chosen.");
  session.prefer_backend("gl");
  EXPECT_EQ(session.computed().name, "cpu");
  EXPECT_EQ(session.computed().reason, "Computed on the CPU: there is no graphics context here.");
  session.set("calls=0", Origin::kApi);
  EXPECT_FALSE(session.computed().by_choice);
  session.set("calls=3", Origin::kApi);
  EXPECT_TRUE(session.computed().by_choice);
}

TEST_F(SessionTest, ExplainsCellsWithinBoundsOnly) {
  formula::Explanation x;
  EXPECT_EQ(session.explain("products", 1, 1, &x), "");
  EXPECT_EQ(x.value, 1);
  EXPECT_NE(session.explain("products", 2, 0, &x), "");
  EXPECT_NE(session.explain("products", 0, -1, &x), "");
  EXPECT_NE(session.explain("nothing", 0, 0, &x).find("products, total"), std::string::npos);
  EXPECT_NE(session.explain("total", 0, 0, &x), "");
}

TEST_F(SessionTest, APredictionIsLockedBeforeTheAnswerShows) {
  course::Verdict verdict;
  EXPECT_NE(session.check("guess", &verdict), "");
  EXPECT_NE(session.predict("guess", 2), "");
  EXPECT_EQ(session.predict("guess", 1), "");
  EXPECT_NE(session.predict("guess", 0), "");
  EXPECT_EQ(session.check("guess", &verdict), "");
  EXPECT_FALSE(verdict.correct);
  EXPECT_TRUE(session.exercises().states()[0].answered);
  EXPECT_EQ(session.retry("guess"), "");
  EXPECT_EQ(session.predict("guess", 0), "");
  EXPECT_EQ(session.check("guess", &verdict), "");
  EXPECT_TRUE(verdict.correct);
}

TEST_F(SessionTest, AnExerciseWithoutPredictionsIsAnsweredWithThePicture) {
  course::Verdict verdict;
  session.set("temperature=6", Origin::kUi);
  EXPECT_NE(session.check("state", &verdict), "") << "what was left over is nobody's answer";
  EXPECT_EQ(session.begin("state"), "");
  EXPECT_FLOAT_EQ(now().temperature, 1) << "it begins with its own scene";
  EXPECT_NE(session.predict("state", 0), "");
  EXPECT_EQ(session.check("state", &verdict), "");
  EXPECT_FALSE(verdict.correct);
  session.set("temperature=6", Origin::kUi);
  EXPECT_EQ(session.check("state", &verdict), "");
  EXPECT_TRUE(verdict.correct);
  EXPECT_NE(session.check("none", &verdict).find("guess, state"), std::string::npos);
}

TEST_F(SessionTest, TheDistanceIsSaidWhileTheReaderBringsThePictureAboutAndAnswersNothing) {
  course::Verdict verdict;
  EXPECT_FALSE(session.distance("state", &verdict)) << "not before it has begun";
  session.begin("state");
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
  session.go_to_scene("top", Way::kReading);
  EXPECT_FALSE(session.distance("state", &verdict)) << "nor when it was left";
  session.begin("guess");
  EXPECT_FALSE(session.distance("guess", &verdict)) << "a prediction gets no hint";
  EXPECT_FALSE(session.distance("none", &verdict));
}

TEST_F(SessionTest, APredictionIsGradedOnItsOwnScene) {
  session.set("temperature=6", Origin::kUi);
  EXPECT_EQ(session.predict("guess", 0), "");
  EXPECT_TRUE(session.exercises().find("guess")->begun);
  EXPECT_FLOAT_EQ(now().temperature, 1);
  session.set("temperature=3", Origin::kUi);
  course::Verdict verdict;
  EXPECT_EQ(session.check("guess", &verdict), "");
  EXPECT_FLOAT_EQ(now().temperature, 1) << "and shows it";
  EXPECT_TRUE(session.undo());
  EXPECT_FLOAT_EQ(now().temperature, 3) << "nothing is lost";
}

TEST_F(SessionTest, AnExerciseWhoseSceneALockForbidsIsNotOpened) {
  session.set("temperature=6", Origin::kUi);
  session.lock("temperature");
  EXPECT_NE(session.begin("guess").find("Temperature is locked"), std::string::npos);
  EXPECT_FLOAT_EQ(now().temperature, 6);
  EXPECT_NE(session.begin("none").find("guess, state"), std::string::npos);
}

TEST_F(SessionTest, AHandleFindsTheMatrixOfWhichItIsARow) {
  ASSERT_TRUE(session.find_result("place"));
  EXPECT_EQ(session.find_result("place"), session.find_result("places"));
  EXPECT_FALSE(session.find_result("weight")) << "no handle of `weights` is declared";
}

TEST_F(SessionTest, AMatrixOfTheReadersIsReadAndExplainedUnderItsId) {
  session.set("weights[0,1]=0.5", Origin::kUi);
  const course::Lesson::ResultRow* row = session.find_result("weights");
  ASSERT_TRUE(row);
  EXPECT_EQ(session.read(*row).data[1], 0.5f);
  formula::Explanation x;
  EXPECT_EQ(session.explain("weights", 0, 1, &x), "");
  EXPECT_EQ(x.value, 0.5);
  EXPECT_EQ(session.explain("mask", 1, 1, &x), "");
  EXPECT_EQ(session.explain("places", 0, 0, &x), "");
  EXPECT_NE(session.explain("words", 0, 0, &x), "");
}

TEST_F(SessionTest, AResultOpensTheFigureThatDrawsIt) {
  EXPECT_EQ(session.show_result("products[0,1]"), "");
  EXPECT_EQ(session.figure(), 0) << "no figure draws it";
  EXPECT_NE(session.show_result("nothing"), "");
}

TEST_F(SessionTest, TakesTheReadersDataAsOneUndoableChange) {
  std::string message;
  EXPECT_TRUE(session.take_data("1,2", &message));
  EXPECT_EQ(now().places.rows(), 3);
  EXPECT_EQ(message, "3 points.");
  session.undo();
  EXPECT_EQ(now().places.rows(), 2);
  EXPECT_FALSE(session.take_data("", &message));
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

TEST_F(SessionTest, OpeningAnotherLessonForgetsHistoryLocksAndAnswers) {
  session.set("temperature=2", Origin::kApi);
  session.lock("words");
  session.predict("guess", 0);
  session.open(sample_lesson(), "");
  EXPECT_EQ(session.history().undo_steps(), 0);
  EXPECT_FALSE(session.is_locked("words"));
  EXPECT_EQ(session.exercises().states()[0].locked, -1);
  EXPECT_FLOAT_EQ(now().temperature, 1);
}

}  // namespace
}  // namespace attn::session
