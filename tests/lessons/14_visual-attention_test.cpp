// Claims of lesson 14, through its public verbs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "lessons/14_visual-attention/params.h"
#include "lessons/14_visual-attention/study.h"
#include "lessons/14_visual-attention/words.h"
#include "live_claims.h"
#include "training/models.h"

namespace attn {
namespace {

using namespace lessons::visual_attention;

constexpr char kFirst[] = "things=0,0,0,5,9;1,2,1,17,17;2,3,0,12,28";

LessonUnderTest telling(const std::string& query) {
  LessonUnderTest lesson("visual-attention");
  lesson.set(query);
  EXPECT_TRUE(lesson.load_weights()) << query;
  return lesson;
}

const Result& told_by(const LessonUnderTest& lesson) { return *static_cast<const Result*>(lesson.result()); }
std::string caption(const LessonUnderTest& lesson) { return tasks::caption_text(told_by(lesson).words); }

/// "word,0,...,1,...": a map that is painted at these places.
std::string painted(int word, const std::set<int>& places) {
  std::string out = std::to_string(word);
  for (int j = 0; j < kPlaces; ++j) out += places.contains(j) ? ",1" : ",0";
  return out;
}

// ---- what it says
// --------------------------------------------------------------------------------------------------------------------------

TEST(Telling, FollowsTheThings) {
  auto lesson = telling(kFirst);
  EXPECT_EQ(caption(lesson), "a small red circle left of a big blue square above a small yellow triangle");
  lesson.set("things=0,0,0,28.5,9;1,2,1,17,17;2,3,0,12,28");
  EXPECT_EQ(caption(lesson), "a small red circle right of a big blue square above a small yellow triangle");
  lesson.set("things=");
  EXPECT_EQ(caption(lesson), "nothing");
  EXPECT_EQ(lesson.matrix("things").rows(), 0);
}

TEST(Telling, IsRightOfTheFirstExamples) {
  int right = 0;
  for (int example = 2; example <= 31; ++example) {
    auto lesson = telling("example=" + std::to_string(example));
    right += told_by(lesson).words == told_by(lesson).truth;
    const tasks::Things things = told_by(lesson).things;
    EXPECT_TRUE(
        std::any_of(things.begin(), things.end(), [](const tasks::Thing& t) { return tasks::split_of_thing(t) == tasks::Split::kHeldOut; }))
        << example << " has something that was held back";
    EXPECT_TRUE(told_by(lesson).clear) << example;
  }
  EXPECT_GE(right, 28);
}

TEST(Telling, SaysTheDraggedCirclesPlace) {
  auto lesson = telling(kFirst);
  LessonByHand hand(&lesson, "tell");
  hand.drag_by("thing[0,0]", {1000, 0});
  EXPECT_EQ(caption(lesson), "a small red circle right of a big blue square above a small yellow triangle");
  EXPECT_LE(lesson.matrix("things")(0, 3), 32 - 3);
}

TEST(Telling, WeightsAreASoftmaxOfTheScores) {
  auto lesson = telling(kFirst);
  for (int t = 0; t < 15; ++t) {
    double all = 0, sum = 0;
    for (int j = 0; j < kPlaces; ++j) all += std::exp(lesson.at("scores", t, j));
    for (int j = 0; j < kPlaces; ++j) {
      EXPECT_NEAR(lesson.at("weights", t, j), std::exp(lesson.at("scores", t, j)) / all, 1e-5);
      sum += lesson.at("weights", t, j);
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(Telling, RelationsAreSpreadWider) {
  auto lesson = telling(kFirst);
  const auto spread = [&](int t) { return spread_of(told_by(lesson).telling.weights.row(t)); };
  for (const int relation : {4, 9})
    for (const int word : {1, 2, 3, 6, 7, 8, 11, 12, 13}) EXPECT_GT(spread(relation), 1.5f * spread(word)) << relation << " " << word;
}

// ---- the networks
// --------------------------------------------------------------------------------------------------------------------------

TEST(CaptionNetworks, AreAsGoodAsTheTextSays) {
  auto lesson = telling(kFirst);
  lesson.measure();
  const auto right = [&](Network network, int things) { return lesson.at("right", static_cast<int>(network), things - 1); };
  const auto within = [&](Network network) { return lesson.at("within", static_cast<int>(network)); };
  EXPECT_GE((right(Network::soft, 1) + right(Network::soft, 2) + right(Network::soft, 3)) / 3, 0.97);
  EXPECT_GE((right(Network::hard, 1) + right(Network::hard, 2) + right(Network::hard, 3)) / 3, 0.9);
  EXPECT_GE(within(Network::soft), 0.9);
  EXPECT_GE(right(Network::remembers, 3), right(Network::soft, 3) - 0.001) << "no fewer than the one without";
  EXPECT_LE(within(Network::remembers), 1.0 / 3);
  EXPECT_LE(right(Network::none, 3), 0.3);
  EXPECT_GT(right(Network::none, 1), right(Network::none, 2));
  EXPECT_GT(right(Network::none, 2), 0.5);
  EXPECT_GT(right(Network::none, 2), right(Network::none, 3));
  EXPECT_LT(right(Network::soft, 4), right(Network::soft, 3));
  EXPECT_GT(right(Network::even, 3), 0.9);
  EXPECT_LT(within(Network::even), within(Network::soft) - 0.1);
  EXPECT_GT(lesson.at("spread", 4), 2 * lesson.at("spread", 0));
}

TEST(CaptionNetworks, OfOneVectorAreSparedNothing) {
  auto lesson = telling("network=vector&" + std::string(kFirst));
  EXPECT_NE(told_by(lesson).words, told_by(lesson).truth);
  EXPECT_TRUE(std::isnan(lesson.at("weights", 0, 0)));
  EXPECT_NEAR(lesson.at("map", 3, 3), 1.0 / 64, 1e-7);
  const Mat& contexts = told_by(lesson).telling.contexts;
  EXPECT_NEAR((contexts.rowwise() - told_by(lesson).telling.annotations.colwise().mean()).cwiseAbs().maxCoeff(), 0, 1e-4);
  lesson.set("things=1,2,1,17,17");
  EXPECT_EQ(caption(lesson), "a big blue square") << "with one thing it recovers";
}

/// Of held-out pictures of three things: how many nouns are right whose map is even, and how many things were looked at a word before.
struct NounsOf {
  training::Count even, before;
};
NounsOf nouns_of(const std::string& network) {
  auto lesson = telling("network=" + network);
  const models::Captioner& captioner = learner_of(static_cast<const training::Models&>(*lesson.model()).trainer).captioner();
  NounsOf out;
  for (int scene = 0; scene < 100; ++scene) {
    const tasks::Scene shown = held_out_scene(3, scene);
    const Tokens truth = tasks::caption_of(shown.things);
    const tasks::Things told = tasks::in_order_of_telling(shown.things);
    models::TellOptions options{.given = &truth};
    for (int k = 0; k < 3; ++k) options.bent[tasks::noun_of(k)] = Mat::Constant(1, kPlaces, Real(1) / kPlaces);
    const models::Telling telling = models::tell(captioner, shown.picture, options);
    for (int k = 0; k < 3; ++k) {
      const int noun = tasks::noun_of(k);
      Index best = 0;
      telling.logits.row(noun).maxCoeff(&best);
      out.even += {best == truth[static_cast<std::size_t>(noun)], 1};
      out.before += {lies_within(middle_of(telling.weights.row(noun - 1)), told[static_cast<std::size_t>(k)]), 1};
    }
  }
  return out;
}

TEST(CaptionNetworks, ThatRememberHaveLookedBefore) {
  const NounsOf remembers = nouns_of("remembers"), soft = nouns_of("soft");
  EXPECT_GE(remembers.before.share(), 0.98) << "at the colour";
  EXPECT_EQ(remembers.even.right, remembers.even.asked) << "names every shape right";
  EXPECT_NEAR(soft.even.share(), 0.31, 0.03) << "little more than a guess among four";
}

TEST(CaptionNetworks, MadeEvenCannotReachOne) {
  auto lesson = telling(kFirst);
  double sum = 0;
  for (int i = 0; i < kAside; ++i)
    for (int j = 0; j < kAside; ++j) sum += lesson.at("received", i, kAside + j);
  EXPECT_NEAR(sum, 15, 1e-3) << "fifteen words have 15 to give";
}

// ---- painted maps
// --------------------------------------------------------------------------------------------------------------------------

TEST(Painting, TheMapOfRedMakesTheCircleBlue) {
  auto lesson = telling(std::string(kFirst) + "&bent=" + painted(3, {36}));
  EXPECT_EQ(caption(lesson), "a small blue circle left of a big blue square above a small yellow triangle");
  EXPECT_EQ(lesson.at("map", 4, 4), lesson.at("weights", 3, 36)) << "the other words keep their maps";
  lesson.set("word=3");
  EXPECT_EQ(lesson.at("map", 4, 4), 1);
  lesson.set("bent=" + painted(3, {17, 36}));
  EXPECT_NEAR(lesson.at("map", 4, 4), 0.5, 1e-6);
  EXPECT_GT(lesson.at("says", 4) + lesson.at("says", 6), 0.9) << "red or blue";
}

TEST(Painting, ByHandAndBack) {
  auto lesson = telling(std::string(kFirst) + "&word=3&tool=paint");
  LessonByHand hand(&lesson, "tell");
  hand.click("map[4,4]");
  EXPECT_EQ(lesson.matrix("bent").rows(), 1);
  EXPECT_EQ(lesson.at("map", 4, 4), 1);
  hand.click("unbend");
  EXPECT_EQ(lesson.matrix("bent").rows(), 0);
}

TEST(Painting, OfNonsenseIsSettled) {
  auto lesson = telling(std::string(kFirst) + "&bent=" + painted(3, {}) + ";" + painted(2, {5}) + ";" + painted(2, {6}));
  EXPECT_EQ(lesson.matrix("bent").rows(), 1) << "nothing painted is no map, and a word has one";
  EXPECT_EQ(lesson.matrix("bent")(0, 7), 1);
  const params::Row* row = params::find(lesson.lesson().rows, "things");
  EXPECT_NE(params::validate(*row, Mat(Mat::Constant(5, 5, 1))), "") << "five things";
  EXPECT_NE(params::validate(*row, Mat(Mat::Constant(2, 4, 1))), "");
  EXPECT_NE(params::validate(*row, std::string("a cat")), "");
  lesson.set("things=9,9,9,0,32");
  EXPECT_EQ(lesson.matrix("things"), (Mat(1, 5) << 3, 4, 1, 5.5, 26.5).finished()) << "brought into the picture";
}

// ---- hard attention
// --------------------------------------------------------------------------------------------------------------------------

TEST(Drawing, TakesOnePlace) {
  auto lesson = telling("network=hard&" + std::string(kFirst));
  for (int t = 0; t < 15; ++t) {
    const Mat used = told_by(lesson).telling.used.row(t);
    EXPECT_EQ(used.maxCoeff(), 1);
    EXPECT_EQ(used.sum(), 1);
  }
  int wrong = 0;
  for (int draw = 1; draw <= 99; ++draw) {
    lesson.set("draw=" + std::to_string(draw));
    wrong += told_by(lesson).words != told_by(lesson).truth;
    if (told_by(lesson).words == told_by(lesson).truth) continue;
    for (std::size_t t = 0; t < std::min(told_by(lesson).words.size(), told_by(lesson).truth.size()); ++t)
      EXPECT_TRUE(t % 5 == 4 || told_by(lesson).words[t] == told_by(lesson).truth[t]) << "all in relations";
  }
  EXPECT_EQ(wrong, 8);
}

TEST(Drawing, ABaselineTakesTheNoiseOfRandomWeights) {
  LessonUnderTest lesson("visual-attention");
  lesson.set("network=hard&weights=seed&" + std::string(kFirst));
  const double signal = lesson.at("noise", 1, 0), plain = lesson.at("noise", 1, 1), best = lesson.at("noise", 1, 3);
  EXPECT_GT(plain, 1000 * signal) << "nearly all of the gradient is noise";
  EXPECT_NEAR(plain / best, 100, 20) << "less the best constant";
}

TEST(Drawing, TheNoiseIsThatOfDraws) {
  // The variance by its definition: many draws of the gradient (R - b) (1_s - w).
  auto lesson = telling("network=hard&word=10&" + std::string(kFirst));
  const Draws& d = told_by(lesson).draws[1];
  Eigen::Matrix<double, 1, Eigen::Dynamic> mean = Eigen::Matrix<double, 1, Eigen::Dynamic>::Zero(kPlaces);
  double squares = 0;
  for (int s = 0; s < kPlaces; ++s) {
    Eigen::Matrix<double, 1, Eigen::Dynamic> gradient = -d.weights.cast<double>();
    gradient(s) += 1;
    gradient *= static_cast<double>(d.gain(0, s) - d.expected);
    mean += static_cast<double>(d.weights(0, s)) * gradient;
    squares += static_cast<double>(d.weights(0, s)) * gradient.squaredNorm();
  }
  EXPECT_NEAR(mean.squaredNorm(), static_cast<double>(d.signal), 1e-4 * static_cast<double>(d.signal) + 1e-9);
  EXPECT_NEAR(squares - mean.squaredNorm(), static_cast<double>(d.less_expected), 1e-4 * squares + 1e-9);
  EXPECT_LE(d.less_best, d.plain);
  EXPECT_LE(d.less_best, d.less_expected);
}

TEST(Drawing, AMeanCanKnowWhatNoPlaceKnows) {
  auto lesson = telling(std::string(kFirst) + "&word=5");
  EXPECT_GT(lesson.at("blur", 0, 0), 0.9) << "the mean is sure";
  EXPECT_GT(lesson.at("blur", 0, 2), 0.5) << "most of the weight is on places that say another word";
  EXPECT_GT(lesson.at("blur", 0, 0), lesson.at("blur", 0, 1) + 0.2);
  EXPECT_NEAR(telling(std::string(kFirst) + "&word=4").at("blur", 0, 2), 0.25, 0.04) << "a quarter of the weight";
  EXPECT_LT(lesson.at("blur", 1, 2), 0.1) << "hard attention goes where one place is enough";
}

// ---- the bridge
// --------------------------------------------------------------------------------------------------------------------------

TEST(Bridge, ShowsTheSameWeightsThreeTimes) {
  auto lesson = telling(std::string(kFirst) + "&word=6");
  for (int j = 0; j < kPlaces; ++j) {
    EXPECT_EQ(lesson.at("weights", 5, j), lesson.at("map", j / kAside, j % kAside));
    EXPECT_EQ(lesson.at("weights", 5, j), lesson.at("edge", j));
  }
}

// ---- exercises
// --------------------------------------------------------------------------------------------------------------------------

TEST(Exercises14, AreSolvedByWhatTheirTextSays) {
  auto four = telling(kFirst);
  EXPECT_FALSE(four.check("a-fourth-thing").correct);
  four.set("things=0,0,0,5,9;1,2,1,17,17;2,3,0,12,28;3,4,0,27,4");
  EXPECT_TRUE(four.check("a-fourth-thing").correct) << four.check("a-fourth-thing").message;
  four.set("things=0,0,0,5,9;1,2,1,17,17;2,3,0,12,28;3,4,0,16,16");
  EXPECT_FALSE(four.check("a-fourth-thing").correct) << "they overlap";
  auto color = telling("things=3,1,0,24,6;0,3,1,10,17&word=3");
  EXPECT_FALSE(color.check("bend-the-color").correct);
  for (int place = 0; place < kPlaces; ++place) {
    color.set("bent=" + painted(3, {place}));
    if (color.check("bend-the-color").correct) {
      EXPECT_LT(std::hypot(place % 8 * 4 + 2 - 10, place / 8 * 4 + 2 - 17), 5.5 + 4) << place << " is on the circle, or beside it";
    }
  }
  color.set("bent=" + painted(3, {26}));
  EXPECT_TRUE(color.check("bend-the-color").correct) << color.check("bend-the-color").message;
  color.set("bent=" + painted(3, {26}) + ";" + painted(4, {26}));
  EXPECT_FALSE(color.check("bend-the-color").correct) << "two maps";
  auto hard = telling("network=hard&" + std::string(kFirst));
  EXPECT_FALSE(hard.check("a-draw-that-misses").correct);
  hard.set("draw=22");
  EXPECT_TRUE(hard.check("a-draw-that-misses").correct) << hard.check("a-draw-that-misses").message;
  auto counted = telling(kFirst);
  EXPECT_FALSE(counted.check("one-vector", 2).correct) << "not measured yet";
  counted.measure();
  EXPECT_TRUE(counted.check("one-vector", 2).correct) << counted.check("one-vector", 2).message;
  EXPECT_FALSE(counted.check("one-vector", 1).correct);
  EXPECT_TRUE(counted.check("where-nouns-look", 2).correct) << counted.check("where-nouns-look", 2).message;
}

const LiveClaims kLive({
    {"{within[0,0]} have the middle of their map within", nullptr, kWhereThereIsOne},
    {"{right[0,3]} of held-out pictures are told right", nullptr, kWhereThereIsOne},
    {"It tells {right[3,2]} of held-out pictures", nullptr, kWhereThereIsOne},
    {"It is {within[3,0]}, against {within[0,0]} of the first", nullptr, kWhereThereIsOne},
    {"{right[0,0]}", nullptr, kWhereThereIsOne},
    {"{right[1,0]}", nullptr, kWhereThereIsOne},
    {"{right[2,0]}", nullptr, kWhereThereIsOne},
    {"over {spread[4,0]} places with the penalty, and over {spread[0,0]} without", nullptr, kWhereThereIsOne},
    {"told right as before in {right[4,2]}", nullptr, kWhereThereIsOne},
    {"Only {within[4,0]} of nouns", nullptr, kWhereThereIsOne},
});

}  // namespace
}  // namespace attn
