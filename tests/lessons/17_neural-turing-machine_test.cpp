// What the text of lesson 17 claims, one claim per test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "lesson_under_test.h"
#include "lessons/17_neural-turing-machine/learner.h"
#include "lessons/17_neural-turing-machine/shipped.h"
#include "lessons/17_neural-turing-machine/study.h"
#include "live_claims.h"
#include "programs/files.h"

namespace attn {
namespace {

using namespace lessons::neural_turing_machine;

LessonUnderTest machine() {
  LessonUnderTest lesson("neural-turing-machine");
  lesson.set("task=copy&at=15&seed=1");  // it opens with a smaller task
  return lesson;
}

const Result& result_of(const LessonUnderTest& lesson) { return *static_cast<const Result*>(lesson.result()); }

/// The cell with the largest entry of a weighting [N,1], from 1.
int largest_cell(const LessonUnderTest& lesson, std::string_view weighting) {
  const course::Tensor t = lesson.read(weighting);
  return static_cast<int>(std::max_element(t.data.begin(), t.data.end()) - t.data.begin()) + 1;
}

/// Where a head stands at a step: the row of the largest weight.
Index place(const Mat& weights, int step) {
  Index cell = 0;
  weights.col(step).maxCoeff(&cell);
  return cell;
}

constexpr const char* kTwins =
    "memory=0.8,-0.3,0.1,0.5;-0.6,0.7,0.4,-0.2;0.2,0.9,-0.8,0.1;-0.9,-0.4,0.3,0.6;0.5,0.1,0.9,-0.7;0.2,0.9,-0.8,0.1;-0.1,-0.8,-0.5,0.9;"
    "0.7,0.6,-0.2,-0.4&key=0.2,0.9,-0.8,0.1&gate=1&shift=0,1,0&sharpen=2";

TEST(NeuralTuringMachine, EveryWeightingSumsToOne) {
  auto lesson = machine();
  for (const char* state : {"", "strength=0&gate=0.5", "shift=0,0,0&previous=0;0;0;0;0;0;0;0", "shift=1,1,1&sharpen=20", "key=0,0,0,0"}) {
    lesson.set(state);
    for (const char* stage : {"content", "before", "gated", "shifted", "weights"}) {
      double sum = 0;
      for (int i = 0; i < kCells; ++i) sum += lesson.at(stage, i);
      EXPECT_NEAR(sum, 1, 1e-5) << stage << " " << state;
    }
  }
}

TEST(NeuralTuringMachine, AWeakKeyLikesManyCellsAndAStrongOneCellThreeAlone) {
  auto lesson = machine();
  lesson.set("strength=1&gate=1");
  for (int i = 0; i < kCells; ++i) EXPECT_GT(lesson.at("content", i), 0.03) << i;
  EXPECT_EQ(largest_cell(lesson, "content"), 3);
  lesson.set("strength=30");
  EXPECT_GT(lesson.at("content", 2), 0.99);
}

TEST(NeuralTuringMachine, WithTheGateClosedTheKeyMeansNothing) {
  auto lesson = machine();
  lesson.set("gate=0");
  const course::Tensor before = lesson.read("weights");
  lesson.set("key=-0.9,0.1,0.4,1&strength=50");
  EXPECT_EQ(lesson.read("weights").data, before.data);
  EXPECT_EQ(largest_cell(lesson, "weights"), 8) << "one further than where it was";
}

TEST(NeuralTuringMachine, NoStrengthTellsEqualCellsApartAndTheReadingIsRightAllTheSame) {
  auto lesson = machine();
  lesson.set(kTwins);
  for (const char* strength : {"strength=1", "strength=10", "strength=50"}) {
    lesson.set(strength);
    EXPECT_NEAR(lesson.at("content", 2), lesson.at("content", 5), 1e-6) << strength;
  }
  EXPECT_NEAR(lesson.at("weights", 2), 0.5, 1e-3);
  EXPECT_NEAR(lesson.at("read", 0, 1), 0.9, 1e-3);
  lesson.set("shift=0,0,1");
  EXPECT_NEAR(lesson.at("weights", 3), 0.5, 1e-3);
  EXPECT_NEAR(lesson.at("weights", 6), 0.5, 1e-3);
  EXPECT_NEAR(lesson.at("read", 0, 0), (-0.9 - 0.1) / 2, 1e-3);
}

TEST(NeuralTuringMachine, AHeadCanGoToWhatLooksLikeTheKeyAndOneFurther) {
  auto lesson = machine();
  lesson.set("strength=30&gate=1&shift=0,0,1");
  EXPECT_EQ(largest_cell(lesson, "weights"), 4);
}

TEST(NeuralTuringMachine, AfterTheLastCellComesTheFirst) {
  auto lesson = machine();
  lesson.set("gate=0&previous=0;0;0;0;0;0;0;1&shift=0,0,1");
  EXPECT_NEAR(lesson.at("weights", 0), 1, 1e-6);
  lesson.set("previous=1;0;0;0;0;0;0;0&shift=1,0,0");
  EXPECT_NEAR(lesson.at("weights", 7), 1, 1e-6);
}

TEST(NeuralTuringMachine, ACellWithoutWeightStaysAndOneWithAllOfItHoldsWhatIsAdded) {
  auto lesson = machine();
  lesson.set("gate=0&previous=0;0;1;0;0;0;0;0&shift=0,1,0&erase=1,1,1,1&add=0.1,0.2,-0.3,0.4");
  const Mat memory = lesson.matrix("memory"), add = lesson.matrix("add");
  for (int i = 0; i < kCells; ++i)
    for (int j = 0; j < kWidth; ++j)
      EXPECT_NEAR(lesson.at("written", i, j), static_cast<double>(i == 2 ? add(0, j) : memory(i, j)), 1e-6) << i << "," << j;
  lesson.set("erase=0,0,0,0");
  EXPECT_NEAR(lesson.at("written", 2, 1), static_cast<double>(memory(2, 1) + add(0, 1)), 1e-6);
}

TEST(NeuralTuringMachine, WithoutSharpeningAHeadWidensWithEveryMove) {
  auto lesson = machine();
  lesson.set("sharpen=1");
  for (int t = 1; t <= kMoves; ++t) EXPECT_GE(lesson.at("smear-entropy", 0, t), lesson.at("smear-entropy", 0, t - 1)) << t;
  EXPECT_LT(lesson.at("largest", 0, 20), 0.3);
  EXPECT_GT(lesson.at("width-then"), 5);
  lesson.set("sharpen=2");
  EXPECT_GT(lesson.at("largest", 0, kMoves), 0.97);
  lesson.set("sharpen=1.2");
  double widest[2] = {0, 0};
  for (int t = 1; t <= kMoves; ++t) widest[t > kMoves / 2] = std::max(widest[t > kMoves / 2], lesson.at("smear-entropy", 0, t));
  EXPECT_NEAR(widest[1], widest[0], 0.05) << "it stops getting wider";
  EXPECT_LT(lesson.at("largest", 0, kMoves), 0.7);
}

TEST(NeuralTuringMachine, AHeadThatSmearsFallsBehind) {
  auto lesson = machine();
  const auto place = [&lesson] {
    int best = 0;
    for (int i = 0; i < kRing; ++i)
      if (lesson.at("smear", i, kMoves) > lesson.at("smear", best, kMoves)) best = i;
    return best;
  };
  lesson.set("shift=0,0.2,0.8&sharpen=1");
  EXPECT_EQ(place(), 8) << "32 cells on, round a ring of 24";
  lesson.set("sharpen=3");
  EXPECT_EQ(place(), 16) << "40 cells on";
}

TEST(NeuralTuringMachine, TheTapeGivesBackWhateverIsWrittenOnIt) {
  auto lesson = machine();
  for (const char* length : {"tape-length=3", "tape-length=5", "tape-length=8"}) {
    lesson.set(length);
    const auto last = static_cast<int>(result_of(lesson).tape.steps.size()) - 1;
    lesson.set("tape-step=" + std::to_string(last + 1));
    const Mat tape = lesson.matrix("tape");
    EXPECT_EQ(last, 2 * tape.cols() + 1);
    for (int b = 0; b < kTapeBits; ++b)
      for (int v = 0; v < tape.cols(); ++v) EXPECT_NEAR(lesson.at("tape-said", b, v), static_cast<double>(tape(b, v)), 1e-5) << length;
    EXPECT_EQ(lesson.at("tape-wrong"), 0);
  }
}

TEST(NeuralTuringMachine, EachLineOfTheProgramDoesWhatItSays) {
  auto lesson = machine();
  lesson.set("tape-step=12");
  for (int t = 0; t < 12; ++t) {
    const TapeStep& s = result_of(lesson).tape.steps[static_cast<size_t>(t)];
    Index cell = 0;
    s.head.at.weights.row(0).maxCoeff(&cell);
    const int expected = t < 6 ? t : t - 6;  // mark and five vectors; back at the mark, the same five
    EXPECT_EQ(cell, expected) << t;
    EXPECT_EQ(s.head.says.gate, s.kind == TapeStep::jump ? 1 : 0) << t;
  }
}

TEST(NeuralTuringMachine, UncertainMovesSpoilTheTapeAndSharpeningMendsIt) {
  auto lesson = machine();
  lesson.set("certainty=0.8&tape-sharpen=1&tape-step=2");
  const double shares[3] = {0.1, 0.8, 0.1};
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(lesson.at("tape-head", 0, k), shares[k], 1e-6) << "stays, one on, two on";
  lesson.set("tape-step=12");
  EXPECT_GE(lesson.at("tape-wrong"), 5);
  lesson.set("tape-sharpen=3");
  EXPECT_EQ(lesson.at("tape-wrong"), 0);
}

TEST(NeuralTuringMachine, AnnotationsAreWrittenOnceTheCacheGrowsAndCellsAreWrittenOver) {
  auto lesson = machine();
  for (int vectors : {3, 4, 8}) {
    lesson.set("tape-length=" + std::to_string(vectors));
    EXPECT_EQ(lesson.at("annotation-count"), 2 * vectors);
    EXPECT_EQ(lesson.at("annotation-writes"), 2 * vectors);
    EXPECT_EQ(lesson.at("cache-count"), 4 * vectors + 4);
    EXPECT_EQ(lesson.at("cache-writes"), 4 * vectors + 4);
    EXPECT_EQ(lesson.at("cell-count"), vectors + 1);
    EXPECT_EQ(lesson.at("cell-writes"), 2 * vectors + 2);
    const Mat& cells = result_of(lesson).memories.stores[kRewritten].written;
    EXPECT_EQ((cells.array() > 1).count(), vectors + 1) << "all of them a second time";
    EXPECT_EQ((result_of(lesson).memories.stores[kCache].written.array() > 1).count(), 0);
  }
}

TEST(NeuralTuringMachine, AllThreeMemoriesReadTheVectorThatIsSaid) {
  auto lesson = machine();
  lesson.set("tape-length=4");
  const MemoriesResult& m = result_of(lesson).memories;
  int said = 0;
  for (int t = 0; t < m.steps; ++t) {
    const int v = m.vector_out(t);
    if (v < 0) continue;
    ++said;
    EXPECT_GT(lesson.at("annotations", 4 * m.sequence(t) + v, t), 0.7) << t;
    EXPECT_GT(lesson.at("cache", t - 5, t), 0.7) << t;
    EXPECT_GT(lesson.at("cells", v + 1, t), 0.99) << t;
  }
  EXPECT_EQ(said, 8);
}

TEST(NeuralTuringMachine, BitsTurnedOverArePartOfTheSequence) {
  auto lesson = machine();
  const double before = lesson.at("input", 2, 4), target = lesson.at("target", 2, 11 + 4);
  lesson.set("flipped=4,2");
  EXPECT_EQ(lesson.at("input", 2, 4), 1 - before);
  EXPECT_EQ(lesson.at("target", 2, 11 + 4), 1 - target);
  lesson.set("length=3");
  EXPECT_EQ(lesson.matrix("flipped").rows(), 0) << "the vector is gone";
}

TEST(NeuralTuringMachineTrained, ItCopiesAndItsHeadsWalk) {
  auto lesson = machine();
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.at("wrong-bits"), 0);
  EXPECT_GT(lesson.at("writing-walks"), 0.95);
  EXPECT_GT(lesson.at("reading-walks"), 0.95);
  // The same cells in the same order, now or a step ahead: what a step says may have been read in the step before.
  const MachineResult& m = result_of(lesson).machine;
  int ahead[2] = {0, 0};
  for (int v = 1; v < 9; ++v)
    for (int lead : {0, 1}) ahead[lead] += place(m.read_weights, m.example.answer + v) == place(m.write_weights, v + lead);
  EXPECT_EQ(std::max(ahead[0], ahead[1]), 8);
  // Until then the reading head waits beside the cell where writing began; with the mark it takes that cell.
  for (int t = 0; t < m.example.answer - 1; ++t) EXPECT_EQ(std::abs(place(m.read_weights, t) - place(m.write_weights, 0)), 1) << t;
  EXPECT_EQ(place(m.read_weights, m.example.answer - 1), place(m.write_weights, 0));
  EXPECT_GT(lesson.at("rival-wrong-bits"), 0) << "the small LSTM errs with ten vectors already";
}

TEST(NeuralTuringMachineTrained, FromAnotherSeedItCopiesWhatItWasTrainedOnAndFailsFarBeyond) {
  auto lesson = machine();
  lesson.set("attempt=failed&length=20");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.at("wrong-bits"), 0);
  EXPECT_GT(lesson.set("length=60").at("wrong-bits"), 100);
  lesson.set("attempt=learned");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_LE(lesson.at("wrong-bits"), 2);
  lesson.set("attempt=failed&drawn=1&length=4&copies=4");
  lesson.set("task=repeat-copy");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_LT(lesson.at("wrong-bits"), 8) << "of other tasks only those that learned are shipped";
}

