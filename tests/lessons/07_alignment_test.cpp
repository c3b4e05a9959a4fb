// What the text of lesson 07 claims, one claim per test.
#include <algorithm>
#include <cmath>

#include "canvas/svg_canvas.h"
#include "lesson_under_test.h"
#include "live_claims.h"
#include "tasks/pairs.h"
#include "unit/formula/python_value.h"

namespace attn {
namespace {

LessonUnderTest alignment() { return LessonUnderTest("alignment"); }

double row_sum(const course::Tensor& t, int i) {
  double sum = 0;
  for (int j = 0; j < t.col_count(); ++j) sum += static_cast<double>(t.at(i, j));
  return sum;
}

TEST(Alignment, EveryRowOfGlobalWeightsIsADistributionOverTheSourceAndItsEnd) {
  auto lesson = alignment();
  for (const char* state :
       {"score=additive&timing=previous", "score=dot&timing=current", "score=general&timing=current", "score=concat&timing=current"}) {
    lesson.set(state);
    const course::Tensor w = lesson.read("alignment");
    EXPECT_EQ(w.cols.back(), "end");
    for (int i = 0; i < w.shape[0]; ++i) EXPECT_NEAR(row_sum(w, i), 1, 1e-5) << state;
  }
}

TEST(Alignment, TheContextIsTheSumOfTheWeightedAnnotations) {
  const auto lesson = alignment();
  const course::Tensor weighted = lesson.read("weighted");
  for (int k = 0; k < weighted.shape[1]; ++k) {
    double sum = 0;
    for (int j = 0; j < weighted.shape[0]; ++j) sum += lesson.at("weighted", j, k);
    EXPECT_NEAR(lesson.at("context", 0, k), sum, 1e-5);
  }
}

TEST(Alignment, LuongsDesignHasAnAttentionalStateAndBahdanausHasNone) {
  auto lesson = alignment();
  EXPECT_EQ(lesson.read("attentional").data.size(), 0u);
  lesson.set("timing=current");
  EXPECT_EQ(lesson.read("attentional").shape, lesson.read("context").shape);
}

TEST(Alignment, InputFeedingHasNoEffectWhereTheStateBeforeIsScored) {
  auto lesson = alignment();
  lesson.set("timing=previous&input-feeding=false");
  const course::Tensor without = lesson.read("alignment");
  lesson.set("input-feeding=true");
  EXPECT_EQ(lesson.read("alignment").data, without.data);
  lesson.set("timing=current&input-feeding=true");
  const course::Tensor with = lesson.read("probabilities");
  lesson.set("input-feeding=false");
  EXPECT_NE(lesson.read("probabilities").data, with.data);
}

TEST(Alignment, WhatDoesNotTouchTheModelDoesNotBeginItAnew) {
  auto lesson = alignment();
  lesson.set("weights=seed&task=reversal&steps=3");
  const void* const before = lesson.model();
  lesson.set("input-feeding=true");
  EXPECT_EQ(lesson.model(), before);
}

TEST(Alignment, WithoutTheBackwardHalfAnAnnotationKnowsNothingOfWhatFollows) {
  auto lesson = alignment();
  for (const bool both : {true, false}) {
    lesson.set(std::string("bidirectional=") + (both ? "true" : "false")).set("source=the black cats sleep");
    const course::Tensor before = lesson.read("annotations");
    lesson.set("source=the black dog sleeps");
    const course::Tensor after = lesson.read("annotations");
    double difference = 0;
    for (size_t k = 0; k < static_cast<size_t>(2 * before.shape[1]); ++k)
      difference = std::max(difference, std::abs(static_cast<double>(before.data[k] - after.data[k])));
    if (both)
      EXPECT_GT(difference, 1e-3);
    else
      EXPECT_EQ(difference, 0);
  }
}

TEST(Alignment, AnUnknownWordIsNamedAndTheOldPictureStays) {
  auto lesson = alignment();
  lesson.set("source=the black cats sleep");
  const std::vector<std::string> words = lesson.read("alignment").cols;
  EXPECT_EQ(lesson.complaint("source"), "");
  lesson.set("source=the blakc cats sleep");
  EXPECT_NE(lesson.complaint("source").find("Did you mean \"black\""), std::string::npos) << lesson.complaint("source");
  EXPECT_EQ(lesson.read("alignment").cols, words);
  EXPECT_NE(lesson.describe().find("blakc"), std::string::npos) << lesson.describe();
}

TEST(Alignment, TheGrammarHasAsManyWordsAsTheTextSays) { EXPECT_EQ(tasks::find_pair_task("grammar")->source.size() - kFirstToken, 141); }

TEST(Alignment, AChangeOfTaskBringsASourceOfItsOwn) {
  auto lesson = alignment();
  const params::Row& source = *params::find(lesson.lesson().rows, "source");
  for (const char* task : {"dates", "reversal", "sorting", "grammar"}) {
    lesson.set(std::string("task=") + task);
    EXPECT_EQ(lesson.describe().find("last source that could be shown"), std::string::npos) << task << lesson.describe();
    EXPECT_FALSE(params::print(source, source.get(lesson.params())).empty());
  }
}

TEST(Alignment, AnOverriddenRowIsUsedExactly) {
  auto lesson = alignment();
  lesson.set("source=the black cats sleep&row=2&override=2,0,0,1,0,0");
  for (int j = 0; j < 5; ++j) EXPECT_EQ(lesson.at("alignment", 1, j), j == 2 ? 1 : 0);
  const course::Tensor h = lesson.read("annotations");
  for (int k = 0; k < h.shape[1]; ++k) EXPECT_NEAR(lesson.at("context", 0, k), lesson.at("annotations", 2, k), 1e-6);
  EXPECT_NE(lesson.explain("alignment", 1, 2).note.find("by hand"), std::string::npos);
}

TEST(Alignment, AnOverrideThatIsNoRowOfThisSourceIsDropped) {
  auto lesson = alignment();
  lesson.set("source=the black cats sleep&override=2,0,0,1,0,0");
  lesson.set("source=the cat sleeps");
  EXPECT_EQ(lesson.matrix("override").rows(), 0);
  lesson.set("override=1,0,0,0,0");
  EXPECT_EQ(lesson.matrix("override").rows(), 0);
  lesson.set("override=1,1,2,0,1");
  EXPECT_NEAR(lesson.at("alignment", 0, 1), 0.5, 1e-6);
}

TEST(Alignment, LocalMSeesNothingBeyondItsWindowAboutTheStepsOwnNumber) {
  auto lesson = alignment();
  lesson.set("source=the black cats do not sleep&score=general&timing=current&reach=local-m&window=1&row=3&steps=1");
  const course::Tensor w = lesson.read("alignment");
  for (int i = 0; i < w.shape[0]; ++i) {
    EXPECT_EQ(lesson.at("centres", i), std::min(i + 1, w.shape[1]));
    for (int j = 0; j < w.shape[1]; ++j)
      EXPECT_EQ(lesson.at("alignment", i, j) == 0, std::abs(std::min(i, w.shape[1] - 1) - j) > 1) << i << " " << j;
  }
  canvas::SvgCanvas canvas({820, 600}, canvas::Theme());
  auto edit = lesson.lesson().copy(lesson.params());
  for (const auto& figure : lesson.lesson().figures)
    if (figure.id == "window") figure.draw(canvas, lesson.params(), lesson.result(), edit.get());
  EXPECT_NE(canvas.svg().find("own number, 3;"), std::string::npos);
}

TEST(Alignment, PredictiveWeightsSumToLessThanOne) {
  const course::Tensor w = alignment().set("score=general&timing=current&reach=local-p&window=2").read("alignment");
  for (int i = 0; i < w.shape[0]; ++i) EXPECT_LT(row_sum(w, i), 1);
}

TEST(Alignment, TwoOfEightReversedSymbolsAreWithinTheWindow) {
  auto lesson = alignment();
  lesson.set(course::scene_of(lesson.lesson(), "parallel"));
  EXPECT_TRUE(lesson.check("parallel", 2).correct) << lesson.check("parallel", 2).message;
  EXPECT_FALSE(lesson.check("parallel", 0).correct);
  EXPECT_FALSE(lesson.check("parallel", 1).correct);
}

TEST(Alignment, ChoosingAnyTaskAfterReversalBringsItsOwnSample) {
  for (const char* task : {"dates", "sorting", "grammar"}) {
    auto lesson = alignment();
    lesson.set("task=reversal").set(std::string("task=") + task);
    ASSERT_TRUE(lesson.load_weights());
    EXPECT_NE(lesson.describe().find("This is the right answer."), std::string::npos) << lesson.describe();
  }
}

TEST(Alignment, APredictedCentreCountsFromOneToTheEndMark) {
  auto lesson = alignment();
  lesson.set("source=the black cats do not sleep&score=general&timing=current&reach=local-p&row=2&steps=1");
  const double centre = lesson.at("centres", 1);
  EXPECT_GE(centre, 1);
  EXPECT_LE(centre, 7);
  const formula::Explanation x = lesson.explain("centres", 1, 0);
  EXPECT_NEAR(formula::python_value(formula::to_numpy(x.substituted)), centre, 1e-4);
  EXPECT_EQ(formula::to_text(x.formula).rfind("1 + m", 0), 0u) << formula::to_text(x.formula);
}

TEST(Alignment, AnUntrainedModelIsSaidToBeOne) {
  auto lesson = alignment();
  lesson.set("weights=seed");
  EXPECT_NE(lesson.describe().find("chance"), std::string::npos);
  EXPECT_FALSE(lesson.check("bent").correct);
}

TEST(Alignment, AFarTooLargeLearningRateIsSaidToDiverge) {
  auto lesson = alignment();
  lesson.set("task=reversal&weights=seed&learning-rate=10");
  for (int k = 0; k < 30 && lesson.halt().halt == course::Halt::kNone; ++k) lesson.train(10);
  EXPECT_EQ(lesson.halt().halt, course::Halt::kDiverged);
  EXPECT_FALSE(lesson.halt().sentence.empty());
  EXPECT_NE(lesson.describe().find(lesson.halt().sentence), std::string::npos) << lesson.describe();
}

const char* const kBlackCats = "source=the black cats do not sleep";

TEST(AlignmentTrained, TheDefaultModelTranslatesItsSampleAndSaysSo) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_NE(lesson.describe().find("This is the right answer."), std::string::npos) << lesson.describe();
  lesson.set(kBlackCats);
  EXPECT_EQ(lesson.read("alignment").rows, (std::vector<std::string>{"les", "chats", "noirs", "ne", "dorment", "pas", "end"}));
}

TEST(AlignmentTrained, TheAdjectiveCrossesTheNounAndNotBecomesTwoWords) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.load_weights());
  lesson.set(kBlackCats);
  enum { kBlack = 1, kCats = 2, kSleep = 5 };
  EXPECT_GT(lesson.at("alignment", 1, kCats), 0.5);
  EXPECT_GT(lesson.at("alignment", 2, kBlack), 0.5);
  EXPECT_GT(lesson.at("alignment", 4, kSleep), 0.5);
}

