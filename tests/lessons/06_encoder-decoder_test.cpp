// What the text of lesson 06 claims, one claim per test. Most speak of the shipped weights.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "base/text.h"
#include "canvas/svg_canvas.h"
#include "lesson_under_test.h"
#include "lessons/translation/shipped.h"
#include "lessons/translation/translation_lesson.h"
#include "live_claims.h"
#include "unit/formula/python_value.h"

namespace attn {
namespace {

constexpr int kUnits = 64;
const char* const kTooLong = "task=reversal&source=a h b g c f d e a h b g";

LessonUnderTest encoder_decoder() {
  LessonUnderTest lesson("encoder-decoder");
  lesson.set("hidden=64");  // of which most of the text speaks
  return lesson;
}

/// With the shipped weights of the state.
LessonUnderTest shipped(std::string_view query = "") {
  LessonUnderTest lesson = encoder_decoder();
  lesson.set(query);
  EXPECT_TRUE(lesson.load_weights()) << "weights are missing for " << query;
  return lesson;
}

/// What is said, words joined by spaces.
std::string said(const LessonUnderTest& lesson, std::string_view result = "output") {
  std::string text;
  for (const std::string& word : lesson.read(result).rows) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string random_letters(int count, Rng* rng) {
  std::string text;
  for (int i = 0; i < count; ++i) text += static_cast<char>('a' + static_cast<int>(rng->below(8)));
  return text;
}

TEST(EncoderDecoder, LettersComeOutInTheOppositeOrder) {
  auto lesson = shipped();
  EXPECT_EQ(said(lesson), "f e d c b a <end>");
  lesson.set("source=hag");
  EXPECT_EQ(said(lesson), "g a h <end>");
  EXPECT_NE(lesson.describe().find("which is right"), std::string::npos) << lesson.describe();
}

TEST(EncoderDecoder, FiguresAreDescribedByWhatTheyShow) {
  auto lesson = shipped("source=a h b g c f d e a h b g");
  EXPECT_NE(lesson.describe("forcing").find("wrong at 2 of 13 steps"), std::string::npos) << lesson.describe("forcing");
  EXPECT_NE(lesson.describe("beam").find("ln p = " + fixed(lesson.at("log-probability"), 3)), std::string::npos) << lesson.describe("beam");
}

TEST(EncoderDecoder, ProbabilitiesOfEveryStepSumToOne) {
  const auto lesson = encoder_decoder();
  const course::Tensor p = lesson.read("probabilities");
  for (auto row = p.data.begin(); row != p.data.end(); row += p.shape[1]) EXPECT_NEAR(std::accumulate(row, row + p.shape[1], 0.0), 1, 1e-5);
}

TEST(EncoderDecoder, TheVectorHasTheSameSizeForEverySource) {
  auto lesson = encoder_decoder();
  for (const char* source : {"source=a b", "source=abcdefghabcdefghabcd"}) {
    lesson.set(source);
    EXPECT_EQ(lesson.read("bottleneck").shape, (std::vector<int>{1, kUnits})) << source;
    for (int i = 0; i < kUnits; ++i) EXPECT_LE(std::abs(lesson.at("bottleneck", 0, i)), 1);
  }
}

TEST(EncoderDecoder, EachLayerHandsOverAVectorOfItsOwn) {
  auto lesson = encoder_decoder();
  for (const char* cell : {"rnn", "gru", "lstm"}) {
    lesson.set(std::string("depth=3&hidden=16&cell=") + cell);
    EXPECT_EQ(lesson.read("bottleneck").shape, (std::vector<int>{3, 16})) << cell;
  }
  lesson.set("depth=1&hidden=16&shared=true");
  EXPECT_EQ(lesson.read("bottleneck").shape, (std::vector<int>{1, 16}));
}

TEST(EncoderDecoder, TwentySixNumbersOfTheVectorChangeAWordByThemselves) {
  auto lesson = shipped();
  const std::string before = said(lesson);
  int changed = 0;
  for (int i = 0; i < kUnits; ++i) {
    bool any = false;
    for (const char* end : {"-1", "1"}) any = said(lesson.set("moved=0," + std::to_string(i) + "," + end)) != before || any;
    changed += any;
    lesson.set("moved=");
  }
  EXPECT_EQ(changed, 26);
  EXPECT_EQ(said(lesson), before);
}

TEST(EncoderDecoder, AccuracyFallsOffBeyondTheLengthsOfTraining) {
  auto lesson = shipped();
  lesson.measure();
  EXPECT_GE(lesson.at("exact-match"), 0.97);
  EXPECT_LT(lesson.at("exact-match-long"), 0.5 * lesson.at("exact-match"));
  auto narrow = shipped("hidden=16");
  narrow.measure();
  EXPECT_NEAR(narrow.at("exact-match"), 0.9, 0.03) << "nine in ten";
  EXPECT_LE(narrow.at("accuracy", 9 - 1, 0), 0.25) << "nine letters break 16 numbers";
  EXPECT_GE(lesson.at("accuracy", 9 - 1, 0), 0.95) << "64 carry them nearly always";
  for (int letters = 12; letters <= 16; ++letters)
    EXPECT_EQ(lesson.at("accuracy", letters - 1, 0), 0) << letters << " are too many for them as well";
  EXPECT_FALSE(lesson.check("length", 0).correct);
  EXPECT_TRUE(lesson.check("length", 2).correct) << lesson.check("length", 2).message;
}

TEST(EncoderDecoder, OtherCellsAndMoreLayersKeepTheEdge) {
  for (const char* state : {"cell=rnn", "cell=lstm", "depth=2"}) {
    auto lesson = shipped(state);
    lesson.measure();
    EXPECT_GE(lesson.at("exact-match"), 0.97) << state;
    EXPECT_LE(lesson.at("exact-match-long"), 0.35) << state;
    for (const int letters : {13, 14, 15, 16}) EXPECT_LE(lesson.at("accuracy", letters - 1, 0), 0.1) << state << " " << letters;
  }
}

TEST(EncoderDecoder, ADateFitsIntoTheVector) {
  auto dates = shipped("task=dates");
  dates.measure();
  EXPECT_GE(dates.at("exact-match"), 0.97);
}

/// What the next lesson's shipped model makes of held-out sources.
lessons::translation::TranslationNumbers with_attention(std::string_view model) {
  namespace translation = lessons::translation;
  const translation::ShippedModel* row = translation::find_shipped(model);
  const auto state = translation::start({.task = row->task, .settings = row->settings}, {});
  std::string bytes;
  EXPECT_TRUE(LessonUnderTest::read_weights(model, &bytes)) << model;
  EXPECT_EQ(state->trainer.load(bytes), "");
  while (state->measure()) {
  }
  return translation::numbers_of(*state);
}

TEST(EncoderDecoder, SentencesOfTwelveWordsAreLostThoughTheyWereTrainedOnAndAttentionLosesNone) {
  auto lesson = shipped("task=grammar");
  lesson.measure();
  const int row = 12 - 2;
  for (int words = 2; words <= 8; ++words) EXPECT_EQ(lesson.at("accuracy", words - 2, 0), 1) << words;
  EXPECT_NEAR(lesson.at("accuracy", row, 0), 14 / 24.0, 1e-6);
  EXPECT_EQ(with_attention("grammar-additive").accuracy.accuracy(row, 0), 1);
}

TEST(EncoderDecoder, AttentionDoesNoBetterOnLettersBeyondTheLengthsOfTraining) {
  auto lesson = shipped();
  lesson.measure();
  EXPECT_NEAR(lesson.at("exact-match-long"), 0.19, 0.005);
  EXPECT_NEAR(with_attention("reversal-additive").beyond.accuracy(), 0.15, 0.005);
}

TEST(EncoderDecoder, ANarrowerVectorHoldsFewerLettersOfTheLengthsOfTraining) {
  std::vector<double> right;
  for (const char* units : {"16", "32"}) {
    auto lesson = encoder_decoder();
    lesson.set(std::string("weights=seed&hidden=") + units).train(600).measure();
    right.push_back(lesson.at("exact-match"));
  }
  EXPECT_GT(right[1], right[0] + 0.1);
}

TEST(EncoderDecoder, TheSameNetworksLearnEveryTask) {
  for (const char* task : {"reversal", "sorting", "dates", "grammar"}) {
    const auto lesson = shipped(std::string("task=") + task);
    EXPECT_NE(lesson.describe().find("which is right"), std::string::npos) << lesson.describe();
  }
}

TEST(EncoderDecoder, ALongerSourceBeginsWellAndEndsInGuesses) {
  const auto lesson = shipped(kTooLong);
  EXPECT_EQ(said(lesson).substr(0, 3), "g b");
  EXPECT_NE(said(lesson), "g b h a e d f c g b h a <end>");
}

TEST(EncoderDecoder, WithTheRightWordsFedInAMistakeStaysAlone) {
  const auto lesson = shipped(kTooLong);
  const course::Tensor forced = lesson.read("right-forced"), free = lesson.read("right-free");
  const auto count = std::min(forced.data.size(), free.data.size());
  double of_forced = 0, of_free = 0;
  for (size_t i = 0; i < count; ++i) of_forced += static_cast<double>(forced.data[i]), of_free += static_cast<double>(free.data[i]);
  EXPECT_GT(of_forced, of_free + 2) << "several words";
  EXPECT_EQ(forced.data[0], free.data[0]) << "the first step is given the same";
}

TEST(EncoderDecoder, TeacherForcingIsShownWhereItIsAskedFor) {
  auto lesson = shipped(kTooLong);
  const std::string free = said(lesson);
  lesson.set("feeding=teacher");
  EXPECT_EQ(said(lesson), said(lesson, "right-forced"));
  EXPECT_NE(said(lesson), free);
}

TEST(EncoderDecoder, TheLogarithmOfTheWholeIsTheSumOfThoseOfItsWords) {
  for (const char* query : {"", kTooLong}) {
    const auto lesson = shipped(query);
    double total = 0;
    for (const float p : lesson.read("output").data) total += std::log(static_cast<double>(p));
    EXPECT_NEAR(lesson.at("log-probability"), total, 1e-5);
  }
}

TEST(EncoderDecoder, ABeamOfWidthOneIsGreedySearch) {
  auto lesson = shipped("source=fcehadghhg");
  const std::string greedy = said(lesson);
  const double probability = lesson.at("log-probability");
  lesson.set("decoding=beam&width=1");
  EXPECT_EQ(said(lesson), greedy);
  EXPECT_NEAR(lesson.at("log-probability"), probability, 1e-4);
  lesson.set("width=4");
  EXPECT_NE(said(lesson), greedy);
  EXPECT_GT(lesson.at("log-probability"), probability);
}

TEST(EncoderDecoder, OnTheLinkedSourceABeamOfFourFindsWhatGreedySearchMisses) {
  auto lesson = shipped("source=f h e f c a h d c a c&decoding=beam&width=1");
  EXPECT_EQ(said(lesson), "c a d c f e b h f c a <end>") << "wrong at the third letter";
  EXPECT_NEAR(lesson.at("log-probability"), -2.861, 5e-4);
  lesson.set("width=4");
  EXPECT_EQ(said(lesson), "c a c d h a c f e h f <end>");
  EXPECT_NEAR(lesson.at("log-probability"), -1.158, 5e-4);
  const std::string four = said(lesson);
  EXPECT_EQ(said(lesson.set("width=8")), four);
}

TEST(EncoderDecoder, GoingOnOnlyLosesProbability) {
  auto lesson = shipped(kTooLong);
  lesson.set("width=8");
  const course::Tensor beam = lesson.read("beam");
  for (size_t k = 0; k < beam.data.size(); ++k) {
    const std::string& words = beam.rows[k];
    for (size_t other = 0; other < k; ++other)
      if (words.starts_with(beam.rows[other] + " ")) {
        EXPECT_LE(beam.data[k], beam.data[other] + 1e-4f) << words;
      }
  }
}

TEST(EncoderDecoder, AWiderBeamTendsToFindLikelierSequences) {
  auto lesson = shipped();
  Rng rng(3);
  double narrow = 0, wide = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string source = random_letters(11, &rng);
    narrow += lesson.set("decoding=beam&width=1&source=" + source).at("log-probability");
    wide += lesson.set("width=8").at("log-probability");
  }
  EXPECT_GT(wide, narrow + 1);
}

TEST(EncoderDecoder, ABeamPaysOnLongSourcesAndNotOnShortOnes) {
  auto lesson = shipped("width=4");
  EXPECT_FALSE(lesson.check("beam").correct) << lesson.check("beam").message;
  Rng rng(3);
  int found = 0;
  for (int i = 0; i < 100; ++i) found += lesson.set("source=" + random_letters(11, &rng)).check("beam").correct;
  EXPECT_GT(found, 4);
  EXPECT_LT(found, 60);
  EXPECT_FALSE(lesson.set("width=1").check("beam").correct);
}

/// As an exercise begins, with its weights.
LessonUnderTest scene(std::string_view exercise) { return shipped(course::scene_of(*course::find("encoder-decoder"), exercise)); }

TEST(EncoderDecoder, TheExerciseOnTheBeamIsSolvedByWideningIt) {
  auto lesson = scene("beam");
  for (const char* narrow : {"1", "2"}) {
    const course::Verdict verdict = lesson.set(std::string("width=") + narrow).check("beam");
    EXPECT_FALSE(verdict.correct) << narrow;
    EXPECT_NE(verdict.message.find("Greedy search finds"), std::string::npos) << verdict.message;
  }
  const course::Verdict verdict = lesson.set("width=3").check("beam");
  EXPECT_TRUE(verdict.correct);
  EXPECT_NE(verdict.message.find("the beam \u201ce d c f c b a h a b c\u201d with ln p = -2.27 (wrong)"), std::string::npos)
      << "likelier, wrong, and a letter short: " << verdict.message;
}

TEST(EncoderDecoder, EveryPredictionButOneIsWrong) {
  for (const auto& [exercise, right] : {std::pair{"length", 2}, std::pair{"order", 1}}) {
    auto lesson = scene(exercise);
    lesson.measure();
    for (const int prediction : {-1, 0, 1, 2}) {
      const course::Verdict verdict = lesson.check(exercise, prediction);
      EXPECT_EQ(verdict.correct, prediction == right) << exercise << " " << prediction << ": " << verdict.message;
    }
  }
}

TEST(EncoderDecoder, ReadingFromTheEndDoesNotHelpReversal) {
  auto lesson = shipped();
  EXPECT_FALSE(lesson.check("order", 1).correct) << "nothing is measured yet";
  lesson.measure();
  EXPECT_FALSE(lesson.check("order", 0).correct) << lesson.check("order", 0).message;
  EXPECT_TRUE(lesson.check("order", 1).correct) << lesson.check("order", 1).message;
}

TEST(EncoderDecoder, ReadingFromTheEndHelpsTheGrammar) {
  auto lesson = shipped("task=grammar");
  lesson.measure();
  EXPECT_TRUE(lesson.check("order", 0).correct) << lesson.check("order", 0).message;
}

TEST(EncoderDecoder, ReadFromTheEndTheLastStateIsStillTheVectors) {
  auto lesson = encoder_decoder();
  lesson.set("reverse=true&source=a b c");
  EXPECT_EQ(lesson.read("encoder-states").cols, (std::vector<std::string>{"c", "b", "a", "<end>"}));
  const formula::Explanation x = lesson.explain("bottleneck", 0, 5);
  EXPECT_NEAR(formula::python_value(formula::to_numpy(x.substituted)), lesson.at("bottleneck", 0, 5), 1e-5);
}

TEST(EncoderDecoder, TrainingBeginsNearGuessingAndLearns) {
  auto lesson = encoder_decoder();
  lesson.set("weights=seed&hidden=32&source=abc").train(1);
  EXPECT_NEAR(lesson.metric("loss"), std::log(9), 0.35) << "eight letters and the end mark";
  lesson.train(299);
  EXPECT_LT(lesson.metric("loss"), 1.2);
  EXPECT_EQ(lesson.read("held-out").shape[0], 300 / 25);
  EXPECT_GT(lesson.metric("held-out"), 0.1);
  lesson.measure();
  EXPECT_GT(lesson.at("accuracy", 1, 0), 0.5) << "two letters";
}

TEST(EncoderDecoder, EveryStepOfTheLongestRunCanBeShown) {
  auto lesson = encoder_decoder();
  std::string letters;
  for (int i = 0; i < 64; ++i) letters += "abcdefgh"[i % 8];
  lesson.set("weights=seed&source=" + letters);
  int steps = 0;
  for (int seed = 1; seed < 20 && steps <= 70; ++seed) steps = lesson.set("seed=" + std::to_string(seed)).read("right-free").shape[0];
  EXPECT_GT(steps, 70);
  lesson.set("step=" + std::to_string(steps));
  EXPECT_NE(lesson.describe().find("Step " + std::to_string(steps) + " is given"), std::string::npos) << lesson.describe();
}

TEST(EncoderDecoder, ALearningRateOfTenDivergesAndThePageSaysSo) {
  auto lesson = encoder_decoder();
  lesson.set("weights=seed&learning-rate=10&steps=0").train(400);
  EXPECT_EQ(lesson.halt().halt, course::Halt::kDiverged);
  EXPECT_NE(lesson.halt().sentence.find("learning rate of 10"), std::string::npos) << lesson.halt().sentence;
  EXPECT_NE(lesson.describe().find("diverged"), std::string::npos);
  EXPECT_EQ(lesson.set("learning-rate=0.003&steps=0").halt().halt, course::Halt::kNone);
}

TEST(EncoderDecoder, ASourceThatCannotBeReadSaysWhyAndLeavesThePicture) {
  auto lesson = shipped("source=bad");
  EXPECT_EQ(said(lesson), "d a b <end>");
  EXPECT_EQ(lesson.complaint("source"), "");
  lesson.set("source=bad zebra");
  EXPECT_EQ(said(lesson), "d a b <end>");
  EXPECT_NE(lesson.complaint("source").find("goes from \"a\" to"), std::string::npos) << lesson.complaint("source");
  EXPECT_NE(lesson.describe().find("\"z\""), std::string::npos) << lesson.describe();
}

TEST(EncoderDecoder, AnotherTaskBringsItsOwnSample) {
  auto lesson = encoder_decoder();
  for (const char* task : {"sorting", "dates", "grammar", "reversal"}) {
    lesson.set(std::string("task=") + task);
    EXPECT_EQ(lesson.describe().find("Shown is the last"), std::string::npos) << lesson.describe();
  }
}

TEST(EncoderDecoder, TheNumberThatTheTextPushesChangesTheWords) {
  auto lesson = shipped();
  EXPECT_NEAR(lesson.at("bottleneck", 0, 58), -0.29, 0.005);
  EXPECT_EQ(said(lesson.set("moved=0,58,0.5")), "f e d c d a <end>");
  EXPECT_EQ(said(lesson.set("moved=0,58,1")), "f e d c f <end>");
  EXPECT_EQ(said(lesson.set("moved=0,58,-1")), "f e d c b a b <end>");
}

const LiveClaims kLive({
    {"{exact-match}", nullptr, kWhereThereIsOne},
});

}  // namespace
}  // namespace attn