TEST(NeuralTuringMachineTrained, TheSmallLstmErrsWhereItHasMoreNumbersThanBitsAndTheLargeOneHardlyDoes) {
  auto lesson = machine();
  lesson.set("length=10&rival=small");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.at("rival-units"), 64);
  EXPECT_NEAR(lesson.at("rival-room"), 12.8, 1e-5);
  lesson.measure();
  const course::Tensor small = lesson.read("rival-wrong"), large = lesson.read("large-rival-wrong");
  ASSERT_EQ(large.rows, small.rows);
  ASSERT_EQ(large.rows.at(1), "10");
  EXPECT_NEAR(large.data[1], 1.25, 0.005);
  EXPECT_NEAR(small.data[1] / large.data[1], 8, 0.5) << "an eighth of the mistakes";
  ASSERT_EQ(large.rows.at(4), "50");
  EXPECT_GT(large.data[4], 50) << "lost as well";
  lesson.set("rival=large");
  EXPECT_EQ(lesson.at("rival-units"), 128);
  EXPECT_NE(lesson.describe().find("the LSTM of 128 units with"), std::string::npos);
}

TEST(NeuralTuringMachineTrained, NeitherLstmGetsHalfOfTrainingsLengthsWhollyRight) {
  std::string manifest;
  ASSERT_EQ(programs::read_file(ATTN_SOURCE_DIR "/assets/weights/manifest.json", &manifest), "");
  for (const auto& [name, share] : {std::pair("copy-lstm", "0.328"), std::pair("copy-lstm-128", "0.472")}) {
    const size_t at = manifest.find("\"name\":\"" + std::string(name) + "\"");
    ASSERT_NE(at, std::string::npos) << name;
    EXPECT_NE(manifest.substr(at, manifest.find('\n', at) - at).find(std::string("\"held_out_exact\":") + share + ","), std::string::npos)
        << name;
  }
}

