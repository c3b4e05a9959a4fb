// How lesson 17 tells one step of a head: what has not been told is not there, and at the end all of it is.
#include <algorithm>
#include <string>
#include <vector>

#include "lessons/17_neural-turing-machine/addressing_story.h"
#include "lessons/17_neural-turing-machine/params.h"
#include "lessons/lesson_under_test.h"
#include "unit/canvas/recording_canvas.h"

namespace attn {
namespace {

namespace ntm = lessons::neural_turing_machine;

constexpr canvas::Size kDesktop{1000, 720};

/// The figure at a time of its story, with these numbers.
canvas::RecordingCanvas drawn(double walk, const std::string& set = "", canvas::Size size = kDesktop) {
  LessonUnderTest lesson("neural-turing-machine");
  lesson.set((set.empty() ? "" : set + "&") + "walk=" + std::to_string(walk));
  canvas::RecordingCanvas canvas{size};
  const course::Lesson::Params edit = lesson.lesson().copy(lesson.params());
  named("figure", "addressing", lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
  return canvas;
}

std::vector<std::string> regions_of(const canvas::RecordingCanvas& canvas) {
  std::vector<std::string> names;
  for (const canvas::Region& region : canvas.regions().all())
    if (!region.id.starts_with("stop[") && region.id != "story:on") names.push_back(region.id);
  return names;
}

using Names = std::vector<std::string>;

/// The sentences of a head with these numbers.
std::vector<std::string> sentences(const std::string& set = "") {
  LessonUnderTest lesson("neural-turing-machine");
  lesson.set(set);
  const auto& p = *static_cast<const ntm::Params*>(lesson.params());
  return ntm::addressing_sentences(p, ntm::study_hand(p));
}

TEST(HeadStory, NothingIsThereBeforeItIsTold) {
  Names told;
  EXPECT_EQ(regions_of(drawn(0)), told);
  const Names stops[] = {{"memory", "key"}, {"cosines"}, {"content"}, {"before", "gated"}, {"shifted", "moves"}, {"weights"}, {"read"}};
  ASSERT_EQ(std::size(stops), static_cast<size_t>(ntm::kAddressingStops));
  for (int k = 0; k < ntm::kAddressingStops; ++k) {
    if (k == ntm::kShared) std::erase(told, "cosines");
    told.insert(told.end(), stops[k].begin(), stops[k].end());
    EXPECT_EQ(regions_of(drawn(k + 1)), told) << k;
  }
}

TEST(HeadStory, ItsNumbersComeWithTheirStop) {
  const std::pair<const char*, double> kSaid[] = {{"key, above the memory", ntm::kGiven},
                                                  {"β = 8", ntm::kShared},
                                                  {"g = 0.7", ntm::kGate},
                                                  {"shifted", ntm::kShift},
                                                  {"γ = 2", ntm::kSharpening}};
  for (const auto& [text, stop] : kSaid) {
    EXPECT_EQ(drawn(stop).find(text), nullptr) << text;
    EXPECT_NE(drawn(stop + 1).find(text), nullptr) << text;
  }
}

TEST(HeadStory, CellsAreComparedOneByOne) {
  // Cosines are the only numbers that end at the right of their place.
  const auto numbers = [](double walk) {
    const canvas::RecordingCanvas canvas = drawn(walk);
    return std::count_if(canvas.texts.begin(), canvas.texts.end(),
                         [](const auto& t) { return t.style.align == canvas::Align::kRight && t.text.find('.') != t.text.npos; });
  };
  EXPECT_EQ(numbers(1), 0);
  for (int i = 0; i < ntm::kCells; ++i) EXPECT_EQ(numbers(1 + (i + 0.9) / ntm::kCells), i + 1);
  EXPECT_EQ(numbers(2), ntm::kCells);
  EXPECT_EQ(numbers(3), 0) << "shares stand in their place";
}

TEST(HeadStory, EachStopHasASentenceThatFitsItsNumbers) {
  for (int k = 0; k < ntm::kAddressingStops; ++k) {
    const canvas::RecordingCanvas canvas = drawn(k + 0.5);
    EXPECT_NE(canvas.find(sentences()[static_cast<size_t>(k)]), nullptr) << k;
  }
  const auto says = [](const std::string& set, ntm::AddressingStop stop) { return sentences(set)[static_cast<size_t>(stop)]; };
  EXPECT_NE(says("gate=0", ntm::kGate).find("no effect"), std::string::npos);
  EXPECT_NE(says("gate=1", ntm::kGate).find("the key alone"), std::string::npos);
  EXPECT_NE(says("gate=0.25", ntm::kGate).find("0.25 of the weights by content, and 0.75 of those"), std::string::npos);
  EXPECT_NE(says("strength=0", ntm::kShared).find("same share"), std::string::npos);
  EXPECT_NE(says("shift=0,1,0", ntm::kShift).find("moves nothing"), std::string::npos);
  EXPECT_NE(says("shift=1,0,0", ntm::kShift).find("one cell back"), std::string::npos);
  EXPECT_NE(says("shift=0.2,0.3,0.5", ntm::kShift).find("0.2 goes one cell back, 0.3 stays and 0.5 goes one cell on"), std::string::npos);
  EXPECT_NE(says("sharpen=1", ntm::kSharpening).find("as they are"), std::string::npos);
}

TEST(HeadStory, NoSentenceIsLong) {
  for (const char* set :
       {"", "gate=0", "gate=1", "gate=0.33", "shift=0,0,1", "shift=1,0,0", "shift=0.25,0.25,0.5", "strength=0", "sharpen=1", "sharpen=7.3"})
    for (const std::string& sentence : sentences(set)) EXPECT_LE(sentence.size(), 110u) << sentence;
}

TEST(HeadStory, WhatLeavesTheLastCellComesInAtTheFirst) {
  const std::string all_on_the_last = "gate=0&previous=0;0;0;0;0;0;0;1&shift=0,0,1";
  const canvas::RecordingCanvas rests = drawn(4, all_on_the_last), moves = drawn(4.5, all_on_the_last);
  const canvas::Rect rows = rests.rect_of("memory");
  const float row = rows.height / ntm::kCells;
  std::vector<float> places;  // of what moves, in rows from the top of the first one
  for (const canvas::Rect& r : moves.rects) {
    const bool still =
        std::any_of(rests.rects.begin(), rests.rects.end(), [&r](const canvas::Rect& s) { return s.x == r.x && s.y == r.y; });
    if (!still && r.x > rests.rect_of("gated").x && r.height < row && r.width > row) places.push_back((r.center().y - rows.y) / row);
  }
  ASSERT_EQ(places.size(), 3u) << "the part, and what is seen of it a round before and a round later";
  EXPECT_NEAR(places[0], 0, 0.01) << "comes in at the first cell";
  EXPECT_NEAR(places[1], ntm::kCells, 0.01) << "leaves the last";
}

TEST(HeadStory, WhatHasBeenToldIsStillThereAtTheEnd) {
  const canvas::RecordingCanvas end = drawn(params::end_of_story(ntm::kAddressingStops));
  for (int k = 0; k < ntm::kAddressingStops; ++k) {
    if (k == ntm::kCompared) continue;  // its cosines have become shares
    const canvas::RecordingCanvas now = drawn(k + 1);
    for (const canvas::RecordingCanvas::Text& t : now.texts) {
      const bool in_the_picture = t.box.y < now.rect_of("stop[0]").y;
      EXPECT_TRUE(!in_the_picture || end.find(t.text)) << t.text;
    }
  }
  EXPECT_TRUE(end.curves.empty()) << "no thread";
}

TEST(HeadStory, GoingBackAndForthGivesTheSamePicture) {
  LessonUnderTest lesson("neural-turing-machine");
  const auto now = [&lesson](const std::string& walk) {
    lesson.set("walk=" + walk);
    canvas::SvgCanvas canvas(kDesktop, canvas::Theme());
    const course::Lesson::Params edit = lesson.lesson().copy(lesson.params());
    named("figure", "addressing", lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
    return canvas.svg();
  };
  const std::string middle = now("4.4"), end = now("7");
  EXPECT_NE(middle, end);
  now("0");
  EXPECT_EQ(now("4.4"), middle);
  EXPECT_EQ(now("7"), end);
}

}  // namespace
}  // namespace attn