TEST(AlignmentTrained, ThePluralOfLesIsTakenFromTheArticle) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.set(course::scene_of(lesson.lesson(), "agreement")).load_weights());
  EXPECT_TRUE(lesson.check("agreement", 2).correct) << lesson.check("agreement", 2).message;
  EXPECT_FALSE(lesson.check("agreement", 1).correct);
  EXPECT_FALSE(lesson.check("agreement", 0).correct);
}

TEST(AlignmentTrained, WithoutTheBackwardHalfTheNumberIsTakenFromTheNounItself) {
  enum { kCats = 2 };
  auto lesson = alignment();
  ASSERT_TRUE(lesson.set(kBlackCats).load_weights());
  EXPECT_LT(lesson.at("alignment", 0, kCats), 0.05);
  ASSERT_TRUE(lesson.set("bidirectional=false").load_weights());
  EXPECT_EQ(lesson.read("alignment").rows[0], "les");
  EXPECT_GT(lesson.at("alignment", 0, kCats), 0.3);
}

TEST(AlignmentTrained, ARowTurnedToAnotherWordMakesTheModelSayThatWord) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.set(course::scene_of(lesson.lesson(), "bent")).load_weights());
  EXPECT_FALSE(lesson.check("bent").correct);
  lesson.set("override=3,0,0,1,0,0,0,0");
  const std::vector<std::string> words = lesson.read("alignment").rows;
  EXPECT_EQ(words[2], "chats");
  EXPECT_EQ(words[3], "ne");
  EXPECT_TRUE(lesson.check("bent").correct);
  lesson.set("override=");
  EXPECT_EQ(lesson.read("alignment").rows[2], "noirs");
}