TEST(NeuralTuringMachineTrained, OnSixtyVectorsItGoesOnWhereTheLstmCannot) {
  auto lesson = machine();
  lesson.set("length=60");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_LE(lesson.at("wrong-bits"), 2);
  for (const char* rival : {"rival=small", "rival=large"}) EXPECT_GT(lesson.set(rival).at("rival-wrong-bits"), 50) << rival;
}

TEST(NeuralTuringMachineTrained, RepeatCopyIsAnswered) {
  auto lesson = machine();
  lesson.set("task=repeat-copy&length=4&copies=4");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.at("wrong-bits"), 0);
  EXPECT_GT(lesson.at("rival-wrong-bits"), 0);
  const MachineResult& m = result_of(lesson).machine;
  for (int said = 5; said < 15; ++said)
    EXPECT_EQ(place(m.read_weights, m.example.answer + said), place(m.read_weights, m.example.answer + said - 4)) << said;
}

TEST(NeuralTuringMachineTrained, WithTwiceTheCopiesOfTrainingItJumpsBackToAWrongCell) {
  auto lesson = machine();
  lesson.set("task=repeat-copy&length=10&copies=20&drawn=1");
  ASSERT_TRUE(lesson.load_weights());
  const auto jumps_to = [&lesson](int copy) {
    return place(result_of(lesson).machine.read_weights, result_of(lesson).machine.example.answer + 10 * copy);
  };
  EXPECT_GT(lesson.at("wrong-bits"), 400);
  EXPECT_NE(jumps_to(1), jumps_to(0));
  lesson.set("copies=10");
  EXPECT_EQ(lesson.at("wrong-bits"), 0);
  EXPECT_EQ(jumps_to(1), jumps_to(0));
}

