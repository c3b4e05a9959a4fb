// What is computed of the open document, when, and by what; reading and explaining it.
#include <gtest/gtest.h>

#include "base/text.h"
#include "session/session.h"
#include "unit/session/sample_lesson.h"

namespace attn::session {
namespace {

using testing::sample_lesson;

class ResultsTest : public ::testing::Test {
 protected:
  Session session{sample_lesson()};
};

TEST_F(ResultsTest, NothingIsComputedWhileNothingChanges) {
  session.results().get();
  const int computed = session.results().computations();
  session.results().get();
  session.describe();
  session.set("temperature=1", Origin::kApi);  // the value it has
  session.set("temperature=oops", Origin::kApi);
  session.results().get();
  EXPECT_EQ(session.results().computations(), computed);
  session.set("temperature=3", Origin::kApi);
  session.results().get();
  EXPECT_EQ(session.results().computations(), computed + 1);
}

TEST_F(ResultsTest, TheCpuIsNamedWhereALessonHasNothingForAnother) {
  for (const char* preference : {"cpu", "gl"}) {
    EXPECT_EQ(session.results().prefer_backend(preference), "");
    const Results::Computed computed = session.results().computed();
    EXPECT_EQ(computed.name, "cpu");
    EXPECT_FALSE(computed.by_choice);
    EXPECT_EQ(computed.reason.find("as chosen"), std::string::npos) << computed.reason;
  }
  EXPECT_NE(session.results().prefer_backend("tpu").find("cpu, gl"), std::string::npos);
}

struct AskingParams {
  int calls = 1;