TEST(AlignmentTrained, WhatIsSaidAgainInTheMiddleCountsOnceAndNotAllThatFollows) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.set("source=the small black cat does not eat the red apple&override=6,0,0,1,0,0,0,0,0,0,0,0").load_weights());
  const std::vector<std::string> words = lesson.read("alignment").rows;
  EXPECT_EQ(std::vector<std::string>(words.begin() + 4, words.begin() + 8), (std::vector<std::string>{"ne", "noir", "ne", "mange"}));
  EXPECT_NE(lesson.describe().find("2 words have changed"), std::string::npos) << lesson.describe();
}

TEST(AlignmentTrained, AttentionIsFarBetterThanNoneOnSourcesLongerThanInTraining) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.load_weights());
  lesson.measure();
  EXPECT_GE(lesson.at("exact-match"), 0.98);
  EXPECT_GE(lesson.at("exact-match-long"), lesson.at("exact-match-long-without") + 0.3);
  EXPECT_LT(lesson.at("exact-match-long"), lesson.at("exact-match"));
  EXPECT_GE(lesson.at("alignment-right"), 0.95);
  EXPECT_NE(lesson.describe().find("without attention"), std::string::npos) << lesson.describe();
}

TEST(AlignmentTrained, EveryPublishedDesignReachesNinetyEightPercent) {
  for (const char* design : {"score=dot&timing=current", "score=general&timing=current", "score=general&timing=current&input-feeding=true",
                             "score=concat&timing=current", "score=general&timing=current&reach=local-m",
                             "score=general&timing=current&reach=local-p&input-feeding=true"}) {
    auto lesson = alignment();
    ASSERT_TRUE(lesson.set(design).load_weights()) << design;
    lesson.measure();
    EXPECT_GE(lesson.at("exact-match"), 0.98) << design;
    EXPECT_EQ(lesson.describe().find("chance"), std::string::npos) << design;
  }
}