TEST(NeuralTuringMachineTrained, RecallFindsTheItemByContentAndWalksOn) {
  auto lesson = machine();
  lesson.set("task=associative-recall&length=5&asked=2&at=25");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.at("wrong-bits"), 0);
  const MachineResult& m = result_of(lesson).machine;
  EXPECT_GT(m.read_weights.col(24).maxCoeff(), Real(0.9)) << "one cell, when the question is over:";
  EXPECT_EQ(place(m.read_weights, 24), place(m.write_weights, 9)) << "the first vector of the item that followed";
  for (int t = 21; t < 24; ++t) EXPECT_GT(m.trace.read_heads.front().shift(t, 0), Real(0.9)) << "one further, the way writing went, " << t;
  // The item after the one shown was written in steps 9 to 11.
  int found = 0;
  for (int lead : {-1, 0, 1}) {
    int same = 0;
    for (int v = 0; v < 3; ++v) same += place(m.read_weights, m.example.answer + v) == place(m.write_weights, 9 + v + lead);
    found = std::max(found, same);
  }
  EXPECT_EQ(found, 3);
  EXPECT_EQ(lesson.at("reading-walks"), 1);
}

TEST(NeuralTuringMachineTrained, HeldOutSequencesAreCountedByLength) {
  auto lesson = machine();
  lesson.set("task=copy-small");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.read("wrong").data.size(), 0u);
  lesson.measure();
  const course::Tensor wrong = lesson.read("wrong"), rival = lesson.read("rival-wrong");
  EXPECT_EQ(wrong.rows, (std::vector<std::string>{"1", "3", "5", "8", "12"}));
  ASSERT_EQ(rival.data.size(), wrong.data.size());
  EXPECT_LT(wrong.data[2], 0.5f);
}

