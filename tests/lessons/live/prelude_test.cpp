// What the picture that the course opens with says of its two networks, which are trained in sight.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "lessons/lesson_under_test.h"
#include "lessons/prelude/recorded.h"
#include "lessons/prelude/study.h"

namespace attn::lessons::prelude {
namespace {

/// Both networks trained from the seed of the shipped ones to the end.
const Pair& trained() {
  static const Pair pair = [] {
    Pair made(kSeed);
    for (int i = 0; i < kSteps; ++i) made.step();
    return made;
  }();
  return pair;
}

int step_of_half(const Mat& curve) {
  for (Index i = 0; i < curve.rows(); ++i)
    if (curve(i, 1) > Real(0.5)) return static_cast<int>(curve(i, 0));
  return -1;
}

TEST(PreludeLive, FromNothingTheSameComesOutInAsManySteps) {
  const Mat curve = trained().curve();
  ASSERT_EQ(curve.rows(), static_cast<Index>(std::size(kRecorded)));
  EXPECT_LE(curve(0, 1), Real(0.02)) << "random weights know nothing";
  EXPECT_GE(curve(curve.rows() - 1, 1), Real(0.95));
  EXPECT_LE(curve(curve.rows() - 1, 2), Real(0.3));
  Pair other(kSeed + 1);
  for (int i = 0; i < kSteps; ++i) other.step();
  EXPECT_GE(other.curve()(curve.rows() - 1, 1), Real(0.9)) << "no matter of the seed";
  EXPECT_LE(other.curve()(curve.rows() - 1, 2), Real(0.3));
}

// Rounding differs from processor to processor, and training amplifies it: a step may come three checks sooner or later, and a single check
// catch a dip that another run has not.
TEST(PreludeLive, TheRecordedCurveIsThatOfATraining) {
  const Mat curve = trained().curve(), recorded = [] {
    Pair pair(kSeed);
    std::ifstream files[] = {std::ifstream(ATTN_SOURCE_DIR "/assets/weights/backwards-attention.safetensors", std::ios::binary),
                             std::ifstream(ATTN_SOURCE_DIR "/assets/weights/backwards-none.safetensors", std::ios::binary)};
    for (const Network network : kNetworks) {
      std::ostringstream bytes;
      bytes << files[static_cast<int>(network)].rdbuf();
      EXPECT_EQ(pair.load(network, bytes.str()), "");
    }
    EXPECT_TRUE(pair.loaded());
    return pair.curve();
  }();
  ASSERT_EQ(recorded.rows(), curve.rows());
  constexpr Index kChecks = 3;
  constexpr Real kNear = Real(0.1), kNearAtTheEnd = Real(0.05);
  for (Index i = 0; i < curve.rows(); ++i) {
    EXPECT_EQ(recorded(i, 0), curve(i, 0));
    const Index first = std::max(Index{0}, i - kChecks), count = std::min(curve.rows(), i + kChecks + 1) - first;
    for (Index network = 1; network <= 2; ++network) {
      const auto around = curve.col(network).segment(first, count);
      EXPECT_GE(recorded(i, network), around.minCoeff() - kNear) << "step " << curve(i, 0);
      EXPECT_LE(recorded(i, network), around.maxCoeff() + kNear) << "step " << curve(i, 0);
    }
  }
  for (Index network = 1; network <= 2; ++network)
    EXPECT_NEAR(recorded(recorded.rows() - 1, network), curve(curve.rows() - 1, network), kNearAtTheEnd);
  EXPECT_NEAR(step_of_half(recorded), step_of_half(curve), kChecks * kCheckEvery);
  EXPECT_EQ(recorded(recorded.rows() - 1, 0), Real(kSteps));
}

TEST(PreludeLive, SaysAtWhichStepMoreThanHalfCameOutRight) {
  LessonUnderTest lesson("prelude");
  ASSERT_TRUE(lesson.load_weights());
  lesson.measure();
  const std::string said = lesson.describe();
  EXPECT_NE(said.find("more than half first came out right at step " + std::to_string(step_of_half(trained().curve()))), std::string::npos)
      << said;
}

}  // namespace
}  // namespace attn::lessons::prelude