TEST(AlignmentTrained, LocalPStaysWithinThreePointsOfGlobalAttention) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.load_weights());
  const double global = lesson.measure().at("exact-match");
  ASSERT_TRUE(lesson.set("score=general&timing=current&reach=local-p&input-feeding=true").load_weights());
  EXPECT_GE(lesson.measure().at("exact-match"), global - 0.03);
}

TEST(AlignmentTrained, LocalMHoldsOutLongestAndLocalPWithTheSameWindowWorst) {
  auto lesson = alignment();
  const auto beyond = [&lesson](const char* design) {
    EXPECT_TRUE(lesson.set(design).load_weights()) << design;
    return lesson.measure().at("exact-match-long");
  };
  const double monotonic = beyond("score=general&timing=current&reach=local-m&input-feeding=false");
  const double predictive = beyond("score=general&timing=current&reach=local-p&input-feeding=true");
  for (const char* design : {"score=general&timing=current&reach=global&input-feeding=false",
                             "score=dot&timing=current&reach=global&input-feeding=false", "score=additive&timing=previous&reach=global"}) {
    const double global = beyond(design);
    EXPECT_GT(monotonic, global + 0.2) << design;
    EXPECT_LT(predictive, global) << design;
  }
}

TEST(AlignmentTrained, InALongSourceTheDecoderLeapsFromTheFirstWeToTheSecond) {
  auto lesson = alignment();
  ASSERT_TRUE(
      lesson.set("source=she always loves the old king because we buy his tree but we often speak to the happy child").load_weights());
  enum { kBuy = 8, kSpeak = 14, kStep = 9 };
  const course::Tensor w = lesson.read("alignment");
  EXPECT_EQ(w.cols[kBuy], "buy");
  EXPECT_EQ(w.cols[kSpeak], "speak");
  EXPECT_EQ(w.rows[kStep], "parlons");
  EXPECT_GT(lesson.at("alignment", kStep, kSpeak), 2 * lesson.at("alignment", kStep, kBuy));
}

