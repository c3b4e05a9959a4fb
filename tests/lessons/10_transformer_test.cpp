// What the text of lesson 10 claims, one claim per test.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "canvas/svg_canvas.h"
#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "lessons/10_transformer/trainee.h"
#include "live_claims.h"
#include "models/transformer_decoding.h"
#include "unit/formula/python_value.h"

namespace attn {
namespace {

using Words = std::vector<std::string>;

LessonUnderTest transformer() { return LessonUnderTest("transformer"); }

const std::string kBlackCats = "source=the black cats do not sleep&";

LessonUnderTest trained(const std::string& query) {
  auto lesson = transformer();
  EXPECT_TRUE(lesson.set(kBlackCats + query).load_weights()) << query;
  return lesson;
}

Words said(const LessonUnderTest& lesson) { return lesson.read("output").rows; }
const Words kRight{"les", "chats", "noirs", "ne", "dorment", "pas", "end"};

double row_sum(const course::Tensor& t, int i) {
  double sum = 0;
  for (int j = 0; j < t.col_count(); ++j) sum += static_cast<double>(t.at(i, j));
  return sum;
}

std::string drawn(LessonUnderTest& lesson, std::string_view figure) {
  canvas::SvgCanvas canvas({820, 600}, canvas::Theme());
  const auto edit = lesson.lesson().copy(lesson.params());
  for (const auto& row : lesson.lesson().figures)
    if (row.id == figure) row.draw(canvas, lesson.params(), lesson.result(), edit.get());
  return canvas.svg();
}

// ---- three kinds -----------------------------------------------------------------------------------------------------------------------

TEST(Transformer, EveryRowOfEveryKindIsADistribution) {
  auto lesson = transformer();
  for (const char* kind : {"kind=encoder", "kind=decoder", "kind=cross"}) {
    const course::Tensor w = lesson.set(kind).read("weights");
    for (int i = 0; i < w.shape[0]; ++i) EXPECT_NEAR(row_sum(w, i), 1, 1e-5) << kind;
  }
}

TEST(Transformer, PaddingIsNeverLookedAtAndChangesNoWeight) {
  auto lesson = transformer();
  lesson.set(kBlackCats + "kind=encoder&padding=0");
  const course::Tensor without = lesson.read("weights"), with = lesson.set("padding=6").read("weights");
  ASSERT_EQ(with.shape[1], without.shape[1] + 6);
  for (int i = 0; i < with.shape[0]; ++i)
    for (int j = 0; j < with.shape[1]; ++j) {
      const double value = lesson.at("weights", i, j);
      EXPECT_EQ(value, j < without.shape[1] ? static_cast<double>(without.at(i, j)) : 0);
    }
  EXPECT_NE(lesson.explain("weights", 0, 7).note.find("Padding"), std::string::npos);
}

TEST(Transformer, AWordOfTheDecoderSeesNoneThatFollow) {
  auto lesson = transformer();
  lesson.set(kBlackCats + "kind=decoder");
  const course::Tensor w = lesson.read("weights");
  ASSERT_EQ(w.shape[0], w.shape[1]);
  for (int i = 0; i < w.shape[0]; ++i)
    for (int j = i + 1; j < w.shape[1]; ++j) EXPECT_EQ(lesson.at("weights", i, j), 0);
  EXPECT_NE(lesson.explain("weights", 0, 1).note.find("Causal"), std::string::npos);
}

TEST(Transformer, UnderTheRootStandsTheWidthOfOneHead) {
  auto lesson = transformer();
  for (const char* heads : {"1", "2", "4", "8"}) {
    lesson.set("kind=encoder&heads=" + std::string(heads));
    const formula::Explanation x = lesson.explain("scores", 0, 1);
    EXPECT_NE(x.note.find("32 / " + std::string(heads)), std::string::npos) << x.note;
    EXPECT_NEAR(formula::python_value(formula::to_numpy(x.substituted)), lesson.at("scores", 0, 1), 1e-4);
  }
}

TEST(Transformer, AllNumbersOfHeadsHaveEquallyManyWeightsAndCostTheSame) {
  const auto cost = [](int heads) { return trained("heads=" + std::to_string(heads)).at("cost", 0, 1); };
  const double one = cost(1);
  for (const int heads : {2, 4, 8}) {
    EXPECT_EQ(cost(heads), one);
    const training::Plan plan;
    EXPECT_EQ(lessons::transformer::make_trainee("grammar", heads)(plan)->parameters().count(),
              lessons::transformer::make_trainee("grammar", 1)(plan)->parameters().count());
  }
}

TEST(Transformer, AnUntrainedModelIsSaidToBeOne) {
  auto lesson = transformer();
  lesson.set("weights=seed");
  EXPECT_NE(lesson.describe().find("chance"), std::string::npos);
  EXPECT_FALSE(lesson.check("bent").correct);
}

TEST(Transformer, AnUnknownWordIsNamedAndTheOldPictureStays) {
  auto lesson = transformer();
  lesson.set(kBlackCats);
  const Words words = lesson.read("weights").cols;
  lesson.set("source=the blakc cats sleep");
  EXPECT_NE(lesson.complaint("source").find("Did you mean \"black\""), std::string::npos) << lesson.complaint("source");
  EXPECT_EQ(lesson.read("weights").cols, words);
}

TEST(Transformer, WhatIsBentOfHeadsOrPositionsThatThereAreNotIsDropped) {
  auto lesson = transformer();
  lesson.set(kBlackCats + "heads=2&cut=3,2,2;3,2,4&override=3,2,3,1,1,0,0,0,0,0,0;3,2,1,1,0,0,2,2,0,0,0");
  EXPECT_EQ(lesson.matrix("cut").rows(), 1);
  ASSERT_EQ(lesson.matrix("override").rows(), 1);
  EXPECT_NEAR(lesson.matrix("override")(0, 6), 0.5, 1e-6);
  lesson.set("source=the cat sleeps");
  EXPECT_EQ(lesson.matrix("override").rows(), 0);
  EXPECT_EQ(lesson.matrix("cut").rows(), 1);
}

// ---- bent ------------------------------------------------------------------------------------------------------------------------------

TEST(TransformerTrained, TheDefaultModelTranslatesItsSampleAndTheBlackCats) {
  auto lesson = transformer();
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_NE(lesson.describe().find("This is the right answer."), std::string::npos) << lesson.describe();
  EXPECT_EQ(said(trained("")), kRight);
}

TEST(TransformerTrained, OneHeadTurnsLesIntoSesAndNoOtherChangesThisSentence) {
  for (int part = 1; part <= 3; ++part)
    for (int layer = 1; layer <= 2; ++layer)
      for (int head = 1; head <= 4; ++head) {
        const std::string cut = std::to_string(part) + "," + std::to_string(layer) + "," + std::to_string(head);
        const Words words = said(trained("cut=" + cut));
        if (cut == "3,2,2")
          EXPECT_EQ(words, (Words{"ses", "chats", "noirs", "ne", "dorment", "pas", "end"}));
        else
          EXPECT_EQ(words, kRight) << cut;
      }
}

TEST(TransformerTrained, WithoutTheFirstCrossLayerTheColourAndTheNotAreLost) {
  EXPECT_EQ(said(trained("cut=3,1,1;3,1,2;3,1,3;3,1,4")), (Words{"les", "chats", "dorment", "end"}));
}

TEST(TransformerTrained, WithoutTheSecondItGoesOnAboutSomethingElse) {
  EXPECT_EQ(said(trained("cut=3,2,1;3,2,2;3,2,3;3,2,4")), (Words{"ses", "hommes", "tristes", "ne", "vont", "pas", "\u00e0", "end"}));
  const std::string told = trained("cut=3,2,1;3,2,2;3,2,3;3,2,4").describe();
  EXPECT_TRUE(told.find("words have changed. ") != std::string::npos && told.find("by hand") == std::string::npos) << told;
}

TEST(TransformerTrained, WithOneHeadARowTurnedFromBlackToCatsMakesThemTired) {
  auto lesson = trained("heads=1&layer=2&head=1&kind=cross&step=3");
  EXPECT_GT(lesson.at("weights", 2, 1), 0.5);
  EXPECT_EQ(said(lesson)[2], "noirs");
  lesson.set("override=3,2,1,3,0,0,1,0,0,0,0");
  EXPECT_EQ(said(lesson)[2], "fatigu\u00e9s");
  EXPECT_EQ(lesson.at("weights", 2, 2), 1);
  EXPECT_TRUE(lesson.check("bent").correct);
  EXPECT_NE(lesson.explain("weights", 2, 2).note.find("by hand"), std::string::npos);
}

TEST(TransformerTrained, WithoutAnySingleHeadMoreThanThreeQuartersStayRight) {
  const training::Recipe& recipe = *lessons::transformer::find_recipe("grammar", 4);
  training::Trainer trainer(recipe.make, recipe.plan);
  std::ifstream file(ATTN_SOURCE_DIR "/assets/weights/grammar-transformer-4.safetensors", std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  ASSERT_EQ(trainer.load(bytes.str()), "");
  const tasks::PairTask& task = *tasks::find_pair_task("grammar");
  Rng rng(77);
  std::vector<Tokens> sources, targets;
  for (int i = 0; i < 200; ++i) {
    tasks::Example e = task.draw(task, tasks::Split::kHeldOut, 0, rng);
    sources.push_back(e.source), targets.push_back(e.target);
  }
  for (int part = 0; part < 3; ++part)
    for (int layer = 0; layer < 2; ++layer)
      for (int head = 0; head < 4; ++head) {
        models::Bending bending;
        bending.cut = {{static_cast<models::AttentionPart>(part), layer, head}};
        const std::vector<Tokens> all = models::translate_all(lessons::transformer::model_of(trainer), sources, 40, bending);
        int right = 0;
        for (size_t i = 0; i < all.size(); ++i) right += all[i] == targets[i];
        EXPECT_GT(right, 150) << part << " " << layer << " " << head;
      }
}

TEST(TransformerTrained, TheHandCutsAHeadAndPutsItBack) {
  auto lesson = trained("kind=cross&layer=2&head=2&step=1");
  LessonByHand hand(&lesson, "attention");
  hand.click("cut-head");
  EXPECT_EQ(said(lesson)[0], "ses");
  hand.click("cut-head");
  EXPECT_EQ(said(lesson), kRight);
}

TEST(TransformerTrained, ADragOnAColumnChangesTheNextWord) {
  auto lesson = trained("heads=1&kind=cross&layer=2&head=1&step=3");
  LessonByHand hand(&lesson, "attention");
  const canvas::Rect cats = hand.rect("row-weights[0,2]");
  hand.drag(cats.center(), {cats.center().x, cats.y - 30});
  EXPECT_EQ(said(lesson)[2], "fatigu\u00e9s");
  hand.click("unbend");
  EXPECT_EQ(said(lesson), kRight);
}

TEST(TransformerTrained, APressOnASmallPictureBringsItsHead) {
  auto lesson = trained("");
  LessonByHand hand(&lesson, "attention");
  hand.click("entropy[0,2]");
  EXPECT_EQ(lesson.read("weights").rows.front(), "the") << "the encoder's rows are source words";
  EXPECT_NE(lesson.describe().find("Head 3 of layer 1, encoder to itself"), std::string::npos) << lesson.describe();
}

TEST(TransformerTrained, HeadsLookNearAndFar) {
  auto lesson = transformer();
  ASSERT_TRUE(lesson.set("source=the small black cat does not eat the red apple&padding=0&below=distance&kind=encoder&layer=1&head=1")
                  .load_weights());
  const course::Tensor distance = lesson.read("distance"), w = lesson.read("weights");
  ASSERT_EQ(distance.shape, (std::vector<int>{4, 4}));
  double mean = 0, even = 0;
  for (int i = 0; i < w.shape[0]; ++i)
    for (int j = 0; j < w.shape[1]; ++j) {
      mean += static_cast<double>(w.at(i, j)) * std::abs(i - j) / w.shape[0];
      even += static_cast<double>(std::abs(i - j)) / w.shape[0] / w.shape[1];
    }
  EXPECT_NEAR(static_cast<double>(distance.data[0]), mean, 1e-4);
  EXPECT_NEAR(static_cast<double>(lesson.read("even-distance").data[0]), even, 1e-4);
  const auto encoder = std::minmax_element(distance.data.begin(), distance.data.begin() + 2 * 4);
  EXPECT_EQ(lesson.read("nearest").data[0], *encoder.first);
  EXPECT_EQ(lesson.read("farthest").data[0], *encoder.second);
  EXPECT_LT(*encoder.first, 0.5 * even) << "next door";
  EXPECT_GT(*encoder.second, 1.1 * even) << "across the sentence";
  LessonByHand hand(&lesson, "attention");
  hand.click("distance[1,3]");
  EXPECT_NE(lesson.describe().find("Head 4 of layer 2, encoder to itself"), std::string::npos) << lesson.describe();
}

TEST(TransformerTrained, WithoutTheEncodersHeadsThisSentenceComesOutTheSame) {
  auto lesson = trained("cut=1,1,1;1,1,2;1,1,3;1,1,4;1,2,1;1,2,2;1,2,3;1,2,4");
  EXPECT_EQ(said(lesson), kRight);
}

// ---- word by word ----------------------------------------------------------------------------------------------------------------------

TEST(TransformerTrained, WithAndWithoutACacheItSaysTheSame) {
  for (const char* way : {"decoding=greedy", "decoding=beam", "decoding=sample&temperature=5&draw=1", "cut=3,2,2"}) {
    auto lesson = trained(way);
    EXPECT_NE(drawn(lesson, "decoding").find("it says the same, word for word"), std::string::npos) << way;
  }
}

TEST(TransformerTrained, SixtyFourWordsCostAtLeastEightTimesAsMuchWithoutACache) {
  const auto lesson = trained("");
  EXPECT_GE(lesson.at("saving-long"), 8);
  EXPECT_GT(lesson.at("saving"), 1);
  EXPECT_LT(lesson.at("saving"), lesson.at("saving-long"));
}

TEST(TransformerTrained, TheCacheComputesEachPositionOnce) {
  auto lesson = trained("step=5&cache=true");
  for (int j = 0; j < 7; ++j) EXPECT_EQ(lesson.at("computed", 0, j), j < 5);
  lesson.set("cache=false");
  for (int j = 0; j < 7; ++j) EXPECT_EQ(lesson.at("computed", 1, j), j < 5 ? 5 - j : 0);
}

TEST(TransformerTrained, AtATemperatureOfFiveItStammersAndTopKOrTopPBringsTheSentenceBack) {
  EXPECT_NE(said(trained("decoding=sample&temperature=5&draw=1")), kRight);
  EXPECT_EQ(said(trained("decoding=sample&temperature=5&top-k=3&draw=1")), kRight);
  EXPECT_EQ(said(trained("decoding=sample&temperature=5&top-p=0.5&draw=1")), kRight);
}

TEST(TransformerTrained, TopKLeavesKWordsAndTopPTheFewestThatHoldP) {
  EXPECT_EQ(trained("decoding=sample&temperature=5&top-k=3&step=3").at("kept"), 3);
  EXPECT_EQ(trained("decoding=sample&top-p=0.9&step=3").at("kept"), 1);
  const double few = trained("decoding=sample&temperature=5&top-p=0.5&step=3").at("kept");
  EXPECT_GT(few, 1);
  EXPECT_LT(few, trained("decoding=sample&temperature=5&top-p=0.9&step=3").at("kept"));
}

TEST(TransformerTrained, ABeamFindsNothingLikelierThanGreedyHere) { EXPECT_EQ(said(trained("decoding=beam&width=3")), kRight); }

// ---- costs -----------------------------------------------------------------------------------------------------------------------------

TEST(Transformer, FiguresAreDescribedByWhatTheyShow) {
  auto lesson = trained("step=4&length=24&breadth=64");
  EXPECT_NE(lesson.describe("decoding").find("Word 4 is \u201cne\u201d, with a probability of"), std::string::npos)
      << lesson.describe("decoding");
  EXPECT_NE(lesson.describe("costs").find("self-attention 73,728"), std::string::npos) << lesson.describe("costs");
}

TEST(Transformer, AttentionAndTheRecurrentLayerCostTheSameWhereNIsD) {
  auto lesson = transformer();
  enum { kRecurrent, kConvolution, kAttention };
  const auto compare = [&lesson](const char* query) {
    lesson.set(query);
    return lesson.at("layer-costs", kAttention, 0) - lesson.at("layer-costs", kRecurrent, 0);
  };
  EXPECT_EQ(compare("length=64&breadth=64"), 0);
  EXPECT_LT(compare("length=63&breadth=64"), 0);
  EXPECT_GT(compare("length=65&breadth=64"), 0);
}

TEST(Transformer, TheTableOfCostsIsAsTheTextSays) {
  auto lesson = transformer();
  lesson.set("length=24&breadth=64");
  const double expected[3][3] = {{2.0 * 24 * 64 * 64, 24, 23}, {3.0 * 24 * 64 * 64 - 2 * 64 * 64, 1, 23}, {2.0 * 24 * 24 * 64, 2, 1}};
  for (int kind = 0; kind < 3; ++kind)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(lesson.at("layer-costs", kind, j), expected[kind][j]) << kind << " " << j;
  EXPECT_EQ(lesson.at("layer-costs", 3, 0), expected[2][0] + 4.0 * 24 * 64 * 64);
}

TEST(Transformer, ARuleThatIsDraggedChangesTheLength) {
  auto lesson = transformer();
  lesson.set("length=24&breadth=64");
  const double before = lesson.at("layer-costs", 0, 0);
  LessonByHand hand(&lesson, "costs");
  hand.drag_by("length", {40, 0});
  EXPECT_GT(lesson.at("layer-costs", 0, 0), 1.2 * before);
}

TEST(Transformer, TimesAreMeasuredWhenAskedFor) {
  auto lesson = transformer();
  lesson.set("breadth=8");
  EXPECT_NE(drawn(lesson, "costs").find("Measure here"), std::string::npos);
  LessonByHand hand(&lesson, "costs");
  hand.click("measure");
  EXPECT_NE(drawn(lesson, "costs").find("microseconds"), std::string::npos);
}

// ---- training --------------------------------------------------------------------------------------------------------------------------

TEST(TransformerTrained, EveryNumberOfHeadsReachesNinetyNinePercentAndTheDatesMore) {
  for (const training::Recipe& recipe : lessons::transformer::recipes().rows) {
    training::Trainer trainer(recipe.make, recipe.plan);
    std::ifstream file(ATTN_SOURCE_DIR "/assets/weights/" + std::string(recipe.name) + ".safetensors", std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    ASSERT_EQ(trainer.load(bytes.str()), "") << recipe.name;
    EXPECT_LT(bytes.str().size(), 200'000u);
    EXPECT_GE(trainer.trainee().measure(1000).front().value, recipe.task == "dates" ? 0.995 : 0.99) << recipe.name;
    EXPECT_EQ(recipe.steps, recipe.task == "dates" ? 5000 : 8000);
    EXPECT_EQ(recipe.plan.batch, 32);
  }
}

TEST(TransformerTrained, BeyondTheLengthsOfTrainingItFails) {
  auto lesson = trained("");
  lesson.measure();
  EXPECT_GE(lesson.at("exact-match"), 0.98);
  EXPECT_LT(lesson.at("exact-match-long"), 0.3);
}

const LiveClaims kLive({
    {"the nearest looks {nearest} places away and the farthest {farthest}",
     [](const LiveNumbers& live) { return live("nearest") <= live("farthest"); }},
    {"{even-distance}"},
    {"{saving} times as many", [](const LiveNumbers& live) { return live("saving") > 1 && live("saving-long") > live("saving"); }},
    {"{exact-match}", nullptr, kWhereThereIsOne},
});

}  // namespace
}  // namespace attn