  static params::Table<AskingParams> table() {
    return params::Table<AskingParams>{}.integer(&AskingParams::calls,
                                                 {.id = "calls", .label = "Calls", .help = "h", .min = 0, .max = 9, .step = 1});
  }
};
struct AskingResult {
  Mat output;
};

void settle(const AskingParams&, AskingParams&) {}

AskingResult compute(const AskingParams& p, const compute::Backend& backend) {
  AskingResult r;
  for (int k = 0; k < p.calls; ++k) r.output = backend.attention(Mat::Ones(2, 2), Mat::Ones(2, 2), Mat::Ones(2, 2), {}).output;
  return r;
}

std::string describe(const AskingParams&, const AskingResult&) { return "It asks."; }

void draw_nothing(canvas::Canvas&, const AskingParams&, const AskingResult&, AskingParams&) {}
int prepared = 0;

/// Asks its backend for `calls` products. Its second figure counts how often it is prepared.
const course::Lesson& asking_lesson() {
  static const course::Lesson lesson = course::define<AskingParams, AskingResult>({
      .about = {"asking", "Asks", "For tests."},
      .results = {},
      .figures =
          {{"one", "One", {"calls"}, 1, draw_nothing},
           {"two", "Two", {"calls"}, 1, draw_nothing, true, {}, nullptr, 0, [](const AskingParams&, const AskingResult&) { ++prepared; }}},
      .exercises = {},
  });
  return lesson;
}

TEST(ResultsBackend, WhatComputedThePictureIsSaidOfThePicture) {
  Session session(asking_lesson());
  session.results().prefer_backend("cpu");
  EXPECT_TRUE(session.results().computed().by_choice);
  EXPECT_EQ(session.results().computed().reason,
            "Computed on the CPU, as chosen: the CPU takes " + rounded(session.results().computed().cpu_ms, 2) + " ms.");
  session.results().prefer_backend("gl");
  EXPECT_EQ(session.results().computed().name, "cpu");
  EXPECT_EQ(session.results().computed().reason, "Computed on the CPU: there is no graphics context here.");
  session.set("calls=0", Origin::kApi);
  EXPECT_FALSE(session.results().computed().by_choice);
  session.set("calls=3", Origin::kApi);
  EXPECT_TRUE(session.results().computed().by_choice);
}

TEST(ResultsBackend, WhatTheOpenFigureAloneComputesBelongsToThePicture) {
  Session session(asking_lesson());
  prepared = 0;
  const auto looked = [&session] { return session.results().get(), prepared; };
  EXPECT_EQ(looked(), 0) << "another figure is open";
  session.figures().show("two");
  EXPECT_EQ(looked(), 1);
  EXPECT_EQ(looked(), 1) << "nothing has changed";
  session.set("calls=2", Origin::kApi);
  EXPECT_EQ(looked(), 2);
  for (const char* figure : {"one", "two"}) {
    session.figures().show(figure);
    EXPECT_EQ(looked(), 2) << "it is there";
  }
}

TEST(ResultsBackend, AutomaticSaysWhatItMeasuredAndWhyNotMore) {
  Session session(asking_lesson());
  Results& results = session.results();
  EXPECT_EQ(results.preferred_backend(), "auto");
  EXPECT_GE(results.computed().cpu_ms, 0);
  EXPECT_LT(results.computed().gpu_ms, 0);
  EXPECT_NE(results.computed().reason.find("There is no graphics context here"), std::string::npos) << results.computed().reason;
  results.set_gl(true);
  results.get();
  EXPECT_FALSE(results.wants_try()) << "too little to do";
  EXPECT_FALSE(session.busy());
  EXPECT_NE(results.computed().reason.find("more than 4 ms"), std::string::npos) << results.computed().reason;
  EXPECT_EQ(results.prefer_backend("auto"), "");
  EXPECT_TRUE(session.busy()) << "it was asked for";
  while (session.busy()) session.work(10);  // this program has no GPU
  EXPECT_EQ(results.computed().name, "cpu");
  EXPECT_NE(results.computed().reason.find("The GPU is not available"), std::string::npos) << results.computed().reason;
  session.set("calls=3", Origin::kApi);
  results.get();
  EXPECT_TRUE(results.wants_try()) << "another size";
  session.set("calls=1", Origin::kApi);
  results.get();
  EXPECT_FALSE(results.wants_try()) << "each size once";
  EXPECT_EQ(session.query(), "");
  results.prefer_backend("cpu");
  EXPECT_EQ(session.query(), "backend=cpu");
}

TEST_F(ResultsTest, AHandleFindsTheMatrixOfWhichItIsARow) {
  ASSERT_TRUE(session.results().find("place"));
  EXPECT_EQ(session.results().find("place"), session.results().find("places"));
  EXPECT_FALSE(session.results().find("weight")) << "no handle of `weights` is declared";
}

TEST_F(ResultsTest, AMatrixOfTheReadersIsReadAndExplainedUnderItsId) {
  session.set("weights[0,1]=0.5", Origin::kUi);
  const course::Lesson::ResultRow* row = session.results().find("weights");
  ASSERT_TRUE(row);
  EXPECT_EQ(session.results().read(*row).data[1], 0.5f);
  formula::Explanation x;
  EXPECT_EQ(session.explain("weights", 0, 1, &x), "");
  EXPECT_EQ(x.value, 0.5);
  EXPECT_EQ(session.explain("mask", 1, 1, &x), "");
  EXPECT_EQ(session.explain("places", 0, 0, &x), "");
  EXPECT_NE(session.explain("words", 0, 0, &x), "");
}

TEST_F(ResultsTest, ExplainsCellsWithinBoundsOnly) {
  formula::Explanation x;
  EXPECT_EQ(session.explain("products", 1, 1, &x), "");
  EXPECT_EQ(x.value, 1);
  EXPECT_NE(session.explain("products", 2, 0, &x), "");
  EXPECT_NE(session.explain("products", 0, -1, &x), "");
  EXPECT_NE(session.explain("nothing", 0, 0, &x).find("products, total"), std::string::npos);
  EXPECT_NE(session.explain("total", 0, 0, &x), "");
}

TEST_F(ResultsTest, AResultOpensTheFigureThatDrawsIt) {
  EXPECT_EQ(session.figures().show_result("products[0,1]"), "");
  EXPECT_EQ(session.figures().index(), 0) << "no figure draws it";
  EXPECT_NE(session.figures().show_result("nothing"), "");
}

}  // namespace
}  // namespace attn::session
