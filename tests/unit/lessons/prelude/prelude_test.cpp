// The picture that the course opens with: its networks learn what it says they learn, again and again, and it says no more than happened.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "lessons/lesson_under_test.h"
#include "lessons/prelude/recorded.h"
#include "lessons/prelude/study.h"
#include "session/export.h"
#include "session/session.h"

namespace attn::lessons::prelude {
namespace {

LessonUnderTest shipped(std::string_view query = "") {
  LessonUnderTest lesson("prelude");
  if (!query.empty()) lesson.set(query);
  EXPECT_TRUE(lesson.load_weights());
  lesson.measure();
  return lesson;
}

double last_share(const LessonUnderTest& lesson, int network) {
  return lesson.at("held-out", lesson.read("held-out").shape.front() - 1, network);
}

TEST(Prelude, IsOpenedLikeALessonAndStandsInNoListOfThem) {
  ASSERT_NE(course::prelude(), nullptr);
  EXPECT_EQ(course::find("prelude"), &course::prelude()->lesson());
  for (const course::Entry& entry : course::lessons()) EXPECT_NE(entry.about.slug, "prelude");
  EXPECT_NE(course::recipes().find("backwards-attention"), nullptr);
}

TEST(Prelude, TheShippedPairSpellsWithAttentionAndCannotWithout) {
  const LessonUnderTest lesson = shipped();
  EXPECT_GE(last_share(lesson, 0), 0.95);
  EXPECT_LE(last_share(lesson, 1), 0.3);
  EXPECT_NE(lesson.describe().find("they make \u201cnoitnetta\u201d, all 9 letters right, and "), std::string::npos) << lesson.describe();
  const course::Tensor weights = lesson.read("alignment");
  ASSERT_EQ(weights.shape, (std::vector<int>{10, 10}));
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 10; ++j)
      if (j != 8 - i) {
        EXPECT_LT(lesson.at("alignment", i, j), lesson.at("alignment", i, 8 - i)) << i << ", " << j;
      }
}

TEST(Prelude, AWordWithALetterTooManyIsNotCalledRight) {
  Spelling s;
  s.letters_right = 2;
  EXPECT_EQ(score_of(s, 9), "2 of 9 right");
  s.letters_right = 9;
  EXPECT_EQ(score_of(s, 9), "9 of 9 right, and one too many");
  s.all_right = true;
  EXPECT_EQ(score_of(s, 9), "9 of 9 right");
}

TEST(Prelude, TheWordShownIsOneThatTrainingCannotDraw) {
  Params p;
  settle(p, p);
  EXPECT_EQ(p.shown.size(), 9u);
  EXPECT_EQ(tasks::split_of(p.shown), tasks::Split::kHeldOut);
}

TEST(Prelude, TheFrontPageSaysInWhatElseTheTwoDiffer) {
  const Pair pair(kSeed);
  const models::Seq2Seq &attention = pair.model(Network::attention), &none = pair.model(Network::none);
  EXPECT_TRUE(attention.settings().bidirectional);
  EXPECT_FALSE(none.settings().bidirectional);
  EXPECT_EQ(attention.parameters().count(), 17085);
  EXPECT_EQ(none.parameters().count(), 12541);
  std::ifstream file(ATTN_SOURCE_DIR "/web/content/front.json");
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find("reads a word in both directions, and has 17,085 numbers to learn, the other 12,541"), std::string::npos);
}

TEST(Prelude, TheFirstStepForgetsTheShippedWeights) {
  LessonUnderTest fresh("prelude");
  fresh.set("steps=3");
  LessonUnderTest lesson = shipped();
  for (int step = 0; step < 3; ++step) lesson.model()->step();
  EXPECT_EQ(lesson.metric("step"), 3);
  EXPECT_EQ(lesson.metric("loss"), fresh.metric("loss"));
  EXPECT_EQ(lesson.metric("loss-without"), fresh.metric("loss-without"));
}

TEST(Prelude, ThePictureKeepsItsRowsWhileTheNetworksLearn) {
  LessonUnderTest lesson("prelude");
  for (int step = 1; step <= 61; step += 6) {
    lesson.set("steps=" + std::to_string(step));
    const course::Tensor weights = lesson.read("alignment");
    EXPECT_EQ(weights.shape, (std::vector<int>{10, 10})) << step;
    EXPECT_EQ(weights.cols.front(), "a");
    EXPECT_EQ(weights.cols.back(), "end");
  }
}

TEST(Prelude, SaysNothingThatHasNotHappened) {
  LessonUnderTest lesson("prelude");
  EXPECT_NE(lesson.describe().find("know nothing yet"), std::string::npos) << lesson.describe();
  lesson.set("steps=20");
  const std::string early = lesson.describe();
  EXPECT_EQ(early.find("At step 20 of " + std::to_string(kSteps)), 0u) << early;
  EXPECT_EQ(early.find("more than half"), std::string::npos) << early;
  EXPECT_EQ(early.find("looks most"), std::string::npos) << early;
}

TEST(Prelude, SpellsTheReadersOwnWord) {
  LessonUnderTest lesson = shipped("word=Alignment");
  EXPECT_EQ(lesson.complaint("word"), "");
  EXPECT_NE(lesson.describe().find("\u201cAlignment\u201d"), 0u);
  EXPECT_NE(lesson.describe().find("\u201ctnemngila\u201d, all 9"), std::string::npos) << lesson.describe();
  for (const char* refused : {"no", "thirteenletters", "gr%C3%B6%C3%9Fe", "a1b2"}) {
    lesson.set(std::string("word=") + refused);
    EXPECT_NE(lesson.complaint("word"), "") << refused;
    EXPECT_EQ(lesson.read("alignment").cols.size(), 10u) << "the last word that could be read stays";
  }
  lesson.set("word=");
  EXPECT_EQ(lesson.complaint("word"), "");
}

TEST(Prelude, EveryNumberIsExplainedByItsValue) {
  for (const char* query : {"", "steps=40"}) {
    LessonUnderTest lesson("prelude");
    if (*query)
      lesson.set(query);
    else
      lesson.load_weights();
    for (const auto& row : lesson.lesson().results) {
      const course::Tensor t = lesson.read(row.name);
      for (int i = 0; i < t.shape[0]; ++i)
        for (int j = 0; j < t.shape[1]; ++j) {
          const double shown = lesson.at(row.name, i, j);
          if (!std::isfinite(shown)) continue;
          const formula::Explanation x = lesson.explain(row.name, i, j);
          EXPECT_FALSE(x.empty()) << row.name << "[" << i << "," << j << "] " << query;
          EXPECT_NEAR(x.value, shown, 1e-5) << row.name;
        }
    }
  }
}

TEST(Prelude, DrawsAtEverySize) {
  session::Session session(course::prelude()->lesson());
  for (const canvas::Size size : {canvas::Size{320, 240}, canvas::Size{360, 560}, canvas::Size{900, 680}, canvas::Size{1600, 900}})
    for (const char* word : {"eye", "attention", "transformers"}) {
      EXPECT_EQ(session.document().set_text("word", word, session::Origin::kApi), "");
      EXPECT_GT(session::to_svg(session, false, size).size(), 2000u) << word << " " << size.width;
    }
}

}  // namespace
}  // namespace attn::lessons::prelude