TEST(AlignmentTrained, ThisGrammarRunsSoNearlyInParallelThatHardlyAWordIsMoreThanThreePlacesFromItsSource) {
  const tasks::PairTask& task = *tasks::find_pair_task("grammar");
  Rng rng(7);
  int near = 0, all = 0;
  for (int i = 0; i < 200; ++i) {
    const tasks::Example e = task.draw(task, tasks::Split::kHeldOut, task.longest + 1 + i % (task.longest_tested - task.longest), rng);
    for (size_t k = 0; k < e.alignment.size(); ++k)
      if (e.alignment[k] >= 0) ++all, near += std::abs(e.alignment[k] - static_cast<int>(k)) <= 3;
  }
  EXPECT_GT(near, 0.98 * all) << near << " of " << all;
}

TEST(AlignmentTrained, OnReversalAttentionReachesNoFurtherBeyondTheLengthsOfTraining) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.set("task=reversal").load_weights());
  lesson.measure();
  EXPECT_LE(lesson.at("exact-match-long"), lesson.at("exact-match-long-without") + 0.05);
}

TEST(AlignmentTrained, TheFrenchNeIsMadeOfSeveralAnnotations) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.set(std::string(kBlackCats) + "&row=4").load_weights());
  enum { kDo = 3, kNot = 4, kSleep = 5 };
  EXPECT_EQ(lesson.read("alignment").rows[3], "ne");
  EXPECT_NEAR(lesson.at("weights", 0, kNot), 0.65, 0.005);
  EXPECT_NEAR(lesson.at("weights", 0, kDo), 0.30, 0.005);
  EXPECT_NEAR(lesson.at("weights", 0, kSleep), 0.05, 0.005);
}

TEST(AlignmentTrained, TheWindowKeepsTheVerbOfAnotherClauseOut) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson
                  .set("score=general&timing=current&reach=local-m&window=3&row=16&"
                       "source=she always loves the old king because we buy his tree but we often speak to the happy child")
                  .load_weights());
  enum { kBuy = 8, kSpeak = 14 };
  EXPECT_EQ(lesson.read("alignment").rows[15], "parlons");
  EXPECT_NEAR(lesson.at("weights", 0, kSpeak), 1, 0.005);
  EXPECT_EQ(lesson.at("weights", 0, kBuy), 0);
  double all = 0;
  for (int j = 0; j < lesson.read("scores").shape[1]; ++j) all += std::exp(lesson.at("scores", 0, j));
  EXPECT_NEAR(std::exp(lesson.at("scores", 0, kBuy)) / all, 0.95, 0.01) << "a softmax over all positions";
  EXPECT_LT(std::exp(lesson.at("scores", 0, kSpeak)) / all, 0.05);
}

const LiveClaims kLive({
    {"{exact-match-long}", nullptr, kWhereThereIsOne},
    {"{alignment-right}", nullptr, kWhereThereIsOne},
});

}  // namespace
}  // namespace attn