TEST(NeuralTuringMachineTrained, ASmallCopyIsLearntBeforeTheReadersEyes) {
  auto lesson = machine();
  lesson.set("task=copy-small&weights=seed&learning-rate=0.005&batch=16&steps=20&length=5");
  EXPECT_NEAR(lesson.metric("loss"), std::log(2.0), 0.05) << "that of guessing";
  EXPECT_LT(lesson.at("writing-walks"), 0.6);
  lesson.train(60);
  EXPECT_EQ(lesson.at("writing-walks"), 1);
  EXPECT_LT(lesson.at("reading-walks"), 1) << "writing before reading";
  lesson.train(60);
  EXPECT_EQ(lesson.at("reading-walks"), 1);
  lesson.train(1060);
  EXPECT_LT(lesson.metric("loss"), 0.2);
}

TEST(NeuralTuringMachineExercises, AreJudgedByWhatTheyAskWhateverThePictureShows) {
  auto lesson = machine();
  lesson.set("memory=1,1,1,1;1,1,1,-1;1,1,-1,1;1,-1,1,1;-1,1,1,1;-1,-1,1,1;0,0,0,1;0,0,1,0&gate=1&shift=1,0,0&erase=0,0,0,0&add=1,1,1,1");
  for (const auto& [exercise, right] : {std::pair("tie", 0), std::pair("last-cell", 0), std::pair("twice", 2)})
    for (int k = 0; k < 3; ++k) EXPECT_EQ(lesson.check(exercise, k).correct, k == right) << exercise << k;
  EXPECT_FALSE(lesson.set_matrix("memory", Mat::Zero(kCells, kWidth)).check("twice", 2).correct) << "nothing to be left of";
}

TEST(NeuralTuringMachineExercises, AreNotSolvedByTakingTheTroubleAway) {
  auto lesson = machine();
  for (const char* state : {"shift=0,1,0&sharpen=1", "shift=0,0,1&sharpen=1", "shift=0.8,0.2,0&sharpen=3", "shift=0,0.2,0.8&sharpen=2"})
    EXPECT_FALSE(lesson.set(state).check("keep-place").correct) << state;
  EXPECT_TRUE(lesson.set("sharpen=3").check("keep-place").correct) << "2 was not quite enough";
  EXPECT_TRUE(lesson.set("certainty=0.8&tape-sharpen=3&tape-step=12").check("mend-tape").correct);
  EXPECT_FALSE(lesson.set("tape=00000;00000;00000;00000;00000;00000").check("mend-tape").correct) << "nothing to mend";
}

const LiveClaims kLive({
    {"{largest-weight}"},
    {"Now {moves[0,2]} of the weight goes on"},
    {"{after} moves"},
    {"{tape-wrong}"},
    {"at {writing-walks} of the steps from one vector that comes in to the next"},
    {"at {reading-walks} of the steps from one vector that is said to the next"},
    {"of {answer-bits} bits the machine"},
    {"{wrong-bits} of {answer-bits} bits are wrong"},
    {"{annotation-count}"},
    {"{cache-count}"},
    {"{cell-count}"},
});

}  // namespace
}  // namespace attn
