// The story of the whole Transformer: nothing is seen before it is told, and the decoder is told in the order in which it works.
#include <algorithm>
#include <cmath>
#include <span>

#include "base/text.h"
#include "canvas/regions.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/whole.h"
#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::transformer {
namespace {

using models::AttentionPart;

constexpr canvas::Size kDesktop{881, 642}, kPhone{377, 319};

/// Records rows of numbers, too: grids of one row.
struct StripCanvas : canvas::RecordingCanvas {
  using RecordingCanvas::RecordingCanvas;
  std::vector<canvas::Rect> strips;
  void cells(canvas::Rect r, int rows, int, std::span<const canvas::Color>, canvas::Place) override {
    if (rows == 1) strips.push_back(r);
  }
};

bool meet(canvas::Rect a, canvas::Rect b) { return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom(); }

/// Whether what is drawn with lines comes nearer to `box` than so many pixels.
bool lines_meet(const canvas::RecordingCanvas& canvas, canvas::Rect box, float distance) {
  const canvas::Rect near = box.inset(-distance, -distance);
  const auto meets = [&](canvas::Point a, canvas::Point b) {
    return meet({std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x) + 0.1f, std::abs(a.y - b.y) + 0.1f}, near);
  };
  const auto any = [&](const std::vector<canvas::Point>& points) {
    for (size_t i = 0; i + 1 < points.size(); ++i)
      if (meets(points[i], points[i + 1])) return true;
    return false;
  };
  return std::any_of(canvas.lines.begin(), canvas.lines.end(), [&](const auto& line) { return meets(line.a, line.b); }) ||
         std::any_of(canvas.curves.begin(), canvas.curves.end(), [&](const auto& curve) { return any(curve.points); }) ||
         std::any_of(canvas.polygons.begin(), canvas.polygons.end(), any);
}

constexpr double kEnd = params::end_of_story(kStops);

class WholeWalk : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(lesson.load_weights()); }

  template <class Recorder = canvas::RecordingCanvas>
  Recorder told(double walk, canvas::Size size = {900, 640}) {
    lesson.set("walk=" + number_to_text(walk));
    Recorder canvas(size);
    const auto edit = lesson.lesson().copy(lesson.params());
    lesson.lesson().figures.front().draw(canvas, lesson.params(), lesson.result(), edit.get());
    return canvas;
  }
  std::string svg(double walk) {
    lesson.set("walk=" + number_to_text(walk));
    canvas::SvgCanvas canvas({900, 640}, canvas::Theme());
    const auto edit = lesson.lesson().copy(lesson.params());
    lesson.lesson().figures.front().draw(canvas, lesson.params(), lesson.result(), edit.get());
    return canvas.svg();
  }
  Walk walk_at(double time) {
    lesson.set("walk=" + number_to_text(time));
    return {*static_cast<const Params*>(lesson.params()), *static_cast<const Result*>(lesson.result())};
  }
  const Result& result() const { return *static_cast<const Result*>(lesson.result()); }

  LessonUnderTest lesson{"transformer"};
};

TEST_F(WholeWalk, NothingIsSeenBeforeItIsTold) {
  struct Seen {
    int stop;
    const char *words, *region;
  };
  for (const Seen& seen :
       {Seen{kWordsIn, "often", nullptr}, Seen{kEncoderSelf, nullptr, "effect[0,0]"}, Seen{kEncoderAgain, nullptr, "effect[1,3]"},
        Seen{kMemory, "what the encoder made of the words", nullptr}, Seen{kStartMark, "start", nullptr},
        Seen{kFirstWord, "il", "output[0,0]"}, Seen{kWordByWord, "souvent", "output[1,0]"}, Seen{kWordByWord, nullptr, "effect[5,0]"}}) {
    for (int time = 0; time <= kStops; ++time) {
      const canvas::RecordingCanvas canvas = told(time);
      const bool is_told = time > seen.stop;
      if (seen.words) {
        EXPECT_EQ(canvas.find(seen.words) != nullptr, is_told) << seen.words << " at " << time;
      }
      if (seen.region) {
        EXPECT_EQ(canvas.rect_of(seen.region).width > 0, is_told) << seen.region << " at " << time;
      }
    }
  }
}

