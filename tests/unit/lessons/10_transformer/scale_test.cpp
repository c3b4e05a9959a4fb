// What lesson 10 says of models beside its own: how many weights they have, and that they are drawn in one unit.
#include "lessons/10_transformer/scale.h"

#include <cmath>

#include "lessons/10_transformer/study.h"
#include "lessons/10_transformer/trainee.h"
#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::transformer {
namespace {

enum Column { kLayersOf, kWidth, kHeadsOf, kWeights, kTimes };
enum Model { kOurs, kSmall, kXl, kGpt3 };

const Result& result_of(const LessonUnderTest& lesson) { return *static_cast<const Result*>(lesson.result()); }

TEST(Scale, OurWeightsAreCountedFromTheModel) {
  LessonUnderTest lesson("transformer");
  const auto all = static_cast<double>(make_trainee("grammar", 4)(training::Plan())->parameters().count());
  EXPECT_EQ(all, 61983);
  EXPECT_EQ(lesson.at("sizes", kOurs, kWeights), all);
  EXPECT_NE(lesson.explain("sizes", kOurs, kWeights).note.find("12 d"), std::string::npos);
}

TEST(Scale, CountsComeToWhatThePapersSay) {
  const LessonUnderTest lesson("transformer");
  EXPECT_NEAR(lesson.at("sizes", kSmall, kWeights), 124e6, 0.5e6);
  EXPECT_NEAR(lesson.at("sizes", kXl, kWeights), 1542e6, 0.02 * 1542e6);
  EXPECT_NEAR(lesson.at("sizes", kGpt3, kWeights), 175e9, 0.5e9);
  EXPECT_EQ(lesson.at("sizes", kGpt3, kLayersOf), 96);
  EXPECT_EQ(lesson.at("sizes", kGpt3, kWidth) / lesson.at("sizes", kGpt3, kHeadsOf), 128);
}

TEST(Scale, Gpt3HasTwoPointEightMillionTimesAsManyWeightsAsOurs) {
  const LessonUnderTest lesson("transformer");
  EXPECT_NEAR(lesson.at("sizes", kGpt3, kTimes) / 1e6, 2.8, 0.05);
  EXPECT_NEAR(175e9 / lesson.at("sizes", kOurs, kWeights) / 1e6, 2.8, 0.05);
  EXPECT_NE(lesson.describe("scale").find("61,983 weights"), std::string::npos);
}

TEST(Scale, TwelveSquaresOfTheWidthInEachLayerAreNearlyAllOfALargeModel) {
  const LessonUnderTest lesson("transformer");
  const auto share = [&](int model) {
    const double d = lesson.at("sizes", model, kWidth);
    return 12 * d * d * lesson.at("sizes", model, kLayersOf) / lesson.at("sizes", model, kWeights);
  };
  EXPECT_GT(share(kGpt3), 0.99);
  EXPECT_GT(share(kXl), 0.9);
  EXPECT_LT(share(kSmall), 0.7) << "here the tables of words still count";
}

TEST(Scale, AnAreaIsANumberOfWeights) {
  const LessonUnderTest lesson("transformer");
  const std::array<Tower, kModels> towers = towers_of(result_of(lesson));
  for (int m = 0; m < kModels; ++m) {
    const Tower& tower = towers[static_cast<size_t>(m)];
    double area = static_cast<double>(tower.tables) * static_cast<double>(tower.width());
    for (const Storeys& s : tower.storeys) area += s.layers * s.squares * static_cast<double>(tower.d) * static_cast<double>(tower.d);
    EXPECT_NEAR(area / lesson.at("sizes", m, kWeights), 1, 1e-4) << model_name(m);
    EXPECT_GT(tower.tables, 0) << model_name(m);
  }
}

TEST(Scale, TheCameraGoesEvenlyAndEachStopShowsItsLargestTowerWhole) {
  const LessonUnderTest lesson("transformer");
  const std::array<Tower, kModels> towers = towers_of(result_of(lesson));
  const canvas::Size room{800, 500};
  const auto scale = [&](double fly) { return scale_at(towers, room, fly); };
  for (const double leg : {0.0, 1.0})
    EXPECT_NEAR(scale(leg + 0.25) / scale(leg), scale(leg + 0.75) / scale(leg + 0.5), 1e-3 * scale(leg + 0.25) / scale(leg));
  EXPECT_LE(scale(1) * towers[kXl].height(), room.height * 1.001f);
  EXPECT_NEAR(scale(2) * towers[kGpt3].height(), room.height, 1);
  EXPECT_LT(scale(2) * towers[kOurs].width(), 1) << "ours is a point then";
}

TEST(Scale, AModelIsSeenOnceTheCameraHasComeToIt) {
  LessonUnderTest lesson("transformer");
  const auto drawn = [&](const std::string& fly) {
    lesson.set("fly=" + fly);
    canvas::RecordingCanvas canvas({900, 640});
    const auto edit = lesson.lesson().copy(lesson.params());
    for (const auto& figure : lesson.lesson().figures)
      if (figure.id == "scale") figure.draw(canvas, lesson.params(), lesson.result(), edit.get());
    return canvas;
  };
  EXPECT_EQ(drawn("0").find("GPT-2 small"), nullptr);
  EXPECT_NE(drawn("0").find("61,983 weights"), nullptr);
  EXPECT_NE(drawn("1").find("1.56 billion weights"), nullptr);
  EXPECT_EQ(drawn("1").find("GPT-3"), nullptr);
  EXPECT_NE(drawn("2").find("175 billion weights"), nullptr);
  EXPECT_GT(drawn("2").rect_of("sizes[3,3]").width, 0);
}

}  // namespace
}  // namespace attn::lessons::transformer
