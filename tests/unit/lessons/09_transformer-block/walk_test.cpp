// The story of the block that sorts: nothing is there before it is told, and every sentence holds for the parts that are there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "lessons/09_transformer-block/sorting_story.h"
#include "lessons/lesson_under_test.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::transformer_block {
namespace {

constexpr canvas::Size kDesktop{900, 640}, kPhone{374, 250}, kRealPhone{377, 319}, kTallPhone{374, 440};

LessonUnderTest told(const std::string& state) {
  LessonUnderTest lesson("transformer-block");
  EXPECT_TRUE(lesson.load_weights());
  return std::move(lesson.set(state));
}

template <class C>
void draw(C& canvas, LessonUnderTest& lesson) {
  const auto edit = lesson.lesson().copy(lesson.params());
  named("figure", "sorting", lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
}

struct Picture : canvas::RecordingCanvas {
  Picture(const std::string& state, canvas::Size size) : RecordingCanvas(size) {
    auto lesson = told(state);
    draw(*this, lesson);
  }
  bool has(std::string_view region) const { return rect_of(region).width > 0; }
};

Picture at(const std::string& walk, canvas::Size size = kDesktop) { return {"walk=" + walk, size}; }

std::string svg_of(LessonUnderTest& lesson) {
  canvas::SvgCanvas canvas(kDesktop, canvas::Theme());
  draw(canvas, lesson);
  return canvas.svg();
}

/// The sentences for the block with these parts, with or without its weights.
std::vector<std::string> sentences(unsigned parts, bool trained) {
  Params p;
  settle(p, p);
  for (int k = 0; k < kBlockParts; ++k) p.parts(0, k) = (parts >> k & 1) != 0;
  Result r;
  r.sorting.trained = trained;
  r.sorting.run.source = p.sorted;
  r.sorting.run.input = Mat::Zero(6, block_settings().d_model);
  return sorting_sentences(p, r);
}

TEST(SortingStory, NothingIsThereBeforeItIsTold) {
  const struct {
    std::string region;
    int stop;  // of SortingStop, or the end of the story
  } regions[] = {
      {"before[0,0]", kRows},       {"sorting-scores[0,0]", kScores}, {"sorting-weights[0,0]", kShares},  {"between[5,0]", kFirstNormed},
      {"after[5,0]", kSecondAdded}, {"answers[5,0]", kAnswered},      {"held-out-letters", kSortingStops}};
  for (int walk = 0; walk <= params::end_of_story(kSortingStops); ++walk) {
    const Picture picture = at(std::to_string(walk));
    for (const auto& [region, stop] : regions) {
      const bool replaced = stop == kScores && walk > kShares;  // by the shares that are made of them
      EXPECT_EQ(picture.has(region), walk > stop && !replaced) << region << " at stop " << walk;
    }
  }
}

TEST(SortingStory, RowsComeOneByOne) {
  const auto rows = [](const std::string& walk, const char* reading) {
    const Picture picture = at(walk);
    int count = 0;
    while (picture.has(canvas::cell_id(reading, count, 0))) ++count;
    return count;
  };
  int last = 0;
  for (const char* walk : {"0.3", "0.5", "0.7", "0.9"}) {
    EXPECT_GE(rows(walk, "before"), last) << walk;
    last = rows(walk, "before");
    EXPECT_LT(last, 6) << walk;
  }
  EXPECT_GT(last, 0);
  EXPECT_EQ(rows("1", "before"), 6);
  EXPECT_LT(rows("4.5", "between"), 6);
  EXPECT_LT(rows("6.7", "after"), 6);
}

TEST(SortingStory, EveryScoreHangsOnTwoThreads) {
  for (const char* walk : {"1.05", "1.2", "1.5", "1.95"}) {
    const Picture picture = at(walk);
    ASSERT_EQ(picture.curves.size(), 2u) << walk;
    const canvas::Rect cells = picture.rect_of("sorting-scores");
    EXPECT_LT(picture.curves[0].points.back().x, cells.x) << "to the left of its row";
    EXPECT_LT(picture.curves[1].points.back().y, cells.y) << "above its column";
  }
  EXPECT_TRUE(at("2").curves.empty());
}

TEST(SortingStory, ShowsTheNumbersOfEveryRowAsTheyChange) {
  for (const canvas::Size size : {kDesktop, kRealPhone})
    for (const auto& [walk, rows] : {std::pair("1", "block-input"), std::pair("3", "block-input"), std::pair("5", "block-middle"),
                                     std::pair("7", "block-output"), std::pair("7.5", "block-output")}) {
      const Picture picture = at(walk, size);
      EXPECT_TRUE(picture.has(canvas::cell_id(rows, 5, 23))) << rows << " at " << walk;
      EXPECT_FALSE(picture.has(canvas::cell_id(rows, 5, 24)));
    }
  EXPECT_FALSE(at("0.1").has("block-input"));
  EXPECT_FALSE(at("9").has("block-output")) << "there the count has its place";
}

TEST(SortingStory, ArrowsLeadEveryRowThroughTheNetwork) {
  const auto arrows = [](const std::string& state) {
    const Picture picture(state, kDesktop);
    return std::count_if(picture.lines.begin(), picture.lines.end(), [&](const auto& line) {
      return line.stroke.width == 1.5f && line.a.y == line.b.y && line.b.x > line.a.x && !line.stroke.dashed;
    });
  };
  EXPECT_EQ(arrows("walk=5"), 0);
  EXPECT_GT(arrows("walk=5.5"), 1);
  EXPECT_LT(arrows("walk=5.5"), 6);
  EXPECT_EQ(arrows("walk=6"), 6);
  EXPECT_EQ(arrows("walk=6&parts=111011"), 0) << "nothing comes from a network that is left out";
}

/// The least distance between two numbers of a line; numbers alone consist of these signs.
float least_gap(const canvas::RecordingCanvas& picture) {
  std::vector<const canvas::RecordingCanvas::Text*> numbers;
  for (const auto& text : picture.texts)
    if (text.text.find('.') != std::string::npos && text.text.find_first_not_of("0123456789.\u2212-") == std::string::npos)
      numbers.push_back(&text);
  float gap = 1000;
  for (const auto* a : numbers)
    for (const auto* b : numbers)
      if (a != b && std::abs(a->box.y - b->box.y) < 2 && b->box.x + b->box.width / 2 > a->box.x + a->box.width / 2)
        gap = std::min(gap, b->box.x - a->box.right());
  return gap;
}

TEST(SortingStory, ScoresDoNotTouch) {
  float most = 0;
  for (float width = 560; width <= 1400; width += 20)
    for (const float height : {420.0f, 642.0f, 800.0f}) {
      const float gap = least_gap(at("2", {width, height}));
      EXPECT_GE(gap, 4) << width << " x " << height;
      if (gap < 1000) most = std::max(most, gap);
    }
  EXPECT_GT(most, 0) << "somewhere there are numbers";
}

TEST(HeadsFigure, NumbersDoNotTouch) {
  auto lesson = told("figure=heads");
  int shown = 0;
  for (float width = 320; width <= 1400; width += 20) {
    canvas::RecordingCanvas picture({width, 800});
    const auto edit = lesson.lesson().copy(lesson.params());
    named("figure", "heads", lesson.lesson().figures, kId).draw(picture, lesson.params(), lesson.result(), edit.get());
    EXPECT_GE(least_gap(picture), 4) << width;
    shown += least_gap(picture) < 1000;
  }
  EXPECT_GT(shown, 10);
}

TEST(SortingStory, GoingBackGivesThePictureAgain) {
  auto lesson = told("walk=2.5");
  const std::string before = svg_of(lesson);
  EXPECT_NE(svg_of(lesson.set("walk=6.3")), before);
  EXPECT_EQ(svg_of(lesson.set("walk=2.5")), before);
}

TEST(SortingStory, WhereThereIsNoRoomThereIsOnePictureAtATime) {
  const std::string_view pictures[] = {"before", "block-input", "sorting-scores", "sorting-weights", "between", "after"};
  const char* shown[] = {nullptr,       "block-input", "sorting-scores", "sorting-weights", "sorting-weights", "between",
                         "the network", "after",       "after"};  // what the network makes of the rows is no region
  for (int walk = 1; walk <= kSortingStops; ++walk) {
    const Picture picture = at(std::to_string(walk), kPhone);
    for (const std::string_view name : pictures) EXPECT_EQ(picture.has(name), name == shown[walk]) << name << " at stop " << walk;
  }
  EXPECT_TRUE(at("9", kPhone).has("held-out-letters"));
}

TEST(SortingStory, EightLettersHaveRoomOnAPhone) {
  const Picture picture("letters=zymology", kTallPhone);
  for (const char* tile : {"letter[7]", "answers[7,0]"}) {
    ASSERT_TRUE(picture.has(tile)) << tile;
    EXPECT_LE(picture.rect_of(tile).right(), kTallPhone.width - 1) << tile;
  }
}

TEST(SortingStory, EveryStopHasAShortSentenceWhateverPartsAreThere) {
  for (unsigned parts = 0; parts < 1u << kBlockParts; ++parts)
    for (const bool trained : {true, false}) {
      const std::vector<std::string> said = sentences(parts, trained);
      EXPECT_EQ(said.size(), static_cast<size_t>(kSortingStops));
      EXPECT_EQ(std::set<std::string>(said.begin(), said.end()).size(), said.size()) << parts;
      for (const std::string& sentence : said) {
        EXPECT_LT(sentence.size(), 115u) << sentence;
        EXPECT_TRUE(sentence.ends_with('.')) << sentence;
      }
    }
}

TEST(SortingStory, SaysOfTheAnswerWhetherTheWeightsAreThere) {
  EXPECT_NE(sentences(0b111111, false)[kAnswered].find("Without its weights"), std::string::npos);
  EXPECT_EQ(sentences(0b111111, true)[kAnswered].find("Without its weights"), std::string::npos);
}

TEST(SortingStory, TheNormGivesRowsMeanZeroAndDeviationOneAndThenEachNumberAGainAndABias) {
  Mat rows = told("parts=110111").read("block-middle").matrix();
  for (Index i = 0; i < rows.rows(); ++i) {
    const Mat centred = rows.row(i).array() - rows.row(i).mean();
    rows.row(i) = centred / std::sqrt(centred.squaredNorm() / static_cast<Real>(centred.size()));
  }
  const Mat normed = told("parts=111111").read("block-middle").matrix();
  const Mat x = rows.rowwise() - rows.colwise().mean(), y = normed.rowwise() - normed.colwise().mean();
  for (Index j = 0; j < x.cols(); ++j) {
    const Real gain = x.col(j).dot(y.col(j)) / x.col(j).squaredNorm();
    EXPECT_LT((y.col(j) - gain * x.col(j)).cwiseAbs().maxCoeff(), 1e-3) << j;
  }
}

TEST(SortingStory, WithoutAPartAndItsSumRowsAreZeroAndTheNormMakesThemTheSame) {
  EXPECT_TRUE(told("parts=000111").read("block-middle").matrix().isZero(0));
  EXPECT_TRUE(told("parts=111000").read("block-output").matrix().isZero(0));
  for (const auto& [parts, rows] : {std::pair("001111", "block-middle"), std::pair("111001", "block-output")}) {
    const Mat same = told(std::string("parts=") + parts).read(rows).matrix();
    EXPECT_TRUE((same.rowwise() - same.row(0)).isZero(0)) << parts;
  }
}

}  // namespace
}  // namespace attn::lessons::transformer_block