TEST_F(WholeWalk, EachStopHasItsSentenceAndTheDescriptionSaysIt) {
  const std::vector<std::string> sentences = walk_sentences(result());
  ASSERT_EQ(sentences.size(), static_cast<size_t>(kStops));
  for (int k = 0; k < kStops; ++k) {
    const std::string& sentence = sentences[static_cast<size_t>(k)];
    EXPECT_NE(told(k + 0.5, {1400, 800}).find(sentence), nullptr) << sentence;
    EXPECT_NE(lesson.describe("whole").find(sentence), std::string::npos) << lesson.describe("whole");
    EXPECT_TRUE(!sentence.empty() && code_point_count(sentence) <= 110) << sentence;
  }
}

TEST_F(WholeWalk, AtItsEndEveryHeadCanBePressedAndEveryWordHasBeenSaid) {
  const canvas::RecordingCanvas canvas = told(kEnd);
  for (int line = 0; line < 6; ++line)
    for (int head = 0; head < 4; ++head) EXPECT_GT(canvas.rect_of(canvas::cell_id("effect", line, head)).width, 0);
  EXPECT_GT(canvas.rect_of("output[6,0]").width, 0);
  EXPECT_NE(canvas.find("Press a picture to open it, then cut it."), nullptr);
  EXPECT_EQ(told(kStops).find("Press a picture to open it, then cut it."), nullptr);
}

TEST_F(WholeWalk, GoingBackGivesTheSamePicture) {
  const std::string before = svg(3.4), end = svg(kEnd);
  EXPECT_NE(before, end);
  EXPECT_EQ(svg(3.4), before);
  EXPECT_EQ(svg(kEnd), end);
}

TEST_F(WholeWalk, AWordIsSaidAfterItsRowAndARowComesAfterItsWord) {
  const int words = static_cast<int>(result().sentence.output.size());
  float before = 0;
  for (double time = 0; time <= kStops; time += 0.05) {
    const Walk walk = walk_at(time);
    const float first = walk.rows({AttentionPart::decoder_self, 0, 0}), last = walk.rows({AttentionPart::decoder_cross, 1, 0});
    EXPECT_GE(static_cast<float>(walk.given()), first - 1e-3f) << time;
    EXPECT_GE(first, last) << time;
    EXPECT_LE(static_cast<float>(walk.said()), last + 1e-3f) << time;
    EXPECT_GE(walk.said() + 1, walk.given()) << time;
    EXPECT_GE(last, before - 1e-3f) << time;
    EXPECT_TRUE(first == 0 || walk.memory() == 1) << time;
    before = last;
  }
  const Walk end = walk_at(kEnd);
  EXPECT_EQ(end.said(), words);
  EXPECT_EQ(end.given(), words);
  EXPECT_TRUE(end.is_told({AttentionPart::decoder_cross, 1, 0}));
}

TEST_F(WholeWalk, RowsOfTheEncoderFillOneAfterAnother) {
  const auto rows = static_cast<float>(result().sentence.source.size());
  EXPECT_EQ(walk_at(kEncoderSelf).rows({AttentionPart::encoder_self, 0, 0}), 0);
  const float half = walk_at(0.5 + int{kEncoderSelf}).rows({AttentionPart::encoder_self, 0, 0});
  EXPECT_TRUE(half > 1 && half < rows - 1) << half;
  EXPECT_EQ(walk_at(kEncoderSelf + 1).rows({AttentionPart::encoder_self, 0, 0}), rows);
  EXPECT_EQ(walk_at(kEncoderSelf + 1).rows({AttentionPart::encoder_self, 1, 0}), 0);
}

TEST_F(WholeWalk, ThreadsLeadFromAWordThatLooksToAllThatItSees) {
  const auto threads = [this](int stop) { return told(stop + 0.5).curves.size(); };
  const size_t words = result().sentence.source.size();
  EXPECT_EQ(threads(kWordsIn), 0u);
  EXPECT_EQ(threads(kEncoderSelf) % words, 0u);
  EXPECT_GE(threads(kEncoderSelf), 3 * words);
  EXPECT_EQ(threads(kCross) - threads(kFeedForward), words + 2) << "one row, and the line from the encoder to both layers";
}

TEST_F(WholeWalk, NoRowOfNumbersLiesOverHeadsWhileTheNetworkIsTold) {
  for (const canvas::Size size : {kDesktop, kPhone}) {
    const canvas::RecordingCanvas end = told(kEnd, size);
    for (const double part : {0.3, 0.7, 1.0}) {
      const auto canvas = told<StripCanvas>(part + int{kFeedForward}, size);
      EXPECT_GE(canvas.strips.size(), 6u) << "at the bar, and beside the drawing";
      for (int line = 0; line < 6; ++line)
        for (int head = 0; head < 4; ++head)
          for (const canvas::Rect strip : canvas.strips)
            EXPECT_FALSE(meet(strip, end.rect_of(canvas::cell_id("effect", line, head)).inset(2, 2))) << line << " " << head;
    }
    EXPECT_NE(told(kFeedForward + 1, size).find("each word by itself, through the same weights"), nullptr) << size.width;
  }
  for (const char* stage : {"goes in", "hidden layer", "comes out"}) EXPECT_NE(told(kFeedForward + 1, kDesktop).find(stage), nullptr);
}

TEST_F(WholeWalk, RowsThatLieInTheBoxesOfAnAttentionAreNamed) {
  const auto says = [this](double walk, const char* words) { return told(walk, kDesktop).find(words) != nullptr; };
  EXPECT_TRUE(says(kWordsIn + 1, "a row of numbers for each word"));
  EXPECT_FALSE(says(0.2 + int{kEncoderSelf}, "a row of numbers for each word"));
  EXPECT_TRUE(says(0.4 + int{kStartMark}, "the numbers of the start mark"));
  EXPECT_FALSE(says(kStartMark + 1, "the numbers of the start mark"));
}

TEST_F(WholeWalk, WhereThereIsNoRoomOnlyTheWordsThatWereGivenAreCounted) {
  EXPECT_NE(told(kStartMark + 1, kPhone).find("start"), nullptr);
  EXPECT_EQ(told(kStartMark + 1, kPhone).find("7 words"), nullptr);
  EXPECT_NE(told(kEnd, kPhone).find("7 words"), nullptr);
}

TEST_F(WholeWalk, AHeadCanBePressedUpToItsNeighboursAndOnAPhoneAboveItAsWell) {
  for (const canvas::Size size : {kDesktop, kPhone}) {
    const canvas::RecordingCanvas canvas = told(kEnd, size);
    for (int line = 0; line < 6; ++line)
      for (int head = 0; head + 1 < 4; ++head)
        EXPECT_NEAR(canvas.rect_of(canvas::cell_id("effect", line, head)).right(),
                    canvas.rect_of(canvas::cell_id("effect", line, head + 1)).x, 0.01f);
    EXPECT_GE(canvas.rect_of("effect[0,0]").height, 34);
  }
}

TEST_F(WholeWalk, NoLineStrikesTheNameOfAStack) {
  for (float width = 320; width <= 1400; width += 40)
    for (const double time : {1.0 + int{kMemory}, 1.0 + int{kFirstWord}, 0.5 + int{kWordByWord}, 1.0 * kEnd}) {
      const canvas::RecordingCanvas canvas = told(time, {width, 0.75f * width});
      for (const char* name : {"Encoder", "Decoder"})
        EXPECT_FALSE(lines_meet(canvas, canvas.find(name)->box.inset(0, 3), 4)) << name << width;
    }
}

TEST_F(WholeWalk, TheButtonStandsApartFromTheLegend) {
  const canvas::RecordingCanvas canvas = told(kEnd, kDesktop);
  EXPECT_GE(canvas.rect_of("figure:scale").y - canvas.find("words that change if this head alone is cut")->box.bottom(), 15);
}

TEST_F(WholeWalk, AnOpenHeadWaitsUntilItHasBeenTold) {
  lesson.set("open=true");
  EXPECT_EQ(told(kWordByWord).rect_of("close").width, 0);
  EXPECT_GT(told(kEnd).rect_of("close").width, 0);
  lesson.set("kind=encoder&layer=1");
  EXPECT_GT(told(kFeedForward).rect_of("close").width, 0);
}

TEST_F(WholeWalk, IsToldWhateverTheReaderHasSet) {
  for (const char* query : {"source=the small black cat does not eat the red apple", "heads=1", "heads=8", "task=dates", "weights=seed",
                            "cut=3,2,1&open=true", "decoding=beam"})
    for (double time = 0; time <= kStops; time += 0.75) {
      if (time == 0) lesson.set("heads=4&task=grammar&weights=shipped&cut=&open=false&decoding=greedy").set(query);
      for (const canvas::Size size : {canvas::Size{320, 240}, canvas::Size{377, 346}, canvas::Size{820, 600}}) {
        const canvas::RecordingCanvas canvas = told(time, size);
        for (const canvas::RecordingCanvas::Text& text : canvas.texts) {
          EXPECT_TRUE(text.box.x > -1 && text.box.right() < size.width + 1) << query << " at " << time << ": " << text.text;
          EXPECT_GE(text.style.size, 9) << query << " at " << time << ": " << text.text;
        }
      }
    }
}

}  // namespace
}  // namespace attn::lessons::transformer
